import type { Billing } from '@/server/billing/status'

const facts = [
  ['Only answers count', 'A call that ends in an error is refunded; one with a broken link is never counted.'],
  [
    'One quota, many keys',
    'All keys of an account share its quota: up to 50 of them, each with an expiry if you like.',
  ],
  [
    'The month is UTC',
    'The quota is new on the first of each month at 00:00 UTC. The headers of each answer tell the rest.',
  ],
] as const

const change = {
  chosen: [
    'Change any time',
    'A larger plan begins with the next call. A cancelled one goes on to the end of its month.',
  ],
  granted: ['At once', 'A larger plan begins with the next call after the operator has granted it.'],
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
