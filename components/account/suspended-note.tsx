import { Note } from '@/components/ui/note'
import { readProfile } from '@/server/metering/access/profile'
import { contactEmail, env } from '@/server/platform/settings/env'

/** Shows a suspended account's owner what still works and who to contact. Shows nothing for other accounts. */
export async function SuspendedNote({ accountId }: { accountId: string }) {
  const { suspended } = await readProfile(accountId)
  if (suspended === null) return null
  const { hostname } = new URL(env().APP_URL)
  return (
    <div className="mb-8 max-w-[44rem] print:hidden">
      <Note tone="limit">
        <strong className="font-semibold">This account is suspended.</strong> Its API keys are rejected, and you can’t
        look anything up or create keys. You can still see everything, download your data, revoke keys, and delete the
        account. To have the suspension lifted, contact the person who runs {hostname}
        {contact()}.
      </Note>
    </div>
  )
}

/** Returns how to reach the operator, or an empty string if the server has no contact email. */
function contact(): string {
  const address = contactEmail()
  return address ? ` (${address})` : ''
}
