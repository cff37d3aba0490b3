'use client'

import { StepDialog } from '@/components/problem/step-dialog'
import type { CallError } from '@/components/trpc/client'
import type { Billing } from '@/server/billing/status'
import type { Account } from './use-accounts'

interface SuspendDialogProps {
  account: Account
  billing: Billing
  busy: boolean
  error: CallError | null
  onConfirm: () => void
  onClose: () => void
}

/** Asks before an account is suspended, or works again. */
export function SuspendDialog({ account, billing, busy, error, onConfirm, onClose }: SuspendDialogProps) {
  const { email, suspended, subscribed } = account
  const common = { busy, error, onAct: onConfirm, onClose, dismiss: 'Cancel' }
  if (suspended !== null) {
    return (
      <StepDialog
        {...common}
        title={`Resume ${email}?`}
        description={<p>All its keys work again, from the next call on.</p>}
        action="Resume account"
        busyLabel="Resuming"
      />
    )
  }
  return (
    <StepDialog
      {...common}
      title={`Suspend ${email}?`}
      description={
        <div className="grid gap-3">
          <p>
            From the next call on, all its keys are refused like keys that do not exist. It cannot look anything up on
            the pages or create keys.
          </p>
          <p>
            Nothing is deleted. Its owner can still sign in, is told that the account is suspended, and can download the
            data, revoke keys and delete the account.
          </p>
          {billing === 'on' && subscribed && (
            <p>Its subscription at Stripe goes on. Cancel or pause it there if nothing is to be charged.</p>
          )}
        </div>
      }
      action="Suspend account"
      busyLabel="Suspending"
    />
  )
}
