'use client'

import { shownProblem } from '@/components/problems/problem'
import { AuthFault, authCall } from '@/components/sign-in/auth-call'
import { NewPasswordField, newPasswordOf, SendButton, useForm } from '@/components/sign-in/form'
import { rememberMail } from '@/components/sign-in/mail-sent'
import { FaultNote } from '@/components/sign-in/notes'
import { type CallError, useTRPCClient } from '@/components/trpc/client'

/** Accepts an invitation, and opens the account. */
function useJoin(token: string): () => Promise<'leaving'> {
  const client = useTRPCClient()
  return async () => {
    const { accountId } = await client.members.accept.mutate({ token }).catch((error: CallError) => {
      throw new AuthFault(shownProblem(error).detail)
    })
    await openAccount(accountId)
    return 'leaving'
  }
}

/** Opens an account; if that fails, the list of the person's accounts. */
const openAccount = (accountId: string): Promise<void> =>
  authCall('/switch-account', { accountId }).then(
    () => location.assign('/'),
    () => location.assign('/accounts'),
  )

/** Accepts an invitation for the signed-in person. */
export function JoinForm({ token, action }: { token: string; action: string }) {
  const { props, busy, fault } = useForm(useJoin(token))
  return (
    <form {...props} className="grid gap-5">
      <FaultNote fault={fault} />
      <SendButton busy={busy} action={action} busyLabel="Joining" />
    </form>
  )
}

/** Opens an account that the signed-in person has joined before. */
export function OpenAccountForm({ accountId }: { accountId: string }) {
  const { props, busy } = useForm(async () => {
    await openAccount(accountId)
    return 'leaving'
  })
  return (
    <form {...props}>
      <SendButton busy={busy} action="Open the account" busyLabel="Opening" />
    </form>
  )
}

interface SignUpToJoinProps {
  token: string
  /** The email that was invited. */
  email: string
}

/** Creates a sign-in for the invited email, and accepts the invitation. */
export function SignUpToJoin({ token, email }: SignUpToJoinProps) {
  const join = useJoin(token)
  const { props, busy, fault } = useForm(async (data) => {
    const { pathname } = location
    const password = newPasswordOf(data)
    const body = { name: '', email, password, callbackURL: pathname }
    const { token: session } = await authCall<{ token: string | null }>('/sign-up/email', body)
    if (!session) {
      const request = { path: '/send-verification-email', body: { email, callbackURL: pathname } }
      rememberMail({ ...request, email, form: pathname, atMs: Date.now(), times: 1 })
      location.assign('/check-email')
      return 'leaving'
    }
    // The person is signed in now, so the page offers to join if that failed.
    return join().catch(() => {
      location.reload()
      return 'leaving' as const
    })
  })
  return (
    <form {...props} className="grid gap-5">
      {/* Tells a password manager which sign-in this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField name="newPassword" label="Choose a password" fault={fault} />
      {/* The form has no field for the email. */}
      <FaultNote fault={fault?.field === 'email' ? new AuthFault(fault.detail) : fault} />
      <SendButton busy={busy} action="Create sign-in and join" busyLabel="Joining" />
    </form>
  )
}

/** Signs out, and shows the same page again. */
export function SignOutForm() {
  const { props, busy, fault } = useForm(async () => {
    await authCall('/sign-out')
    location.reload()
    return 'leaving'
  })
  return (
    <form {...props} className="grid gap-5">
      <FaultNote fault={fault} />
      <SendButton busy={busy} action="Sign out" busyLabel="Signing out" />
    </form>
  )
}
