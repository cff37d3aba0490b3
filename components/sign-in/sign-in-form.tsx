'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { authCall } from './auth-call'
import { AuthFault } from './auth-fault'
import { CodeForm } from './code-form'
import { EmailField, PasswordField, SendButton } from './fields'
import { emailOf, passwordOf, useForm } from './form'
import { withQuery } from './next-path'
import { FaultNote } from './notes'
import { offerPasskeys, signInWithPasskey, usePasskeys, withdrawPasskeys } from './passkey-call'

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
  const [needsCode, setNeedsCode] = useState(false)
  const { props, busy, fault } = useForm(async (data) => {
    const body = { email: emailOf(data), password: passwordOf(data), callbackURL: withQuery('/sign-in', { next }) }
    const { twoFactorRedirect } = await authCall<{ twoFactorRedirect?: boolean }>('/sign-in/email', body)
    if (twoFactorRedirect) {
      setNeedsCode(true)
      return 'done'
    }
    // A full page load, so that nothing cached for the signed-out state remains.
    location.assign(next)
    return 'leaving'
  })
  if (needsCode) return <CodeForm next={next} onRestart={() => setNeedsCode(false)} />
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

interface PasskeySignInProps {
  /** The host name that passkeys belong to; null if there are none. */
  host: string | null
  /** Where to go once signed in, within this site. */
  next: string
}

/** Signs in with a passkey, which the browser offers in the email field, or through this button. */
function PasskeySignIn({ host, next }: PasskeySignInProps) {
  const usable = usePasskeys(host)
  const { props, busy, fault, setFault } = useForm(async () => {
    await signInWithPasskey()
    location.assign(next)
    return 'leaving'
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: offered once for a page
  useEffect(() => {
    if (!usable) return
    offerPasskeys().then(
      (signedIn) => signedIn && location.assign(next),
      (error: unknown) => error instanceof AuthFault && setFault(error),
    )
    return () => {
      withdrawPasskeys()
    }
  }, [usable])
  if (!usable) return null
  return (
    <form {...props} className="mt-5 grid gap-2.5 border-t border-rule pt-5">
      <Button type="submit" busy={busy} className="min-h-12 w-full text-base">
        Sign in with a passkey
      </Button>
      <FaultNote fault={fault} />
    </form>
  )
}
