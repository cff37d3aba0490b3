import type { ReactNode } from 'react'
import { formatPrice } from '@/components/format/money'
import { formatCalls, formatNumber } from '@/components/format/number'
import { FactTable } from '@/components/ui/fact-table'
import { CheckIcon } from '@/components/ui/icons'
import { QuestionList } from '@/components/ui/question-list'
import { maxKeys } from '@/server/access/key-store'
import { dailyFailures, limits } from '@/server/access/limits'
import { type Plan, plans } from '@/server/access/plans'
import { maxLines } from '@/server/batches/limits'
import type { Billing } from '@/server/billing/status'
import { sourceKind } from '@/server/sources/source'
import { maxItems } from '@/server/trpc/listings/schemas'
import { rateOf } from './plan-words'

interface WhatCountsProps {
  /** The plan that every account begins with. */
  first: Plan
  /** Lookups a day without an account. */
  freeDailyQuota: number
  billing: Billing
}

/** What a call is, what is free, and what happens at the limit. */
export function WhatCounts({ first, freeDailyQuota, billing }: WhatCountsProps) {
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
    <PricingSection id="what-counts" title={billing === 'on' ? 'What you pay for' : 'What counts'}>
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

/** What each plan includes, beside what a visitor gets. */
export function Comparison({ billing }: { billing: Billing }) {
  const table = plans()
  /** Returns a row: what a visitor gets, and what each plan includes. */
  const row = (what: string, visitor: string | boolean, ofPlan: (plan: Plan) => string | boolean) => ({
    key: what,
    cells: [what, said(visitor), ...table.map((plan) => said(ofPlan(plan)))],
  })
  const burst = formatNumber(limits.burst.max)
  return (
    <PricingSection id="compare" title="Compare plans">
      <FactTable
        caption="What each plan includes"
        columns={['What you get', 'No account', ...table.map(({ name }) => name)]}
        rows={[
          row('Calls', `${formatNumber(limits.free.max)} a day`, ({ monthlyQuota }) =>
            monthlyQuota === null ? 'No limit' : `${formatNumber(monthlyQuota)} a month`,
          ),
          ...(billing === 'on'
            ? [
                row('Price a month', 'Free', ({ monthlyPriceCents }) =>
                  monthlyPriceCents === 0 ? 'Free' : formatPrice(monthlyPriceCents),
                ),
                row('Price of 1,000 calls', false, (plan) => rateOf(plan) ?? false),
              ]
            : []),
          row('Calls in 10 seconds', burst, () => burst),
          row('Failed lookups a day', formatNumber(limits.visitorFailures.max), (plan) =>
            formatNumber(dailyFailures(plan)),
          ),
          row('Items in one batch call', formatNumber(maxItems), () => formatNumber(maxItems)),
          row('Lines of a batch in the background', false, () => formatNumber(maxLines)),
          row('API keys', false, () => formatNumber(maxKeys)),
          row('Test keys, limits for each key', false, () => true),
          row('Signed callbacks', false, () => true),
          row('Usage by day, operation and key', false, () => true),
        ]}
      />
      <p className="mt-4 max-w-[44rem] text-sm text-soft">
        {formatCalls(limits.burst.max)} in ten seconds are for all keys of an account together. Failed lookups use no
        quota; the limit is on those that reached Google.
      </p>
    </PricingSection>
  )
}

/** Returns a cell: a text, or whether something is included. */
function said(value: string | boolean) {
  if (value === true)
    return (
      <>
        <span className="inline-block align-[-0.15em] text-done">
          <CheckIcon />
        </span>
        <span className="sr-only">Included</span>
      </>
    )
  if (value === false)
    return (
      <>
        <span aria-hidden="true" className="text-soft">
          –
        </span>
        <span className="sr-only">Not included</span>
      </>
    )
  return value
}

type Question = readonly [question: string, answer: string]

const everywhere: readonly Question[] = [
  [
    'Can I share one quota among several keys?',
    'Yes. All keys of an account draw on its quota. Give a key a monthly limit of its own to keep one program from using up the rest.',
  ],
  [
    'Do unused calls carry over?',
    'No. The quota starts again on the first of each month at 00:00 UTC. A plan you change to in between counts the calls of the month so far.',
  ],
  [
    'Which plan do I need for a list?',
    'Count the different lines: each that is found is one call. If a batch is larger than what is left of your month, it waits for the next one, or goes on at once after you change to a larger plan.',
  ],
  [
    'Can I run Pinref myself?',
    'Yes. It is open source under the MIT license. On your own server you set your own plans, and pay only for what Google bills you.',
  ],
]

const ofBilling: Record<Billing, readonly Question[]> = {
  on: [
    [
      'Can I change or cancel at any time?',
      'Yes, here and in the billing portal. A larger plan starts with your next call, and what is left of the old one is credited. A canceled plan runs to the end of the month you paid for.',
    ],
    [
      'How do I pay?',
      'By card, through Stripe. Pinref never sees the card’s number. Invoices are in the billing portal.',
    ],
  ],
  off: [
    [
      'Why does nothing cost anything?',
      'This server has no billing. Choose the plan with the quota you need; it starts with your next call.',
    ],
  ],
  operator: [
    [
      'How do I get a larger plan?',
      'Ask whoever runs this server. Once it is granted, it starts with your next call, for all your keys.',
    ],
  ],
}

const withGoogle: Question = [
  'Do I pay Google, too?',
  'No. Pinref reads identifiers from the links themselves, and pays for what it asks Google.',
]

/** Questions that people ask before they choose a plan. */
export const PricingQuestions = ({ billing }: { billing: Billing }) => (
  <PricingSection id="questions" title="Questions and answers">
    <QuestionList
      questions={[...ofBilling[billing], ...everywhere, ...(sourceKind() === 'places' ? [withGoogle] : [])]}
    />
  </PricingSection>
)

interface PricingSectionProps {
  id: string
  title: string
  children: ReactNode
}

/** A band of the pricing page, under the plans. */
function PricingSection({ id, title, children }: PricingSectionProps) {
  return (
    <section aria-labelledby={id} className="mt-14 border-t border-rule pt-8">
      <h2 id={id} className="text-title font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}
