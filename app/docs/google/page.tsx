import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { googlePrices, priceSteps } from '@/components/docs/google-prices'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { formatNumber } from '@/components/format/number'
import { FactTable } from '@/components/ui/fact-table'
import { SiteLink } from '@/components/ui/site-link'
import { env } from '@/server/env'

export const metadata: Metadata = { title: 'Google key' }

export default function GoogleKey() {
  const { UPSTREAM_DEADLINE_MS } = env()
  return (
    <Article path="/docs/google">
      <p>
        Without a Google key, Pinref answers from sample listings; for any other listing it returns the identifiers in
        the link. With a key, it gets names, ratings and counts from the Places API (New), and resolves short links with
        the Resolution API.
      </p>

      <Section id="make" title="Create a key">
        <ol className="points">
          <li>In the Google Cloud console, create a project and turn on billing.</li>
          <li>
            Under APIs &amp; Services enable <strong className="font-medium">Places API (New)</strong>. The older Places
            API is a different one: new projects can no longer enable it, and Pinref uses it only{' '}
            <a href="#cid">for bare CIDs</a>.
          </li>
          <li>
            Enable <strong className="font-medium">Maps Experience Agent Tools</strong> too. It is free, and makes{' '}
            <a href="#links">short links</a> faster and more reliable.
          </li>
          <li>Under Credentials, create an API key.</li>
        </ol>
        <p>Try it. This asks only for an id, which is free:</p>
        <Samples id="googleKey" />
        <p>Then give it to Pinref, with a cap on the cost of a day:</p>
        <Samples id="places" />
        <p>
          Beyond <Code>UPSTREAM_DAILY_CAP</Code> billable calls a day, lookups answer 500 with the code{' '}
          <SiteLink href="/docs/errors/upstream_unavailable">upstream_unavailable</SiteLink> and any known identifiers.
          One account or visitor can use at most <Code>UPSTREAM_CALLER_SHARE</Code> percent of that, and of 600 calls a
          minute. Beyond that, the code is <SiteLink href="/docs/errors/too_many_requests">too_many_requests</SiteLink>.
          One lookup waits for Google at most {formatNumber(UPSTREAM_DEADLINE_MS / 1000)} seconds.
        </p>
        <p>
          <Code>UPSTREAM_DAILY_CAP</Code> defaults to 500. <Code>UPSTREAM_MONTHLY_CAP</Code> caps the calendar month as
          well. At start, Pinref prints the most that Google can cost today and this month, in dollars; the operator
          page shows what was spent.
        </p>
      </Section>

      <Section id="restrict" title="Restrict it">
        <ul className="points">
          <li>
            API restrictions: Places API (New), Maps Experience Agent Tools, the older Places API if your project has
            it, and nothing else.
          </li>
          <li>
            Application restrictions: the IP addresses of your servers, or none if they change, as on Vercel. Not
            “Websites”: Pinref calls from a server and sends no referrer.
          </li>
          <li>
            The key is read only from the environment, is sent only to Google, and never appears in an answer or a log.
          </li>
        </ul>
      </Section>

      <Section id="check" title="See what it can do">
        <p>
          <Code>npm run check:google</Code> tries each kind of call that Pinref makes: details, search, a bare CID in
          three ways, and each kind of short link. It prints what works, and what is refused and why. Nine of the ten
          checks are free; details with title, rating and count can cost $0.02, and run only with <Code>-- --all</Code>{' '}
          or after you confirm. The operator page offers the same checks.
        </p>
        <p>
          The result is kept in the store, where every server reads it within a minute, and in{' '}
          <Code>DATA_DIR/google.json</Code>, which Vercel does not have. Lookups use what works first and what was
          refused last, and the Resolution API is not asked about kinds of links it refused or got wrong. A new key
          needs a new check.
        </p>
      </Section>

      <Section id="quotas" title="Raise its quotas">
        <p>
          Google counts each method separately, per day and per minute. Recent projects may get only 100 searches a day.
          Under APIs &amp; Services, Places API (New), Quotas, check these and request more:
        </p>
        <FactTable
          caption="Quotas of the Places API that Pinref needs"
          columns={['Quota', 'Needed for']}
          rows={[
            {
              key: 'details',
              cells: [
                <Code key="q">GetPlaceRequest per day</Code>,
                'resolve: one call per lookup, none with details none; two or three for a bare CID the first time or a stale place id; one more for each move',
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
              cells: ['Resolution API, per minute', 'short links: one call for up to 20 looked up at once'],
            },
            { key: 'minute', cells: ['all, per minute', 'usually 600; Google refuses anything faster'] },
          ]}
        />
        <p>Daily quotas reset at midnight Pacific time, not at 00:00 UTC.</p>
      </Section>

      <Section id="cid" title="From a CID alone">
        <p>
          Google’s documented way to get a listing is by place id, which nobody can compute from a CID. Most links carry
          both. If only the CID is known, Pinref tries these in order, and trusts an answer only if it has the same CID:
        </p>
        <ol className="points">
          <li>the place id learned in an earlier lookup;</li>
          <li>Places API (New), with a place id whose first half is zero, as in Google’s own map links;</li>
          <li>
            the older Places API, by its <Code>cid</Code> parameter;
          </li>
          <li>
            the Resolution API, with a link that has the CID, if <a href="#check">a check</a> has shown that this works.
          </li>
        </ol>
        <p>
          The last three ask only for the place id, which is free. None of them is documented for CIDs, so each must
          prove that it works; one that does not is not tried again until Pinref restarts. If none is left, the answer
          is 500 with the code <SiteLink href="/docs/errors/upstream_unavailable">upstream_unavailable</SiteLink> and
          the identifiers, and asks for a share link or place id instead.
        </p>
        <p>
          The older API only works for projects that enabled it before Google closed it to new ones, and only if the
          key’s API restrictions include it. There is nothing to turn on in Pinref: a project without it is refused
          once, at no cost. Google promises twelve months’ notice before it ends.
        </p>
        <p>
          Pinref takes the same steps if Google no longer accepts a place id: the answer then has the current one, or is
          404 if the listing is not found.
        </p>
      </Section>

      <Section id="links" title="Short links">
        <p>
          The Resolution API of Maps Experience Agent Tools tells which listing a map link stands for, at no charge.
          Following a link’s redirects often fails on the first attempt, so Pinref asks the API first: one call for up
          to 20 links looked up within 10 milliseconds. It follows the redirects
        </p>
        <ul className="points">
          <li>if the call fails, or takes more than a quarter of the time a lookup has;</li>
          <li>
            if the project does not have the API or the key may not use it; Pinref tries again once an hour, and after a
            429 when Google says, or after a minute;
          </li>
          <li>
            if it does not help: it names no place, or one that is not a listing, such as an address or a point, or
            returns a different number of answers than links.
          </li>
        </ul>
        <p>
          The API returns a place id, from which Pinref computes the CID. Unlike a redirect, it gives neither a name nor
          a Knowledge Graph id; the name then comes from the Places API and <Code>kg_id</Code> is null. If the text also
          names a different listing next to the short link, the answer is 400 with the code{' '}
          <SiteLink href="/docs/errors/no_listing_in_link">no_listing_in_link</SiteLink>.
        </p>
      </Section>

      <Section id="prices" title="What it costs">
        <p>
          Google bills a call by the highest tier among the fields asked for. Rating and count are Enterprise fields. In
          US dollars per 1,000 calls, after each month’s free calls, per billing account:
        </p>
        <FactTable
          caption="Prices of the Places API per 1,000 calls"
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
          A Pinref call with <Code>details</Code> set to <Code>none</Code> or <Code>checked</Code> uses nothing that
          Google charges for: 10,000 links a month, identifiers only, cost $0. With <Code>full</Code>, 10,000 different
          listings cost $180.
        </p>
        <FactTable
          caption="What each Pinref call asks Google for"
          columns={['Pinref call', 'Billed as', 'Per 1,000']}
          rows={callCosts.map(([call, billedAs, price]) => ({ key: call, cells: [call, billedAs, price] }))}
        />
        <p>
          Prices as of autumn 2026; Google’s own list is authoritative. Requests for the same listing at the same moment
          are one call.
        </p>
      </Section>

      <Section id="terms" title="What the terms allow">
        <ul className="points">
          <li>
            Place ids may be kept indefinitely. Google asks you to refresh those older than twelve months: resolve with
            details checked does that, for free.
          </li>
          <li>
            Names, addresses, ratings and counts may not be kept. Pinref keeps none of them.{' '}
            <Code>LISTING_CACHE_SECONDS</Code> would keep title, rating and count for that long. Leave it at 0 unless
            your agreement with Google allows it.
          </li>
          <li>
            Positions may be kept for 30 days. Pinref keeps none. Where a short link leads is kept for 30 days: a place
            id, or an address, which may include a name.
          </li>
          <li>
            Wherever you show Google’s content without a map, you must show “Google Maps” next to it. Pinref’s own pages
            show it under each answer; do the same on yours.
          </li>
          <li>Content from the Places API may not be shown on any map but Google’s.</li>
          <li>Customers in the European Economic Area have separate terms.</li>
        </ul>
        <p>
          This is a summary for operators, not legal advice. Read the{' '}
          <a href="https://cloud.google.com/maps-platform/terms/maps-service-terms">service specific terms</a> and the{' '}
          <a href="https://developers.google.com/maps/documentation/places/web-service/policies">
            policies of the Places API
          </a>
          .
        </p>
      </Section>
    </Article>
  )
}

const callCosts = [
  ['resolve, details none', 'nothing; short links are followed', '0'],
  ['resolve, details checked', 'Place Details, IDs only; ID Refresh if only the older API knows a CID', '0'],
  ['resolve, details full', 'Place Details Enterprise, once more for each move', '20.00'],
  ['the same, for a bare CID the first time', 'IDs only or ID Refresh, then the above', '20.00'],
  ['the same, for a stale place id', 'the above twice, and IDs only or ID Refresh', 'at most 40.00'],
  ['the same, for a link with only a name', 'Text Search Enterprise', '35.00'],
  ['search', 'Text Search Enterprise', '35.00'],
  ['convert', 'nothing', '0'],
] as const

const dollarsOf = (dollars = 0) => (dollars === 0 ? '0' : dollars.toFixed(2))
