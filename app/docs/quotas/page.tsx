import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { formatMonthlyPrice } from '@/components/format/money'
import { formatCalls, formatNumber } from '@/components/format/number'
import { checksCount } from '@/components/pricing/plan-words'
import { FactTable } from '@/components/ui/fact-table'
import { SiteLink } from '@/components/ui/site-link'
import { billingMode } from '@/server/features/billing/status'
import { isWatching } from '@/server/features/watchlists/schedule'
import { dailyFailures, limits, plans } from '@/server/metering/access/limits'
import { env } from '@/server/platform/settings/env'

export const metadata: Metadata = { title: 'Quotas' }

const checkWords = {
  never: 'Checks don’t count as calls.',
  sometimes: 'On some plans, each check counts as a call.',
  always: 'Each check counts as a call.',
} as const

export default function Quotas() {
  const { FREE_DAILY_QUOTA, BURST_LIMIT } = env()
  const hasPrices = billingMode() === 'on'
  return (
    <Article path="/docs/quotas">
      <Section id="plans" title="Quotas by plan">
        <FactTable
          caption="Quotas by plan"
          columns={[
            'Who',
            'Calls',
            'Resets',
            ...(isWatching() ? ['Watched listings'] : []),
            ...(hasPrices ? ['Price'] : []),
          ]}
          rows={[
            {
              key: 'page-session',
              cells: [
                'Visitor (no key)',
                `${formatCalls(FREE_DAILY_QUOTA)} a day`,
                'at 00:00 UTC',
                ...(isWatching() ? ['none'] : []),
                ...(hasPrices ? ['free'] : []),
              ],
            },
            ...plans().map(({ id, name, monthlyQuota, monthlyPriceCents, watched }) => ({
              key: id,
              cells: [
                name,
                monthlyQuota === null ? 'no limit' : `${formatCalls(monthlyQuota)} a month`,
                monthlyQuota === null ? 'never' : 'on the first of the month, 00:00 UTC',
                ...(isWatching()
                  ? [watched === null ? 'no limit' : watched === 0 ? 'none' : formatNumber(watched)]
                  : []),
                ...(hasPrices ? [formatMonthlyPrice(monthlyPriceCents)] : []),
              ],
            })),
          ]}
        />
        <ul className="points">
          <li>A visitor is one IPv4 address or one IPv6 /64 network. All its users share one quota.</li>
          <li>An account’s keys share the plan’s quota.</li>
          {isWatching() && (
            <li>
              All of an account’s watchlists share the limit on{' '}
              <SiteLink href="/docs/watchlists#limits">watched listings</SiteLink>. Over the limit, for example after a
              downgrade, all checks stop until you remove listings. {checkWords[checksCount(plans())]}
            </li>
          )}
          <li>
            A larger plan takes effect with the next call. <SiteLink href="/pricing">Plans and prices</SiteLink>
          </li>
        </ul>
      </Section>

      <Section id="what-counts" title="What counts">
        <p>
          Only calls that return 200 count. A call that fails is refunded before you get the response. A quota of N
          allows exactly N calls, no matter how many you make at once.
        </p>
        <p>
          With no lookups left, <SiteLink href="/">Look up</SiteLink> still shows the identifiers in a link. Names,
          ratings, short links, and searches each need a lookup.
        </p>
      </Section>

      <Section id="headers" title="Quota headers">
        <p>The three operations, and calls that run several of them, return these headers with both 200 and 429.</p>
        <Samples id="quotaHeaders" />
        <FactTable
          caption="Quota headers"
          columns={['Header', 'Meaning']}
          rows={[
            {
              key: 'limit',
              cells: [<Code key="c">X-RateLimit-Limit</Code>, 'Calls allowed in the window, or unlimited.'],
            },
            {
              key: 'remaining',
              cells: [<Code key="c">X-RateLimit-Remaining</Code>, 'Calls left; 2147483647 if unlimited.'],
            },
            {
              key: 'reset',
              cells: [
                <Code key="c">X-RateLimit-Reset</Code>,
                'When the window ends, in epoch seconds. Omitted if unlimited.',
              ],
            },
            {
              key: 'ietf',
              cells: [
                <Code key="c">RateLimit</Code>,
                'The quota in the format of the IETF draft: r calls left, t seconds until the window ends. RateLimit-Policy has the quota q and the window w in seconds.',
              ],
            },
            {
              key: 'retry',
              cells: [
                <Code key="c">Retry-After</Code>,
                'With 429 and 500: seconds to wait, at least 1. Waits of over an hour appear only in the body, in retry_after.',
              ],
            },
          ]}
        />
      </Section>

      <Section id="batches" title="Batches">
        <p>
          Each item in a <SiteLink href="/docs/lookups#batch">batch</SiteLink> counts as one call against the quota, the
          key’s limits, and the two limits below. Items over a limit get status 429; the items before them run. The
          quota is checked for the whole batch at once, so a failed item makes room only for the next request. Items
          that can’t be read, or that the key can’t run, never count. The headers show the quota after the whole batch.
        </p>
      </Section>

      <Section id="bursts" title="Bursts">
        <p>
          A visitor, or an account with all its keys, can make up to {formatCalls(BURST_LIMIT)} every ten seconds. Every
          call counts toward this limit, even one that fails or is rejected. Over the limit, calls return 429{' '}
          <SiteLink href="/docs/errors/too_many_requests">too_many_requests</SiteLink>: wait ten seconds, then slow
          down.
        </p>
        <p>
          An account or network can have up to 8 MiB of large request bodies (over 16 KiB each) in transit, such as two
          batch parts. Over this limit, calls return 429. A body that arrives more slowly than 8 KiB per second returns
          408 <SiteLink href="/docs/errors/body_too_slow">body_too_slow</SiteLink>.
        </p>
      </Section>

      <Section id="failures" title="Failed lookups">
        <p>
          Failed lookups don’t use quota, but those that reached Google have their own limit per UTC day:{' '}
          {formatCalls(limits.visitorFailures.max)} for a visitor, {formatCalls(dailyFailures({ monthlyQuota: null }))}{' '}
          on an unlimited plan, and a tenth of the monthly calls on any other plan, but at least{' '}
          {formatNumber(dailyFailures({ monthlyQuota: 0 }))}. Over this limit, resolve and search return 429{' '}
          <SiteLink href="/docs/errors/too_many_requests">too_many_requests</SiteLink> until 00:00 UTC. Convert still
          works.
        </p>
      </Section>
    </Article>
  )
}
