import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { formatMonthlyPrice } from '@/components/format/money'
import { formatCalls } from '@/components/format/number'
import { FactTable } from '@/components/ui/fact-table'
import { SiteLink } from '@/components/ui/site-link'
import { plans } from '@/server/metering/access/limits'
import { env } from '@/server/platform/settings/env'

export const metadata: Metadata = { title: 'Billing' }

export default function Billing() {
  return (
    <Article path="/docs/billing">
      <p>
        With Stripe, customers pay for plans in Stripe Checkout and manage invoices, cards, and cancellation in Stripe’s
        customer portal. Card numbers never reach Pinref. Without Stripe, plans take effect once chosen, but with a
        Google key, only operators can grant them, and the pricing page shows whom to contact.
      </p>

      <Section id="set-up" title="Set it up">
        <ol className="points">
          <li>
            In the Stripe dashboard, under Developers, add a webhook endpoint:{' '}
            <Code>{`${env().APP_URL}/api/billing/webhook`}</Code>
          </li>
          <li>
            Select these events: <Code>customer.subscription.*</Code>, <Code>customer.deleted</Code>,{' '}
            <Code>invoice.*</Code>, <Code>checkout.session.*</Code>
          </li>
          <li>
            Under Settings, Billing, Customer portal, save the settings once, even unchanged, or the portal won’t open.
          </li>
          <li>Give Pinref your secret key and the webhook’s signing secret. Start in test mode.</li>
        </ol>
        <Samples id="stripe" />
        <p>
          Pinref creates a plan’s product and price in Stripe when someone first chooses it. If you change the price,
          existing subscribers keep the old one. To use your own prices, set them as <Code>stripePriceId</Code> in{' '}
          <Code>PLANS</Code>.
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
          Set other names, quotas, and prices in <Code>PLANS</Code>. An account whose plan no longer exists moves to the
          first plan.
        </p>
      </Section>

      <Section id="failed" title="When a payment fails">
        <p>
          The plan remains active while Stripe retries the payment. In Stripe, under Billing, Subscriptions and emails,
          choose what happens after the last attempt: “cancel the subscription” or “mark the subscription as unpaid”.
          Either one moves the account to the first plan; its keys keep working. “Leave as past due” would leave the
          plan active forever.
        </p>
      </Section>

      <Section id="events" title="Events">
        <p>
          After each event, Pinref gets the current state from Stripe, so duplicate, late, or out-of-order events are
          harmless. If Pinref can’t process an event, it returns 500, and Stripe sends the event again. An invalid
          signature returns 400 <SiteLink href="/docs/errors/invalid_request">invalid_request</SiteLink>.
        </p>
      </Section>
    </Article>
  )
}
