import type { Metadata } from 'next'
import Link from 'next/link'
import { Article } from '@/components/docs/article'
import { FactTable } from '@/components/docs/fact-table'
import { googlePrices, priceSteps } from '@/components/docs/google-prices'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { formatNumber } from '@/components/format/number'
import { env } from '@/server/env'

export const metadata: Metadata = { title: 'Google key' }

export default function GoogleKey() {
  const { UPSTREAM_DEADLINE_MS } = env()
  return (
    <Article path="/docs/google">
      <p>
        Without a Google key Pinref answers from sample listings, and gives the identifiers that a link carries for all
        others. With one it asks the Places API (New) for names, ratings and counts, and the Resolution API for what
        short links stand for.
      </p>

      <Section id="make" title="Make a key">
        <ol className="points">
          <li>In the Google Cloud console make a project, and turn billing on for it.</li>
          <li>
            Under APIs &amp; Services enable <strong className="font-medium">Places API (New)</strong>. The older Places
            API is another one: new projects can no longer enable it, and Pinref asks it only{' '}
            <a href="#cid">for CIDs alone</a>.
          </li>
          <li>
            Enable <strong className="font-medium">Maps Experience Agent Tools</strong> as well, which is free: it makes{' '}
            <a href="#links">short links</a> surer and quicker.
          </li>
          <li>Under Credentials make an API key.</li>
        </ol>
        <p>Try it. This asks for an id alone, which is free:</p>
        <Samples id="googleKey" />
        <p>Then give it to Pinref, with a cap on what a day may cost:</p>
        <Samples id="places" />
        <p>
          Beyond <Code>UPSTREAM_DAILY_CAP</Code> billable calls a day, lookups are answered 500 with the code{' '}
          <Link href="/docs/errors/upstream_unavailable">upstream_unavailable</Link> and the identifiers that are known.{' '}
          One account or visitor may use at most <Code>UPSTREAM_CALLER_SHARE</Code> percent of that, and of 600 calls a
          minute; beyond it the code is <Link href="/docs/errors/too_many_requests">too_many_requests</Link>. One lookup
          waits for Google at most {formatNumber(UPSTREAM_DEADLINE_MS / 1000)} seconds.
        </p>
        <p>
          Where <Code>UPSTREAM_DAILY_CAP</Code> is not set it is 500. <Code>UPSTREAM_MONTHLY_CAP</Code> caps the
          calendar month as well. The start says in one line what Google can cost at most today and this month, in
          dollars; the operator’s page says what was spent.
        </p>
      </Section>

      <Section id="restrict" title="Restrict it">
        <ul className="points">
          <li>
            API restrictions: Places API (New), Maps Experience Agent Tools, the older Places API where your project has
            it, and nothing else.
          </li>
          <li>
            Application restrictions: the IP addresses of your servers, or none where they change, as on Vercel. Not
            “Websites”: Pinref calls from a server and sends no referrer.
          </li>
          <li>
            The key is read from the environment alone, is sent to no host but Google’s, and stands in no answer and no
            log.
          </li>
        </ul>
      </Section>

      <Section id="check" title="See what it may do">
        <p>
          <Code>npm run check:google</Code> tries one by one what Pinref asks of Google: details, search, a CID alone in
          three ways, and each kind of short link. It prints what works, and what is refused and why. Nine of the ten
          tries are free; details with title, rating and count can cost $0.02, and are tried only with{' '}
          <Code>-- --all</Code> or after a question. Operators find the same on their page.
        </p>
        <p>
          The outcome is kept in the store, from which every server reads it within a minute, and in{' '}
          <Code>DATA_DIR/google.json</Code>, which Vercel does not have. Lookups begin with what works; what was refused
          comes last, and the Resolution API is not asked for kinds of links that it refused or mistook. Another key has
          to be checked anew.
        </p>
      </Section>

      <Section id="quotas" title="Raise its quotas">
        <p>
          Google counts each method for itself, a day and a minute. Projects made lately may have no more than 100
          searches a day. Under APIs &amp; Services, Places API (New), Quotas look at these and ask for more:
        </p>
        <FactTable
          caption="Quotas of the Places API that Pinref needs"
          columns={['Quota', 'Needed for']}
          rows={[
            {
              key: 'details',
              cells: [
                <Code key="q">GetPlaceRequest per day</Code>,
                'resolve: one call a lookup, none with details none; two or three for a bare CID the first time, or where a place id is stale; one more for each move',
              ],
            },
            {
              key: 'search',
              cells: [
                <Code key="q">SearchTextRequest per day</Code>,
                'search, and short links that lead to a name alone: one call each',
              ],
            },
            {
              key: 'links',
              cells: ['Resolution API, per minute', 'short links: one call for up to 20 that are looked up at once'],
            },
            { key: 'minute', cells: ['all, per minute', 'as a rule 600; what comes faster is refused by Google'] },
          ]}
        />
        <p>A day’s quota returns at midnight Pacific time, not at 00:00 UTC.</p>
      </Section>

      <Section id="cid" title="From a CID alone">
        <p>
          Google’s documented way to a listing is its place id, which nobody can compute from a CID. Most links carry
          both. Where only the CID is known, Pinref tries in this order, and believes an answer only if its CID is the
          one asked for:
        </p>
        <ol className="points">
          <li>the place id that an earlier lookup has learnt; it is kept;</li>
          <li>Places API (New), with a place id whose first half is zero, as Google’s own map links have it;</li>
          <li>
            the older Places API, by its <Code>cid</Code> parameter;
          </li>
          <li>
            the Resolution API, by a link with the CID, if <a href="#check">a check</a> has shown that it takes such
            links.
          </li>
        </ol>
        <p>
          The last three ask for the place id alone, which Google does not charge for. None is documented for CIDs, so
          each has to show that it works; one that does not is not tried again until Pinref is started anew. If none is
          left, the answer is 500 with the code{' '}
          <Link href="/docs/errors/upstream_unavailable">upstream_unavailable</Link> and the identifiers, and says that
          a share link or a place id is needed.
        </p>
        <p>
          The older API is there only for projects that enabled it before Google closed it to new ones, and only if the
          key’s API restrictions include it. There is nothing to switch on in Pinref: a project without it is refused
          once, at no cost. Google promises twelve months’ notice before it ends.
        </p>
        <p>
          The same steps are taken where Google does not take a place id any more: the listing is then answered with its
          present one, or 404 if it is not found.
        </p>
      </Section>

      <Section id="links" title="What short links stand for">
        <p>
          The Resolution API of Maps Experience Agent Tools says which listing a map link stands for, at no charge.
          Following the link’s redirects often fails at the first try, so Pinref asks the API first: one call for up to
          20 links that are looked up within 10 milliseconds. The redirects are followed
        </p>
        <ul className="points">
          <li>where the call fails, or takes more than a quarter of the time that a lookup has;</li>
          <li>
            where the project does not have the API or the key may not use it; it is asked again once an hour, and after
            429 when Google says, or after a minute;
          </li>
          <li>
            where it knows less: it names no place, or one that is not a listing, such as an address or a point, or has
            another number of answers than there were links.
          </li>
        </ul>
        <p>
          It gives a place id, from which the CID is computed. It gives neither a name nor a Knowledge Graph id, which a
          redirect may carry; the name then comes from the Places API and <Code>kg_id</Code> is null. Where a text names
          a listing beside the short link and the two differ, the answer is 400 with the code{' '}
          <Link href="/docs/errors/no_listing_in_link">no_listing_in_link</Link>.
        </p>
      </Section>

      <Section id="prices" title="What it costs">
        <p>
          Google bills a call by the highest tier among the fields asked for. Rating and count are Enterprise fields. US
          dollars per 1,000 calls, after the free ones of each month, per billing account:
        </p>
        <FactTable
          caption="Prices of the Places API per 1,000 calls"
          columns={['Billed as', 'Pinref’s calls', 'Free a month', 'Per 1,000', `Above ${priceSteps.join(', ')}`]}
          rows={googlePrices.map(({ sku, usedFor, free, dollars }) => ({
            key: sku,
            cells: [
              sku,
              usedFor ?? 'none',
              free === null ? 'any number' : formatNumber(free),
              dollarsOf(dollars[0]),
              dollars.length > 1 ? dollars.slice(1).map(dollarsOf).join(', ') : 'the same',
            ],
          }))}
        />
        <p>
          A call of Pinref with <Code>details</Code> <Code>none</Code> or <Code>checked</Code> asks for nothing that
          Google charges for: 10,000 links a month, identifiers only, cost 0. With <Code>full</Code>, 10,000 different
          listings cost $180.
        </p>
        <FactTable
          caption="What each call of Pinref asks of Google"
          columns={['Call of Pinref', 'Billed as', 'Per 1,000']}
          rows={callCosts.map(([call, billedAs, price]) => ({ key: call, cells: [call, billedAs, price] }))}
        />
        <p>
          As the price list stood in autumn 2026; Google’s own list decides. Requests for the same listing at the same
          moment are one call.
        </p>
      </Section>

      <Section id="terms" title="What the terms allow">
        <ul className="points">
          <li>
            Place ids may be kept without limit. Google asks to refresh those older than twelve months: resolve with
            details checked does, for free.
          </li>
          <li>
            Names, addresses, ratings and counts may not be kept. Pinref keeps none of them.{' '}
            <Code>LISTING_CACHE_SECONDS</Code> would keep title, rating and count for that long: leave it at 0 unless
            your agreement with Google allows it.
          </li>
          <li>
            Positions may be kept for 30 days. Pinref keeps none. What a short link stands for is kept for 30 days: a
            place id, or the address it leads to, which may hold a name.
          </li>
          <li>
            Wherever Google’s content is shown without a map, “Google Maps” must stand beside it. Pinref’s own pages
            show it under each answer; do the same in yours.
          </li>
          <li>Content of the Places API may not be shown on another map than Google’s.</li>
          <li>Customers in the European Economic Area have terms of their own.</li>
        </ul>
        <p>
          This is a summary for operators and no legal advice. Read the{' '}
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
  ['resolve, details checked', 'Place Details, IDs only; ID Refresh where only the older API knows a CID', '0'],
  ['resolve, details full', 'Place Details Enterprise, once more for each move', '20.00'],
  ['the same, of a bare CID the first time', 'IDs only or ID Refresh, then the above', '20.00'],
  ['the same, of a stale place id', 'the above twice, and IDs only or ID Refresh', 'at most 40.00'],
  ['the same, of a link that gives only a name', 'Text Search Enterprise', '35.00'],
  ['search', 'Text Search Enterprise', '35.00'],
  ['convert', 'nothing', '0'],
] as const

const dollarsOf = (dollars = 0) => (dollars === 0 ? '0' : dollars.toFixed(2))
