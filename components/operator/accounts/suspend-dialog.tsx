'use client'

import { ActionDialog } from '@/components/problem/action-dialog'
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

/** Asks before an account is suspended or resumed. */
export function SuspendDialog({ account, billing, busy, error, onConfirm, onClose }: SuspendDialogProps) {
  const { email, suspended, subscribed } = account
  const common = { busy, error, onAct: onConfirm, onClose, dismiss: 'Cancel' }
  if (suspended !== null) {
    return (
      <ActionDialog
        {...common}
        title={`Resume ${email}?`}
        description={<p>All its keys work again, starting with the next call.</p>}
        action="Resume account"
        busyLabel="Resuming"
      />
    )
  }
  return (
    <ActionDialog
      {...common}
      title={`Suspend ${email}?`}
      description={
        <div className="grid gap-3">
          <p>
            From the next call on, its keys are refused as if they did not exist. Its owner can’t look anything up or
            create keys.
          </p>
          <p>
            Nothing is deleted. The owner can still sign in, sees that the account is suspended, and can download its
            data, revoke keys and delete the account.
          </p>
          {billing === 'on' && subscribed && (
            <p>Its Stripe subscription continues. Cancel or pause it in Stripe to stop charges.</p>
          )}
        </div>
      }
      action="Suspend account"
      busyLabel="Suspending"
    />
  )
}
