import { Note } from '@/components/sign-in/notes'
import { readProfile } from '@/server/access/profile'
import { contactEmail } from '@/server/contact'
import { env } from '@/server/env'

/** Says on a page of a suspended account that it is, what still works and whom to ask; nothing on everybody else's. */
export async function SuspendedNote({ accountId }: { accountId: string }) {
  const { suspended } = await readProfile(accountId)
  if (suspended === null) return null
  const { hostname } = new URL(env().APP_URL)
  return (
    <div className="mb-8 max-w-[44rem]">
      <Note tone="limit">
        <strong className="font-semibold">This account is suspended.</strong> Its API keys are refused, and you can’t
        look anything up or create keys. You can still see everything, download your data, revoke keys and delete the
        account. To have the suspension lifted, contact the person who runs {hostname} {contact()}.
      </Note>
    </div>
  )
}

/** How to reach the operator, if there is a way. */
function contact(): string {
  const address = contactEmail()
  return address ? ` (${address})` : ''
}
