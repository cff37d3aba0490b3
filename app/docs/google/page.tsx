import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { googlePrices, priceSteps } from '@/components/docs/google-prices'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { formatNumber } from '@/components/format/number'
import { FactTable } from '@/components/ui/fact-table'
import { SiteLink } from '@/components/ui/site-link'
import { env } from '@/server/platform/settings/env'

export const metadata: Metadata = { title: 'Google key' }

export default function GoogleKey() {
  const { UPSTREAM_DEADLINE_MS } = env()
  return (
    <Article path="/docs/google">
      <p>
        Without a Google key, Pinref returns sample listings; for any other listing, it returns the identifiers in the
        link. With a key, Pinref gets names, ratings, and review counts from the Places API (New), and resolves short
        links with the Resolution API.
      </p>

      <Section id="make" title="Create a key">
        <ol className="points">
          <li>In the Google Cloud console, create a project and enable billing.</li>
          <li>
            Under APIs &amp; Services, enable <strong className="font-medium">Places API (New)</strong>. The older
            Places API is a different API: new projects can’t enable it, and Pinref uses it only{' '}
            <a href="#cid">for bare CIDs</a>.
          </li>
          <li>
            Also enable <strong className="font-medium">Maps Experience Agent Tools</strong>. It is free, and makes{' '}
            <a href="#links">short links</a> faster and more reliable.
          </li>
          <li>Under Credentials, create an API key.</li>
        </ol>
        <p>Try the key. This command requests only an id, which is free:</p>
        <Samples id="googleKey" />
        <p>Then give the key to Pinref, with a cap on the daily cost:</p>
        <Samples id="places" />
        <p>
          After <Code>UPSTREAM_DAILY_CAP</Code> billable calls in a day (500 by default), lookups return 500{' '}
          <SiteLink href="/docs/errors/upstream_unavailable">upstream_unavailable</SiteLink>, with any known
          identifiers. Each account or visitor can use up to <Code>UPSTREAM_CALLER_SHARE</Code> percent of that cap, and
          of 600 calls a minute. Over these limits, lookups return{' '}
          <SiteLink href="/docs/errors/too_many_requests">too_many_requests</SiteLink>. A lookup waits at most{' '}
          {formatNumber(UPSTREAM_DEADLINE_MS / 1000)} seconds for Google.
        </p>
        <p>
          <Code>UPSTREAM_MONTHLY_CAP</Code> is the cap per calendar month. At startup, Pinref prints the maximum Google
          cost for today and this month. The operator page shows the actual cost.
        </p>
      </Section>

      <Section id="restrict" title="Restrict it">
        <ul className="points">
          <li>
            API restrictions: Places API (New), Maps Experience Agent Tools, the older Places API if your project has
            it, and nothing else.
          </li>
          <li>
            Application restrictions: the IP addresses of your servers, or none if they change, as on Vercel. Don’t
            choose “Websites”: Pinref doesn’t send a referrer.
          </li>
          <li>Pinref sends the key only to Google. It never appears in a response or a log.</li>
        </ul>
      </Section>

      <Section id="check" title="Check what it can do">
        <p>
          <Code>npm run check:google</Code> tries each kind of call that Pinref makes. It prints which calls work, and
          which ones Google rejects and why. Nine of the ten checks are free. The check for full details can cost $0.02,
          and runs only with <Code>-- --all</Code> or after you confirm. The operator page has the same checks.
        </p>
        <p>
          The result is saved in the store, where every server reads it within a minute, and in{' '}
          <Code>DATA_DIR/google.json</Code>, except on Vercel. Lookups then try working calls first and rejected ones
          last. They skip the Resolution API for the kinds of links it rejected or resolved incorrectly. Run the check
          again for each new key.
        </p>
      </Section>

      <Section id="quotas" title="Raise its quotas">
        <p>
          Google counts each method separately, per day and per minute. New projects may get only 100 searches a day.
          Under APIs &amp; Services, Places API (New), Quotas, check these and request more:
        </p>
        <FactTable
          caption="Places API quotas that Pinref needs"
          columns={['Quota', 'Needed for']}
          rows={[
            {
              key: 'details',
              cells: [
                <Code key="q">GetPlaceRequest per day</Code>,
                'resolve: one call per lookup; none if details is none; two or three for a stale place id or a new bare CID; one more for each move',
              ],
            },
            {
              key: 'search',
              cells: [
                <Code key="q">SearchTextRequest per day</Code>,
                'search, and short links that lead to just a name: one call each',
              ],
            },
            {
              key: 'links',
              cells: ['Resolution API, per minute', 'short links: one call for up to 20 at once'],
            },
            { key: 'minute', cells: ['all, per minute', 'usually 600; Google rejects calls over the quota'] },
          ]}
        />
        <p>Daily quotas reset at midnight Pacific time, not at 00:00 UTC.</p>
      </Section>

      <Section id="cid" title="From a CID alone">
        <p>
          Google’s documented way to get a listing is by place id, which can’t be computed from a CID. If only the CID
          is known, Pinref tries these methods in order, and trusts a result only if it has the same CID:
        </p>
        <ol className="points">
          <li>the place id found in an earlier lookup;</li>
          <li>Places API (New), with a place id whose first half is zero, as in Google’s own map links;</li>
          <li>
            the older Places API, with its <Code>cid</Code> parameter;
          </li>
          <li>
            the Resolution API, with a link that has the CID, if <a href="#check">a check</a> has shown it works.
          </li>
        </ol>
        <p>
          The last three are free, but not documented for CIDs, so one that doesn’t work isn’t tried again until Pinref
          restarts. If none works, the lookup returns 500{' '}
          <SiteLink href="/docs/errors/upstream_unavailable">upstream_unavailable</SiteLink> with the identifiers, and
          asks for a share link or place id.
        </p>
        <p>
          The older API only works for projects that enabled it before Google closed it to new projects, and only if the
          key’s API restrictions include it. There is nothing to configure: if the key has no access, Google rejects one
          call at no cost. Google promises twelve months’ notice before shutting the API down.
        </p>
        <p>
          Pinref takes the same steps if Google no longer accepts a place id. The lookup then returns the current place
          id, or 404 if the listing isn’t found.
        </p>
      </Section>

      <Section id="links" title="Short links">
        <p>
          Following a link’s redirects often fails on the first attempt, so Pinref first calls the Resolution API of
          Maps Experience Agent Tools, once for up to 20 links looked up within 10 milliseconds. Pinref follows the
          redirects only if:
        </p>
        <ul className="points">
          <li>the call fails, or takes more than a quarter of a lookup’s time limit;</li>
          <li>
            the project doesn’t have the API or the key can’t use it (Pinref retries hourly; after a 429, when Google’s
            response says to, or after a minute);
          </li>
          <li>
            the response has no place, a place that isn’t a listing, such as an address or a point, or a different
            number of results than links.
          </li>
        </ul>
        <p>
          The API returns a place id, from which Pinref computes the CID. Unlike a redirect, the API returns neither a
          name nor a Knowledge Graph id, so the name comes from the Places API, and <Code>kg_id</Code> is null. If the
          text around the short link points to a different listing, the lookup returns 400{' '}
          <SiteLink href="/docs/errors/no_listing_in_link">no_listing_in_link</SiteLink>.
        </p>
      </Section>

      <Section id="prices" title="What it costs">
        <p>
          Google bills a call at the highest tier among the requested fields. Rating and count are Enterprise fields.
          Prices are in US dollars, after each month’s free calls per billing account:
        </p>
        <FactTable
          caption="Places API prices per 1,000 calls"
          columns={['Billed as', 'Pinref’s calls', 'Free per month', 'Per 1,000', `Above ${priceSteps.join(', ')}`]}
          rows={googlePrices.map(({ sku, usedFor, free, dollars }) => ({
            key: sku,
            cells: [
              sku,
              usedFor ?? 'none',
              free === null ? 'unlimited' : formatNumber(free),
              dollarsOf(dollars[0]),
              dollars.length > 1 ? dollars.slice(1).map(dollarsOf).join(', ') : 'the same',
            ],
          }))}
        />
        <p>
          With <Code>details</Code> set to <Code>none</Code> or <Code>checked</Code>, lookups make no billable calls.
          With <Code>full</Code>, 10,000 different listings a month cost $180.
        </p>
        <FactTable
          caption="What Google charges for each Pinref call"
          columns={['Pinref call', 'Billed as', 'Per 1,000']}
          rows={callCosts.map(([call, billedAs, price]) => ({ key: call, cells: [call, billedAs, price] }))}
        />
        <p>
          These are fall 2026 prices; Google’s own list is authoritative. Simultaneous requests for the same listing
          share one call.
        </p>
      </Section>

      <Section id="terms" title="What the terms allow">
        <ul className="points">
          <li>
            You may store place ids indefinitely. Google recommends refreshing place ids older than twelve months:
            resolve them with details checked, which is free.
          </li>
          <li>
            You may not store names, addresses, ratings, or counts. Pinref only stores them in batch results, for up to
            24 hours or until you fetch them. Leave <Code>LISTING_CACHE_SECONDS</Code> at 0 unless your agreement with
            Google allows caching.
          </li>
          <li>
            You may store positions for 30 days. Pinref doesn’t, but it stores the destination of a short link for 30
            days: a place id, or a URL, which may include a name.
          </li>
          <li>
            Wherever you show Google’s content without a map, you must show “Google Maps” next to it, as Pinref’s own
            pages do.
          </li>
          <li>Any map with content from the Places API must be a Google map.</li>
          <li>Customers in the European Economic Area have separate terms.</li>
        </ul>
        <p>
          This is a summary for operators, not legal advice. Read the{' '}
          <a href="https://cloud.google.com/maps-platform/terms/maps-service-terms">service-specific terms</a> and the{' '}
          <a href="https://developers.google.com/maps/documentation/places/web-service/policies">Places API policies</a>
          .
        </p>
      </Section>
    </Article>
  )
}

const callCosts = [
  ['resolve, details none', 'nothing; short links are followed', '0'],
  ['resolve, details checked', 'Place Details, IDs only; ID Refresh if only the older API knows a CID', '0'],
  ['resolve, details full', 'Place Details Enterprise; one more call for each move', '20.00'],
  ['resolve, details full, for a new bare CID', 'IDs only or ID Refresh, then Place Details Enterprise', '20.00'],
  [
    'resolve, details full, for a stale place id',
    'Place Details Enterprise twice, and IDs only or ID Refresh',
    'at most 40.00',
  ],
  ['resolve, details full, for a link with only a name', 'Text Search Enterprise', '35.00'],
  ['search', 'Text Search Enterprise', '35.00'],
  ['convert', 'nothing', '0'],
] as const

const dollarsOf = (dollars = 0) => (dollars === 0 ? '0' : dollars.toFixed(2))
