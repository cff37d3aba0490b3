import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { formatMonthlyPrice } from '@/components/format/money'
import { formatCalls } from '@/components/format/number'
import { FactTable } from '@/components/ui/fact-table'
import { SiteLink } from '@/components/ui/site-link'
import { plans } from '@/server/access/plans'
import { env } from '@/server/env'

export const metadata: Metadata = { title: 'Billing' }

export default function Billing() {
  return (
    <Article path="/docs/billing">
      <p>
        With Stripe, people pay for plans in Stripe’s checkout, and manage invoices, cards and cancellation in its
        portal. Card numbers never reach Pinref. Without Stripe, choosing a plan grants it. But if a Google key is set,
        so that calls cost money, only operators grant plans, and the pricing page says who to contact.
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
            until you do.
          </li>
          <li>Give Pinref a secret key and the webhook’s signing secret. Start with those of test mode.</li>
        </ol>
        <Samples id="stripe" />
        <p>
          Products and prices are created in Stripe when someone first chooses a plan. If you change a plan’s price, it
          gets a new price in Stripe, and existing subscribers keep the old one. To use your own prices, name them as{' '}
          <Code>stripePriceId</Code> in <Code>PLANS</Code>.
        </p>
      </Section>

      <Section id="plans" title="The plans">
        <FactTable
          caption="Plans"
          columns={['Plan', 'Calls per month', 'Price']}
          rows={plans().map(({ id, name, monthlyQuota, monthlyPriceCents }) => ({
            key: id,
            cells: [
              name,
              monthlyQuota === null ? 'no limit' : formatCalls(monthlyQuota),
              formatMonthlyPrice(monthlyPriceCents),
            ],
          }))}
        />
        <p>
          <Code>PLANS</Code> sets other names, quotas and prices. An account whose plan no longer exists moves to the
          first one.
        </p>
      </Section>

      <Section id="failed" title="When a payment fails">
        <p>
          While Stripe retries the payment, the plan stays active. You choose in Stripe what happens after the last
          attempt, under Billing, Subscriptions and emails: “cancel the subscription” or “mark the subscription as
          unpaid”. Either one moves the account to the first plan; its keys keep working. “Leave as past due” would
          grant the plan forever.
        </p>
      </Section>

      <Section id="events" title="Events">
        <p>
          An event only says whose plan may have changed; Pinref then asks Stripe for the current state. So events may
          arrive twice, late or in any order. If an event cannot be handled, the answer is 500 and Stripe sends it
          again. A wrong signature gets 400 with the code{' '}
          <SiteLink href="/docs/errors/invalid_request">invalid_request</SiteLink>.
        </p>
      </Section>
    </Article>
  )
}
