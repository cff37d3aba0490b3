'use client'

import { useId, useState } from 'react'
import { quotaPhrase } from '@/components/pricing/plan-words'
import { planName, usePlans } from '@/components/pricing/plans'
import { ActionDialog } from '@/components/problems/action-dialog'
import { Select, TextField } from '@/components/ui/field'
import { Note } from '@/components/ui/note'
import { type Account, useAccountChanges } from './use-accounts'

/** A change that an operator can make to an account. */
export type AccountAction = 'plan' | 'suspend'

interface AccountDialogProps {
  account: Account
  /** @param message what changed, for screen readers. */
  onDone: (message: string) => void
  onClose: () => void
}

/**
 * Returns the dialogs for changes to accounts, to show on a page, and a function that opens one. Screen readers announce
 * each change.
 */
export function useAccountDialogs() {
  const [pending, setPending] = useState<{ action: AccountAction; account: Account } | null>(null)
  const [message, setMessage] = useState('')
  const close = () => setPending(null)
  const onDone = (done: string) => {
    close()
    setMessage(done)
  }
  const dialogs = (
    <>
      <p role="status" className="sr-only">
        {message}
      </p>
      {pending && <AccountDialog {...pending} onDone={onDone} onClose={close} />}
    </>
  )
  return { dialogs, open: (action: AccountAction, account: Account) => setPending({ action, account }) }
}

function AccountDialog({ action, account, onDone, onClose }: AccountDialogProps & { action: AccountAction }) {
  const Dialog = action === 'plan' ? PlanDialog : account.suspended === null ? SuspendDialog : ResumeDialog
  return <Dialog account={account} onDone={onDone} onClose={onClose} />
}

/** Asks for the new plan and explains the effect if the account has a subscription. */
function PlanDialog({ account, onDone, onClose }: AccountDialogProps) {
  const fieldId = useId()
  const { plans, billing } = usePlans()
  const { changePlan } = useAccountChanges()
  const [plan, setPlan] = useState<string>(account.plan)
  const [agreed, setAgreed] = useState(false)
  const { id, email, subscribed } = account
  const pays = billing === 'on' && subscribed
  const change = () =>
    changePlan.mutate(
      { account: id, plan, overSubscription: agreed },
      { onSuccess: () => onDone(`${email} is now on ${planName(plans, plan)}.`) },
    )
  return (
    <ActionDialog
      title={`Change plan for ${email}`}
      description={<p>The change takes effect on the next call, and the owner sees it under “Activity.”</p>}
      action="Change plan"
      busyLabel="Changing"
      dismiss="Cancel"
      busy={changePlan.isPending}
      error={changePlan.error}
      onAct={() => (plan === account.plan ? onClose() : change())}
      onClose={onClose}
    >
      <Select id={fieldId} label="Plan" value={plan} onChange={(event) => setPlan(event.currentTarget.value)}>
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

/** Asks for confirmation before an account’s suspension ends. */
function ResumeDialog({ account: { id, email, suspended }, onDone, onClose }: AccountDialogProps) {
  const { resume } = useAccountChanges()
  return (
    <ActionDialog
      title={`Resume ${email}?`}
      description={
        <div className="grid gap-3">
          {suspended?.reason && <p>Reason for the suspension: {suspended.reason}</p>}
          <p>The account’s keys work again from the next call. The reason is deleted.</p>
        </div>
      }
      action="Resume account"
      busyLabel="Resuming"
      dismiss="Cancel"
      busy={resume.isPending}
      error={resume.error}
      onAct={() => resume.mutate({ account: id }, { onSuccess: () => onDone(`${email} is no longer suspended.`) })}
      onClose={onClose}
    />
  )
}

/** Asks for confirmation and a reason before an account is suspended. */
function SuspendDialog({ account: { id, email, subscribed }, onDone, onClose }: AccountDialogProps) {
  const fieldId = useId()
  const { billing } = usePlans()
  const { suspend } = useAccountChanges()
  const [reason, setReason] = useState('')
  return (
    <ActionDialog
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
      dismiss="Cancel"
      look="destroy"
      busy={suspend.isPending}
      error={suspend.error}
      onAct={() =>
        suspend.mutate({ account: id, reason: reason.trim() }, { onSuccess: () => onDone(`${email} is suspended.`) })
      }
      onClose={onClose}
    >
      <TextField
        id={fieldId}
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
