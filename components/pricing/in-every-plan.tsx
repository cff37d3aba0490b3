import type { Billing } from '@/server/billing/status'

const facts = [
  ['Only successful calls count', 'A call that fails is refunded. One with a broken link never counts.'],
  [
    'One quota, many keys',
    'All keys on an account share its quota: up to 50 of them, each with its own expiry if you like.',
  ],
  [
    'Resets every month',
    'Your quota resets on the first of each month at 00:00 UTC. The headers of every answer show what is left.',
  ],
] as const

const change = {
  chosen: [
    'Change any time',
    'A larger plan starts with your next call. A cancelled one runs to the end of its month.',
  ],
  granted: ['At once', 'A larger plan starts with your next call once it is granted.'],
} as const

/** What all plans have in common. */
export function InEveryPlan({ billing }: { billing: Billing }) {
  return (
    <section aria-labelledby="every-plan" className="mt-12 border-t border-rule pt-8">
      <h2 id="every-plan" className="text-title font-semibold">
        In every plan
      </h2>
      <dl className="mt-5 grid gap-x-10 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
        {[...facts, change[billing === 'operator' ? 'granted' : 'chosen']].map(([what, description]) => (
          <div key={what}>
            <dt className="font-medium">{what}</dt>
            <dd className="mt-1 text-sm text-soft">{description}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
