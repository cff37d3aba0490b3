import { formatCalls, formatNumber } from '@/components/format/number'
import type { Plan } from '@/server/access/plans'
import { PricingSection } from './section'

interface WhatCountsProps {
  /** The plan that every account begins with. */
  first: Plan
  /** Lookups a day without an account. */
  freeDailyQuota: number
}

/** What a call is, what is free, and what happens at the limit. */
export function WhatCounts({ first, freeDailyQuota }: WhatCountsProps) {
  const withAccount =
    first.monthlyQuota === null
      ? 'as many as you like with an account'
      : `${formatNumber(first.monthlyQuota)} a month with one`
  const facts = [
    [
      'What a call is',
      'One lookup, search or conversion that succeeds: an API call answered with 200, an item of a batch, a lookup on this site while you are signed in. A line that a batch has twice counts once.',
    ],
    [
      'What is free',
      `${formatCalls(freeDailyQuota)} a day without an account, ${withAccount}. Whatever fails is refunded, and a link that can’t be read never counts. Test keys, usage and converting on this site are free.`,
    ],
    [
      'What happens at the limit',
      'Calls are answered with 429 and the time when your quota returns. Nothing extra is charged. A batch in the background waits, then goes on by itself, and you get an email before you run out.',
    ],
  ] as const
  return (
    <PricingSection id="what-counts" title="What you pay for">
      <dl className="mt-5 grid gap-x-10 gap-y-6 md:grid-cols-3">
        {facts.map(([what, description]) => (
          <div key={what}>
            <dt className="font-medium">{what}</dt>
            <dd className="mt-1 text-soft">{description}</dd>
          </div>
        ))}
      </dl>
    </PricingSection>
  )
}
