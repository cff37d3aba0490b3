'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { formatNumber } from '@/components/format/number'
import { ActionDialog } from '@/components/problems/action-dialog'
import { type CallError, useTRPC } from '@/components/trpc/client'
import { Button, SteadyLabel } from '@/components/ui/button'
import type { Plan } from '@/server/metering/access/limits'
import type { PlanStep } from './plan-step'
import { dayWords, quotaPhrase } from './plan-words'

export interface ChoosePlanProps {
  plan: Plan
  step: PlanStep & { action: string }
  look: 'primary' | 'plain'
}

/** Switches the account to a plan after confirmation, through checkout if it is paid, then opens the keys page. */
export function ChoosePlan({ plan, step, look }: ChoosePlanProps) {
  const [pending, setPending] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const router = useRouter()
  const trpc = useTRPC()
  const choose = useMutation(
    trpc.plans.choose.mutationOptions({
      onSuccess: ({ url }) => {
        const onward = url ?? (step.grants ? `/keys?welcome=${plan.id}` : null)
        if (onward) {
          setLeaving(true)
          location.assign(onward)
          return
        }
        setPending(false)
        router.refresh()
      },
    }),
  )
  const busy = choose.isPending || leaving
  const ask = () => {
    choose.reset()
    setPending(true)
  }
  return (
    <>
      <Button look={look} busy={busy} className="min-h-12 w-full" onClick={ask}>
        <SteadyLabel labels={[step.action, 'One moment']} shown={busy ? 'One moment' : step.action} />
      </Button>
      {pending && (
        <PlanDialog
          plan={plan}
          step={step}
          busy={busy}
          error={choose.error}
          onChoose={() => busy || choose.mutate({ plan: plan.id })}
          onClose={() => setPending(false)}
        />
      )}
    </>
  )
}

interface PlanDialogProps {
  plan: Plan
  step: PlanStep
  busy: boolean
  error: CallError | null
  onChoose: () => void
  onClose: () => void
}

/**
 * Asks for confirmation before changing the plan. Shows both plans, the price, the start of the new plan, and what
 * happens to this month's calls.
 */
function PlanDialog({ plan, step: { terms, grants }, busy, error, onChoose, onClose }: PlanDialogProps) {
  const { title, from, price, starts, confirm } = terms
  const trpc = useTRPC()
  const { data: usage = null } = useQuery(trpc.usage.month.queryOptions({}))
  const { data: watching = null } = useQuery(trpc.watchlists.overview.queryOptions())
  const watched = watching && watchedWords(plan, watching.watched.listings, from === null || grants)
  const rows = [
    ...(from ? [['From', `${from.name}: ${quotaPhrase(from)}`]] : []),
    [from ? 'To' : 'Plan', `${plan.name}: ${quotaPhrase(plan)}`],
    ['Price', price],
    ['Takes effect', starts],
    ['This month’s calls', callsWords(plan, { from, grants }, usage)],
    ...(watched ? [['Watched listings', watched] as const] : []),
  ] as const
  return (
    <ActionDialog
      title={title}
      description={
        <dl className="mt-4 divide-y divide-rule border-y border-rule text-sm">
          {rows.map(([name, value]) => (
            <div key={name} className="grid gap-x-4 py-2.5 sm:grid-cols-[9rem_1fr]">
              <dt>{name}</dt>
              <dd className="text-ink">{value}.</dd>
            </div>
          ))}
        </dl>
      }
      action={confirm}
      busyLabel="One moment"
      dismiss="Cancel"
      busy={busy}
      error={error}
      onAct={onChoose}
      onClose={onClose}
    />
  )
}

/**
 * Describes what happens to watched listings if a plan allows fewer than an account has; null if it allows them all.
 * @param isNow whether the plan starts immediately.
 */
export function watchedWords(plan: Plan, listings: number, isNow: boolean): string | null {
  if (plan.watched === null || listings <= plan.watched) return null
  const over = formatNumber(listings - plan.watched)
  const most = plan.watched === 0 ? 'none' : formatNumber(plan.watched)
  return `You watch ${formatNumber(listings)}, and ${plan.name} allows ${most}, so ${isNow ? '' : 'from then on '}they aren’t checked until you remove ${over}`
}

/**
 * Describes what happens to this month's calls when the plan changes.
 * @param usage of this month; null until known.
 */
export function callsWords(
  plan: Plan,
  { from, grants }: { from: Plan | null; grants: boolean },
  usage: { used: number; resetSeconds: number } | null,
): string {
  const { monthlyQuota } = plan
  if (from === null) return 'They count as before'
  if (!grants) return `They count against ${from.name} until then`
  if (monthlyQuota === null) return 'No longer limited'
  if (usage === null) return `Calls so far count toward the new ${formatNumber(monthlyQuota)}`
  const { used, resetSeconds } = usage
  if (used === 0) return `None yet, so you start with ${formatNumber(monthlyQuota)}`
  const left = monthlyQuota - used
  const made = `You’ve made ${formatNumber(used)}`
  return left > 0
    ? `${made}, which count toward the new ${formatNumber(monthlyQuota)}, so ${formatNumber(left)} are left`
    : `${made}, and ${plan.name} has ${formatNumber(monthlyQuota)}, so calls are rejected until ${dayWords(resetSeconds * 1000)}`
}
