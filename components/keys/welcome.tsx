'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { quotaPhrase } from '@/components/pricing/plan-words'
import { usePlans } from '@/components/pricing/plans'
import { type Outputs, useTRPC } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { CheckIcon } from '@/components/ui/icons'
import { ClockIcon } from '@/components/ui/part-icons'
import type { Plan } from '@/server/metering/access/limits'

/**
 * A paid plan becomes active seconds later, when Stripe's webhook arrives. These values set how long and how often to
 * poll for the activation.
 */
const patienceMs = 30_000
const pauseMs = 1_500

/** Shows whether the plan just chosen is active. */
export function Welcome({ chosen }: { chosen: Plan }) {
  const trpc = useTRPC()
  const { plans } = usePlans()
  const [waiting, setWaiting] = useState(true)
  const { data, refetch } = useQuery(
    trpc.plans.current.queryOptions(undefined, {
      refetchInterval: ({ state }) => (waiting && (!state.data || isAwaited(state.data, chosen)) ? pauseMs : false),
    }),
  )
  useEffect(() => {
    const timer = waiting ? setTimeout(() => setWaiting(false), patienceMs) : undefined
    return () => clearTimeout(timer)
  }, [waiting])

  const askAgain = () => {
    setWaiting(true)
    void refetch()
  }
  if (data && !isAwaited(data, chosen)) return <Note done>Your plan is active: {planWords(plans, data.plan)}.</Note>
  if (waiting) return <Note>{data ? 'Confirming your payment. This takes a few seconds.' : 'Loading your plan.'}</Note>
  return (
    <Note action={<Button onClick={askAgain}>Check again</Button>}>
      {data
        ? `Your payment isn’t confirmed yet. Your plan starts as soon as it is. Until then you have ${planWords(plans, data.plan)}.`
        : 'Your plan couldn’t be loaded. Your keys aren’t affected.'}
    </Note>
  )
}

function Note({ done = false, action, children }: { done?: boolean; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-rule bg-sheet px-4 py-3 shadow-card">
      <p role="status" className="flex min-w-0 flex-1 basis-64 gap-2.5 font-medium">
        <span className={`mt-1 ${done ? 'text-done' : 'text-soft'}`}>{done ? <CheckIcon /> : <ClockIcon />}</span>
        <span>{children}</span>
      </p>
      {action}
    </div>
  )
}

/** Whether a chosen plan is not active yet because its payment has not been confirmed. */
export function isAwaited({ billing, plan }: Outputs['plans']['current'], chosen: Plan): boolean {
  return billing === 'on' && plan !== chosen.id && chosen.monthlyPriceCents > 0
}

/** Describes a plan and its quota: "Growth, 10,000 calls a month". */
export function planWords(plans: readonly Plan[], id: string): string {
  const plan = plans.find((one) => one.id === id)
  return plan ? `${plan.name}, ${quotaPhrase(plan)}` : id
}
