'use client'

import { type ReactNode, useState } from 'react'
import { authCall } from './auth-call'
import { isStepEnded } from './auth-fault'
import { AppCodeField, RecoveryCodeField, SendButton } from './fields'
import { codeOf, recoveryCodeOf, textOf, useForm } from './form'
import { FaultNote } from './notes'

interface CodeFormProps {
  /** Where to go once signed in, within this site. */
  next: string
  /** Goes back to email and password. */
  onRestart: () => void
}

// One function for all renderings, so that the field gets the focus only when it appears.
const focus = (field: HTMLInputElement | null) => field?.focus()

/** The second step of signing in: a code from the app, or a recovery code. */
export function CodeForm({ next, onRestart }: CodeFormProps) {
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
