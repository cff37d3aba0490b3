'use client'

import { authCall } from '@/components/sign-in/auth-call'
import { SendButton, useForm } from '@/components/sign-in/form'
import { FaultNote } from '@/components/sign-in/notes'

/** The buttons to allow or deny an app. Both buttons return to the app. */
export function ConnectForm() {
  const allow = useForm(() => decide(true))
  const deny = useForm(() => decide(false))
  return (
    <div className="grid gap-3">
      <FaultNote fault={allow.fault ?? deny.fault} />
      <form {...allow.props} className="grid">
        <SendButton busy={allow.busy} action="Allow" busyLabel="Connecting" />
      </form>
      <form {...deny.props} className="grid">
        <SendButton busy={deny.busy} action="Deny" busyLabel="Going back" look="plain" />
      </form>
    </div>
  )
}

/** The page's query is the app's request, signed by the server. */
async function decide(accept: boolean): Promise<'leaving'> {
  const { url } = await authCall<{ url: string }>('/oauth2/consent', { accept, oauth_query: location.search.slice(1) })
  location.assign(url)
  return 'leaving'
}
