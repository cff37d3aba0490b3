'use client'

import { type ReactNode, useState } from 'react'
import { authCall } from '@/components/sign-in/auth-call'
import { SendButton, useForm } from '@/components/sign-in/form'
import { FaultNote } from '@/components/sign-in/notes'
import { Select } from '@/components/ui/field'
import { Note } from '@/components/ui/note'

/** An account that the app can be connected to, and what the app can do there. */
interface Choice {
  id: string
  name: string
  role: string
  access: readonly string[]
}

interface ConnectFormProps {
  /** None if the person's role doesn't allow what the app requests in any account. */
  accounts: readonly Choice[]
  /** The account to suggest. */
  suggested: string | undefined
  /** Facts about the app, shown below what it can do. */
  children: ReactNode
}

/** Asks for which account an app is, says what it can do there, and has the buttons to allow or deny it. */
export function ConnectForm({ accounts, suggested, children }: ConnectFormProps) {
  const [id, setId] = useState(suggested)
  const account = accounts.find((one) => one.id === id) ?? accounts[0]
  const allow = useForm(() => decide({ accept: true, account: account?.id }))
  const deny = useForm(() => decide({ accept: false }))
  return (
    <div className="grid gap-5">
      {accounts.length > 1 && (
        <Select id="account" label="Account" value={account?.id} onChange={(event) => setId(event.target.value)}>
          {accounts.map(({ id, name, role }) => (
            <option key={id} value={id}>
              {`${name} (${role})`}
            </option>
          ))}
        </Select>
      )}
      {account ? (
        <div>
          <p className="font-medium" id="access">
            It can
          </p>
          <ul className="mt-1 list-disc pl-5 marker:text-soft" aria-labelledby="access">
            {account.access.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
          <p className="mt-2">Its calls count toward your plan, like API key calls.</p>
        </div>
      ) : (
        <Note tone="limit">
          Your role doesn’t allow anything that this app requests. An owner of the account can change your role.
        </Note>
      )}
      {children}
      <div className="grid gap-3">
        <FaultNote fault={allow.fault ?? deny.fault} />
        {account && (
          <form {...allow.props} className="grid">
            <SendButton busy={allow.busy} action="Allow" busyLabel="Connecting" />
          </form>
        )}
        <form {...deny.props} className="grid">
          <SendButton busy={deny.busy} action="Deny" busyLabel="Going back" look="plain" />
        </form>
      </div>
    </div>
  )
}

/** The page's query is the app's request, signed by the server. Both decisions return to the app. */
async function decide(decision: { accept: boolean; account?: string | undefined }): Promise<'leaving'> {
  const body = { oauth_query: location.search.slice(1), ...decision }
  const { url } = await authCall<{ url: string }>('/oauth2/consent', body)
  location.assign(url)
  return 'leaving'
}
