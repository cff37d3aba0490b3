import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { formatMonthlyPrice } from '@/components/format/money'
import { formatCalls, formatNumber } from '@/components/format/number'
import { FactTable } from '@/components/ui/fact-table'
import { SiteLink } from '@/components/ui/site-link'
import { dailyFailures, limits } from '@/server/access/limits'
import { plans } from '@/server/access/plans'
import { billingMode } from '@/server/billing/status'
import { env } from '@/server/env'

export const metadata: Metadata = { title: 'Quotas' }

export default function Quotas() {
  const { FREE_DAILY_QUOTA, BURST_LIMIT } = env()
  const hasPrices = billingMode() === 'on'
  return (
    <Article path="/docs/quotas">
      <Section id="plans" title="Quotas by plan">
        <FactTable
          caption="Quotas by plan"
          columns={['Who', 'Calls', 'Resets', ...(hasPrices ? ['Price'] : [])]}
          rows={[
            {
              key: 'page-session',
              cells: [
                'Visitor, no key',
                `${formatCalls(FREE_DAILY_QUOTA)} a day`,
                'at 00:00 UTC',
                ...(hasPrices ? ['free'] : []),
              ],
            },
            ...plans().map(({ id, name, monthlyQuota, monthlyPriceCents }) => ({
              key: id,
              cells: [
                name,
                monthlyQuota === null ? 'no limit' : `${formatCalls(monthlyQuota)} a month`,
                monthlyQuota === null ? 'never' : 'on the first of the month, 00:00 UTC',
                ...(hasPrices ? [formatMonthlyPrice(monthlyPriceCents)] : []),
              ],
            })),
          ]}
        />
        <ul className="points">
          <li>
            A visitor is an IPv4 address, or the /64 network of an IPv6 address. People behind one address share its
            quota.
          </li>
          <li>All keys of an account share its plan’s quota.</li>
          <li>
            A larger plan takes effect with the next call. <SiteLink href="/pricing">Plans and prices</SiteLink>
          </li>
        </ul>
      </Section>

      <Section id="what-counts" title="What counts">
        <p>
          Only calls answered with 200 count. An invalid request never counts, and a call that fails later is refunded
          before you get the answer. However many calls you make at once, a quota of N lets exactly N through.
        </p>
        <p>
          With no lookups left, <SiteLink href="/">Look up</SiteLink> still shows the identifiers in a link. Name,
          rating, short links and searches need a lookup.
        </p>
      </Section>

      <Section id="headers" title="What is left">
        <p>The headers of every answer of the three operations, and of a batch, show it, for 200 and 429 alike.</p>
        <Samples id="quotaHeaders" />
        <FactTable
          caption="Quota headers"
          columns={['Header', 'Meaning']}
          rows={[
            { key: 'limit', cells: [<Code key="c">X-RateLimit-Limit</Code>, 'Calls in the window, or unlimited.'] },
            {
              key: 'remaining',
              cells: [<Code key="c">X-RateLimit-Remaining</Code>, 'Calls left; 2147483647 if there is no limit.'],
            },
            {
              key: 'reset',
              cells: [
                <Code key="c">X-RateLimit-Reset</Code>,
                'When the window ends, in epoch seconds. Absent without a limit.',
              ],
            },
            {
              key: 'ietf',
              cells: [
                <Code key="c">RateLimit</Code>,
                'The same as in the IETF draft: r calls left, t seconds until the window ends. RateLimit-Policy gives the quota q and the window w in seconds.',
              ],
            },
            {
              key: 'retry',
              cells: [
                <Code key="c">Retry-After</Code>,
                'On 429 and 500: seconds to wait, at least 1. Omitted over an hour; retry_after in the body has every wait.',
              ],
            },
          ]}
        />
      </Section>

      <Section id="batches" title="Batches">
        <p>
          Each item of a <SiteLink href="/docs/lookups#batch">batch</SiteLink> is a call of its own: for the quota, for
          the limits of a key, and for the two limits below. What is beyond one of them has the status 429 in its place,
          and the items before it are answered. A batch is admitted as a whole: what fails in it makes room for the next
          call. An item that cannot be read, or that the key is not for, is never counted. The headers tell the quota as
          it stands after all items.
        </p>
      </Section>

      <Section id="bursts" title="Bursts">
        <p>
          Besides the quota, an account with all its keys, or a visitor, can make {formatCalls(BURST_LIMIT)} in ten
          seconds. Every call counts here, even one that fails or is refused, and so does each item of a batch. Beyond
          that the answer is 429 <SiteLink href="/docs/errors/too_many_requests">too_many_requests</SiteLink>: wait ten
          seconds, then slow down.
        </p>
        <p>
          An account or a network can also send 8 MiB in bodies over 16 KiB at the same time, for example two parts of a
          batch. Further ones get 429, too.
        </p>
      </Section>

      <Section id="failures" title="Failed lookups">
        <p>
          They use no quota, but those that reached Google have their own limit per UTC day:{' '}
          {formatCalls(limits.visitorFailures.max)} for a visitor, {formatCalls(dailyFailures({ monthlyQuota: null }))}{' '}
          on an unlimited plan, and a tenth of the monthly calls on any other, but at least{' '}
          {formatNumber(dailyFailures({ monthlyQuota: 0 }))}. Beyond that, resolve and search answer 429{' '}
          <SiteLink href="/docs/errors/too_many_requests">too_many_requests</SiteLink> until 00:00 UTC; convert still
          works.
        </p>
      </Section>
    </Article>
  )
}
