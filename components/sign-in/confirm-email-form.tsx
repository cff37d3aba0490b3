'use client'

import { authCall } from './auth-call'
import { PasswordField, passwordOf, SendButton, useForm } from './form'
import { FaultNote } from './notes'

interface ConfirmEmailFormProps {
  /** From the email. */
  token: string
  email: string
  /** Whether this browser signed up, in which case no password is needed. */
  here: boolean
  /** Where to go once signed in, within this site. */
  next: string
}

/** Confirms a new account's email and signs in. */
export function ConfirmEmailForm({ token, email, here, next }: ConfirmEmailFormProps) {
  const { props, busy, fault } = useForm(async (data) => {
    if (here) {
      await authCall('/confirm-email', { token })
    } else {
      const password = passwordOf(data)
      await authCall('/confirm-email', { token, password })
      await authCall('/sign-in/email', { email, password })
    }
    location.assign(next)
    return 'leaving'
  })
  return (
    <form {...props} className="grid gap-5">
      {/* Tells a password manager which account this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {!here && (
        <PasswordField
          name="password"
          label="Password"
          hint="The password you chose when you signed up."
          autoComplete="current-password"
          fault={fault}
        />
      )}
      <FaultNote fault={fault} />
      <SendButton busy={busy} action="Confirm and sign in" busyLabel="Signing in" />
    </form>
  )
}
