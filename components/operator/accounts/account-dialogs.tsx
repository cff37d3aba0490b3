'use client'

import { useId, useState } from 'react'
import { quotaPhrase } from '@/components/pricing/plan-words'
import { ActionDialog } from '@/components/problems/action-dialog'
import { Note } from '@/components/sign-in/notes'
import type { CallError, Outputs } from '@/components/trpc/client'
import { Select, TextField } from '@/components/ui/field'
import type { Billing } from '@/server/features/billing/status'
import type { Account } from './use-accounts'

interface PlanDialogProps {
  account: Account
  plans: ReadonlyArray<Outputs['plans']['list'][number]>
  billing: Billing
  busy: boolean
  error: CallError | null
  onChange: (plan: string, overSubscription: boolean) => void
  onClose: () => void
}

/** Asks for the new plan and explains the effect if the account has a subscription. */
export function PlanDialog({ account, plans, billing, busy, error, onChange, onClose }: PlanDialogProps) {
  const id = useId()
  const [plan, setPlan] = useState<string>(account.plan)
  const [agreed, setAgreed] = useState(false)
  const pays = billing === 'on' && account.subscribed
  return (
    <ActionDialog
      title={`Change plan for ${account.email}`}
      description={<p>The change takes effect on the next call, and the owner sees it under “Activity.”</p>}
      action="Change plan"
      busyLabel="Changing"
      dismiss="Cancel"
      busy={busy}
      error={error}
      onAct={() => (plan === account.plan ? onClose() : onChange(plan, agreed))}
      onClose={onClose}
    >
      <Select id={id} label="Plan" value={plan} onChange={(event) => setPlan(event.currentTarget.value)}>
        {plans.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}: {quotaPhrase(one)}
          </option>
        ))}
      </Select>
      {pays && (
        <>
          <Note tone="limit">
            This account has a Stripe subscription. Billing continues unchanged, and the next Stripe event resets the
            plan. To change what the account pays, change the subscription in Stripe instead.
          </Note>
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              required
              className="size-4.5 accent-(--ink)"
              checked={agreed}
              onChange={(event) => setAgreed(event.currentTarget.checked)}
            />
            Change it anyway
          </label>
        </>
      )}
      {billing === 'on' && !pays && (
        <p className="text-sm text-soft">
          The account isn’t charged for this. Once it subscribes, its subscription sets the plan.
        </p>
      )}
    </ActionDialog>
  )
}

interface SuspendDialogProps {
  account: Account
  billing: Billing
  busy: boolean
  error: CallError | null
  /** @param reason why it is suspended; empty if it is resumed. */
  onConfirm: (reason: string) => void
  onClose: () => void
}

/** Asks for confirmation and a reason before suspending an account, or for confirmation before resuming it. */
export function SuspendDialog({ account, billing, busy, error, onConfirm, onClose }: SuspendDialogProps) {
  const id = useId()
  const [reason, setReason] = useState('')
  const { email, suspended, subscribed } = account
  const common = { busy, error, onAct: () => onConfirm(reason.trim()), onClose, dismiss: 'Cancel' }
  if (suspended !== null) {
    return (
      <ActionDialog
        {...common}
        title={`Resume ${email}?`}
        description={
          <div className="grid gap-3">
            {suspended.reason && <p>Reason for the suspension: {suspended.reason}</p>}
            <p>The account’s keys work again from the next call. The reason is deleted.</p>
          </div>
        }
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
            The account’s next calls with a key are rejected as if the key didn’t exist. Calls in progress complete. The
            owner can’t look anything up or create keys.
          </p>
          <p>
            Nothing is deleted. The owner can still sign in, see that the account is suspended and how to contact you,
            download its data, revoke keys, stop paying, and delete the account. The same person can then sign up again.
          </p>
          {billing === 'on' && subscribed && (
            <p>The Stripe subscription continues. Cancel or pause it in Stripe to stop charges.</p>
          )}
        </div>
      }
      action="Suspend account"
      busyLabel="Suspending"
      look="destroy"
    >
      <TextField
        id={id}
        label="Reason"
        hint="Operators see it with the account and under “Activity.” The owner doesn’t."
        required
        pattern=".*\S.*"
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ActionDialog>
  )
}
