import type { ReactNode } from 'react'
import { formatPrice } from '@/components/format/money'
import { formatCalls, formatNumber } from '@/components/format/number'
import { FactTable } from '@/components/ui/fact-table'
import { CheckIcon } from '@/components/ui/icons'
import { QuestionList } from '@/components/ui/question-list'
import { maxItems } from '@/server/entrances/trpc/listings/schemas'
import { maxLines } from '@/server/features/batches/limits'
import type { Billing } from '@/server/features/billing/status'
import { isWatching } from '@/server/features/watchlists/schedule'
import { maxKeys } from '@/server/metering/access/key-store'
import { dailyFailures, limits, type Plan, plans } from '@/server/metering/access/limits'
import { sourceKind } from '@/server/places/sources/source'
import { checksCount, rateOf } from './plan-words'

interface WhatCountsProps {
  /** The plan that every account starts with. */
  first: Plan
  /** Lookups a day without an account. */
  freeDailyQuota: number
  billing: Billing
}

/** What counts as a call, what is free, and what happens at the limit. */
export function WhatCounts({ first, freeDailyQuota, billing }: WhatCountsProps) {
  const withAccount =
    first.monthlyQuota === null
      ? 'as many as you like with an account'
      : `${formatNumber(first.monthlyQuota)} a month with one`
  const checks = checksCount(plans())
  const facts = [
    [
      'What counts as a call',
      `One successful lookup, search, or conversion: an API call that returns 200, an item in a batch, or a lookup on this site while you’re signed in. Duplicate lines in a batch count once.${checks === 'never' ? '' : ` ${checks === 'always' ? 'Each' : 'On some plans, each'} check of a watched listing counts, too.`}${isWatching() ? ' A check of a watched listing for closure always counts.' : ''}`,
    ],
    [
      'What’s free',
      `${formatCalls(freeDailyQuota)} a day without an account, ${withAccount}. Failed calls are refunded, and links that can’t be read never count. Test keys, usage requests, and converting on this site are free${isWatching() && checks === 'never' ? ', and so are checks of watched listings, except for closure' : ''}.`,
    ],
    [
      'What happens at the limit',
      'Calls return 429 with the time your quota resets. There are no extra charges. Background batches wait, then resume automatically. You get an email before you run out.',
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
    cells: [what, cellOf(visitor), ...table.map((plan) => cellOf(ofPlan(plan)))],
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
                row('Price per month', 'Free', ({ monthlyPriceCents }) =>
                  monthlyPriceCents === 0 ? 'Free' : formatPrice(monthlyPriceCents),
                ),
                row('Price per 1,000 calls', false, (plan) => rateOf(plan) ?? false),
              ]
            : []),
          row('Calls per 10 seconds', burst, () => burst),
          row('Failed lookups per day', formatNumber(limits.visitorFailures.max), (plan) =>
            formatNumber(dailyFailures(plan)),
          ),
          row('Items per batch call', formatNumber(maxItems), () => formatNumber(maxItems)),
          row('Lines per background batch', false, () => formatNumber(maxLines)),
          ...(isWatching()
            ? [
                row('Watched listings', false, ({ watched }) =>
                  watched === null ? 'No limit' : watched > 0 && formatNumber(watched),
                ),
              ]
            : []),
          ...(checksCount(table) === 'never'
            ? []
            : [row('Checks of watched listings', false, (plan) => (plan.rechecksCount ? 'Count as calls' : 'Free'))]),
          row('API keys', false, () => formatNumber(maxKeys)),
          row('Test keys and per-key limits', false, () => true),
          row('Signed callbacks', false, () => true),
          row('Usage by day, operation, and key', false, () => true),
        ]}
      />
      <p className="mt-4 max-w-[44rem] text-sm text-soft">
        All of an account’s keys share the limit of {formatCalls(limits.burst.max)} per 10 seconds. Failed lookups don’t
        use quota. Their daily limit counts only those that reached Google.
      </p>
    </PricingSection>
  )
}

/** Returns a cell with text or with a mark for whether something is included. */
function cellOf(value: string | boolean) {
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
    'Yes. All of an account’s keys share its quota. To keep one program from using it all, set a monthly limit on its key.',
  ],
  [
    'Do unused calls carry over?',
    'No. The quota resets on the first of each month at 00:00 UTC. If you change plans mid-month, the calls you’ve already made count toward the new plan.',
  ],
  [
    'Which plan do I need for a list?',
    'Count the unique lines. Each line found counts as one call. If a batch exceeds what’s left this month, it waits for next month, or resumes as soon as you change to a larger plan.',
  ],
  [
    'Can I run Pinref myself?',
    'Yes. It’s open source under the MIT license. On your own server, you set your own plans and pay only what Google bills you.',
  ],
]

const ofBilling: Record<Billing, readonly Question[]> = {
  on: [
    [
      'Can I change or cancel at any time?',
      'Yes, here or in the billing portal. A larger plan starts with your next call, and unused time on the old one is credited. A canceled plan runs until the end of the paid month.',
    ],
    [
      'How do I pay?',
      'By card, through Stripe. Pinref never sees your card number. Invoices are in the billing portal.',
    ],
  ],
  off: [
    [
      'Why is everything free?',
      'This server has no billing. Choose the plan with the quota you need. It starts with your next call.',
    ],
  ],
  operator: [
    [
      'How do I get a larger plan?',
      'Ask the person who runs this server. Once granted, it starts with your next call, for all your keys.',
    ],
  ],
}

const withGoogle: Question = [
  'Do I pay Google too?',
  'No. Pinref reads identifiers from the links themselves and pays for its own requests to Google.',
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

/** A section of the pricing page, below the plans. */
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
