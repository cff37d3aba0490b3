'use client'

import { useQuery } from '@tanstack/react-query'
import { ActionDialog } from '@/components/problem/action-dialog'
import { type CallError, useTRPC } from '@/components/trpc/client'
import type { Plan } from '@/server/access/plans'
import { callsWords } from './calls-words'
import type { PlanStep } from './plan-step'
import { quotaPhrase } from './plan-words'

interface PlanDialogProps {
  plan: Plan
  step: PlanStep
  busy: boolean
  error: CallError | null
  onChoose: () => void
  onClose: () => void
}

/** Asks before a plan is changed: from which to which, what it costs, when it starts, and what happens to this month's calls. */
export function PlanDialog({ plan, step: { terms, grants }, busy, error, onChoose, onClose }: PlanDialogProps) {
  const { title, from, price, starts, confirm } = terms
  const trpc = useTRPC()
  const { data: usage = null } = useQuery(trpc.usage.month.queryOptions({}))
  const rows = [
    ...(from ? [['From', `${from.name}: ${quotaPhrase(from)}`]] : []),
    [from ? 'To' : 'Plan', `${plan.name}: ${quotaPhrase(plan)}`],
    ['Price', price],
    ['Takes effect', starts],
    ['This month’s calls', callsWords(plan, { from, grants }, usage)],
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
