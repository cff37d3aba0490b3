'use client'

import { authCall } from './auth-call'
import { EmailField, PasswordField } from './fields'
import { emailOf, passwordOf } from './form-checks'
import { withQuery } from './next-path'
import { FaultNote } from './notes'
import { SendButton } from './send-button'
import { useForm } from './use-form'

/** @param next where to go once signed in, within this site. */
export function SignInForm({ next }: { next: string }) {
  const { props, busy, fault } = useForm(async (data) => {
    const callbackURL = withQuery('/sign-in', { next })
    await authCall('/sign-in/email', { email: emailOf(data), password: passwordOf(data), callbackURL })
    // A full page load, so that nothing cached for the signed-out state remains.
    location.assign(next)
    return 'leaving'
  })
  return (
    <form {...props} className="grid gap-5">
      <EmailField label="E-mail" fault={fault} />
      <PasswordField name="password" label="Password" autoComplete="current-password" fault={fault} />
      <FaultNote fault={fault} />
      <SendButton busy={busy} action="Sign in" busyLabel="Signing in" />
    </form>
  )
}
