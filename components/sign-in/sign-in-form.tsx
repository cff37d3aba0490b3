'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { AuthFault, authCall, isStepEnded } from './auth-call'
import {
  AppCodeField,
  codeOf,
  EmailField,
  emailOf,
  PasswordField,
  passwordOf,
  RecoveryCodeField,
  recoveryCodeOf,
  SendButton,
  textOf,
  useForm,
} from './form'
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

interface CodeFormProps {
  /** Where to go once signed in, within this site. */
  next: string
  /** Goes back to email and password. */
  onRestart: () => void
}

// A stable function, so that the field is focused only when it appears.
const focus = (field: HTMLInputElement | null) => field?.focus()

/** The second step of signing in: a code from the app, or a recovery code. */
function CodeForm({ next, onRestart }: CodeFormProps) {
  const [kind, setKind] = useState<'app' | 'recovery'>('app')
  const isApp = kind === 'app'
  const { props, busy, fault, setFault } = useForm(async (data) => {
    const trustDevice = textOf(data, 'trust') !== ''
    if (isApp) await authCall('/two-factor/verify-totp', { code: codeOf(data), trustDevice })
    else await authCall('/two-factor/verify-backup-code', { code: recoveryCodeOf(data), trustDevice })
    location.assign(next)
    return 'leaving'
  })
  const change = () => {
    setFault(null)
    setKind(isApp ? 'recovery' : 'app')
  }
  return (
    <form {...props} className="grid gap-5">
      <div>
        <h2 className="text-title font-semibold">Two-step verification</h2>
        <p className="mt-1 text-soft">
          {isApp
            ? 'Enter the code from your authenticator app.'
            : 'Enter one of the recovery codes you saved. Each works once.'}
        </p>
      </div>
      {isApp ? (
        <AppCodeField key="app" ref={focus} fault={fault} />
      ) : (
        <RecoveryCodeField key="recovery" ref={focus} fault={fault} />
      )}
      <label className="flex min-h-10 items-center gap-3">
        <input type="checkbox" name="trust" className="size-5 shrink-0 accent-ink" />
        Don’t ask again on this browser for 30 days
      </label>
      <FaultNote fault={fault} />
      <SendButton busy={busy} action="Verify" busyLabel="Verifying" />
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <LinkButton onClick={change}>{isApp ? 'Use a recovery code' : 'Use your app'}</LinkButton>
        <LinkButton onClick={onRestart}>{fault && isStepEnded(fault) ? 'Sign in again' : 'Back'}</LinkButton>
      </p>
    </form>
  )
}

const LinkButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button
    type="button"
    onClick={onClick}
    className="min-h-10 rounded-sm font-medium underline decoration-edge underline-offset-4 hover:decoration-ink"
  >
    {children}
  </button>
)
