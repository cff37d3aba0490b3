'use client'

import { type ReactNode, useState } from 'react'
import { authCall } from './auth-call'
import { CodeForm } from './code-form'
import { EmailField, PasswordField } from './fields'
import { emailOf, passwordOf } from './form-checks'
import { withQuery } from './next-path'
import { FaultNote } from './notes'
import { PasskeySignIn } from './passkey-sign-in'
import { SendButton } from './send-button'
import { useForm } from './use-form'

interface SignInFormProps {
  /** Where to go once signed in, within this site. */
  next: string
  /** Other ways to sign in, above the form. */
  providers: ReactNode
  /** The host name that passkeys belong to; null if there are none. */
  passkeyHost: string | null
}

/** Asks for email and password, then for a code if the account has two-step verification. */
export function SignInForm({ next, providers, passkeyHost }: SignInFormProps) {
  const [codeAsked, setCodeAsked] = useState(false)
  const { props, busy, fault } = useForm(async (data) => {
    const body = { email: emailOf(data), password: passwordOf(data), callbackURL: withQuery('/sign-in', { next }) }
    const { twoFactorRedirect } = await authCall<{ twoFactorRedirect?: boolean }>('/sign-in/email', body)
    if (twoFactorRedirect) {
      setCodeAsked(true)
      return 'done'
    }
    // A full page load, so that nothing cached for the signed-out state remains.
    location.assign(next)
    return 'leaving'
  })
  if (codeAsked) return <CodeForm next={next} onRestart={() => setCodeAsked(false)} />
  return (
    <>
      {providers}
      <form {...props} className="grid gap-5">
        <EmailField label="Email" autoComplete="username webauthn" fault={fault} />
        <PasswordField name="password" label="Password" autoComplete="current-password" fault={fault} />
        <FaultNote fault={fault} />
        <SendButton busy={busy} action="Sign in" busyLabel="Signing in" />
      </form>
      <PasskeySignIn host={passkeyHost} next={next} />
    </>
  )
}
