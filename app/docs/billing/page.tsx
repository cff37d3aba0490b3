import type { Metadata } from 'next'
import Link from 'next/link'
import { Article } from '@/components/docs/article'
import { FactTable } from '@/components/docs/fact-table'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { formatMonthlyPrice } from '@/components/format/money'
import { formatCalls } from '@/components/format/number'
import { plans } from '@/server/access/plans'
import { env } from '@/server/env'

export const metadata: Metadata = { title: 'Billing' }

export default function Billing() {
  return (
    <Article path="/docs/billing">
      <p>
        With Stripe a paid plan goes through its checkout, and invoices, cards and cancellation are on its portal. Card
        numbers never reach Pinref. Without Stripe, choosing a plan grants it; but where a Google key is set, so that
        calls cost money, the operator alone grants plans, and the pricing page says to ask.
      </p>

      <Section id="set-up" title="Set it up">
        <ol className="points">
          <li>
            In Stripe’s dashboard, under Developers, add a webhook endpoint:{' '}
            <Code>{`${env().APP_URL}/api/billing/webhook`}</Code>
          </li>
          <li>
            Send it these events: <Code>customer.subscription.*</Code>, <Code>customer.deleted</Code>,{' '}
            <Code>invoice.*</Code>, <Code>checkout.session.*</Code>
          </li>
          <li>
            Under Settings, Billing, Customer portal, save the settings once, even unchanged: the portal does not open
            before that.
          </li>
          <li>Give Pinref a secret key and the signing secret of the webhook. Use those of test mode first.</li>
        </ol>
        <Samples id="stripe" />
        <p>
          Products and prices are made in Stripe when somebody first chooses them. A plan whose price changes gets a new
          price there; who subscribed earlier keeps the old one. To charge by prices of your own, name them as{' '}
          <Code>stripePriceId</Code> in <Code>PLANS</Code>.
        </p>
      </Section>

      <Section id="plans" title="The plans">
        <FactTable
          caption="Plans"
          columns={['Plan', 'Calls a month', 'Price']}
          rows={plans().map(({ id, name, monthlyQuota, monthlyPriceCents }) => ({
            key: id,
            cells: [
              name,
              monthlyQuota === null ? 'without limit' : formatCalls(monthlyQuota),
              formatMonthlyPrice(monthlyPriceCents),
            ],
          }))}
        />
        <p>
          <Code>PLANS</Code> sets other names, quotas and prices. An account whose plan is no longer among them has the
          first one.
        </p>
      </Section>

      <Section id="failed" title="When a payment fails">
        <p>
          While Stripe tries again the plan goes on. What happens after the last try is set in Stripe, under Billing,
          Subscriptions and emails: choose “cancel the subscription” or “mark the subscription as unpaid”. Either takes
          the account back to the first plan; its keys go on. “Leave as past due” would grant the plan for ever.
        </p>
      </Section>

      <Section id="events" title="Events">
        <p>
          An event only says whose plan may have changed; what it is now is asked of Stripe. So events may come twice,
          late or in any order. One that could not be handled is answered 500, and Stripe sends it again. A signature
          that does not fit is answered 400 with the code{' '}
          <Link href="/docs/errors/invalid_request">invalid_request</Link>.
        </p>
      </Section>
    </Article>
  )
}
