import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { formatNumber } from '@/components/format/number'
import { FactTable } from '@/components/ui/fact-table'
import { SiteLink } from '@/components/ui/site-link'
import {
  confirmMs,
  eventsBesides,
  eventsMs,
  eventsPerListing,
  maxAdded,
  maxEntries,
  maxPosted,
  maxReference,
  maxText,
  maxWatchlists,
  retryMs,
} from '@/server/features/watchlists/limits'
import type { EventType } from '@/server/features/watchlists/listing'
import type { ListingState } from '@/server/features/watchlists/watchlist'
import { plans } from '@/server/metering/access/limits'

export const metadata: Metadata = { title: 'Watchlists' }

const states: Record<ListingState, string> = {
  unchecked: 'Not checked yet, or no source has the listing.',
  listed: 'The listing exists under the identifiers you added.',
  moved: 'The listing has new identifiers. Replace the ones you stored.',
  gone: 'The listing no longer exists. It stays in the watchlist in case it returns.',
  unreadable: 'The text you added contains no identifier, so it can’t be checked.',
}

const events: Record<EventType, string> = {
  'listing.moved': 'The identifiers changed. listing has the new ones, and moved_from has the old ones.',
  'listing.gone': 'The listing no longer exists.',
  'listing.back': 'The listing exists again. If its identifiers changed, moved_from has the old ones.',
  'listing.unreadable': 'You added text without an identifier. detail says what’s wrong with the text.',
}

const days = (ms: number) => ms / 86_400_000

const limits: Array<[limit: string, maximum: string]> = [
  ['Watchlists per account', formatNumber(maxWatchlists)],
  ...plans().map(({ name, watched }): [string, string] => [
    `Listings in all watchlists on ${name}`,
    watched === null ? 'No limit' : formatNumber(watched),
  ]),
  ['Listings added per request', formatNumber(maxAdded)],
  ['Characters in a reference', formatNumber(maxReference)],
  ['Listings or events per page', formatNumber(maxEntries)],
  ['Events per callback', formatNumber(maxPosted)],
  ['Days that events are stored', formatNumber(days(eventsMs))],
  ['Events stored per watchlist', `${formatNumber(eventsBesides)}, plus ${eventsPerListing} for each listing`],
]

const rowsOf = (meanings: Record<string, string>) =>
  Object.entries(meanings).map(([name, meaning]) => ({ key: name, cells: [<Code key="name">{name}</Code>, meaning] }))

export default function Watchlists() {
  return (
    <Article path="/docs/watchlists">
      <p>
        A watchlist checks your listings every week or every month, and tells you which ones moved, disappeared, or
        reappeared. Watchlists require an API key or an account.
      </p>

      <Section id="start" title="Start in one minute">
        <p>Create a watchlist, add listings with your own references, and read its events:</p>
        <Samples id="watchStart" />
        <ul className="points">
          <li>
            Add a listing by its place id, CID, or feature id, or by a link that contains an identifier. Short links and
            names must be looked up first, for example in a <SiteLink href="/docs/batches">batch</SiteLink>.
          </li>
          <li>
            <Code>reference</Code> is your own id for the listing. Every event includes it.
          </li>
          <li>
            To watch the listings that a batch found, create the watchlist with <Code>batch</Code>, the id of a batch
            that has ended. <Code>reference_column</Code> is the column with your references; it defaults to{' '}
            <Code>reference</Code>.
          </li>
          <li>Adding a listing again changes only its reference, so you can send your whole database every night.</li>
          <li>
            You can also use <SiteLink href="/watchlists">the dashboard</SiteLink>,{' '}
            <SiteLink href="/docs/cli#watch">the command line</SiteLink>, or a client for{' '}
            <SiteLink href="/docs/typescript#watchlists">TypeScript</SiteLink> or{' '}
            <SiteLink href="/docs/python#watchlists">Python</SiteLink>. Agents use an{' '}
            <SiteLink href="/docs/mcp#tools">MCP tool</SiteLink>. The{' '}
            <SiteLink href="/docs/reference/watchlists-make">reference</SiteLink> has a sample for every operation.
          </li>
        </ul>
      </Section>

      <Section id="states" title="States">
        <FactTable caption="States of a listing" columns={['State', 'Meaning']} rows={rowsOf(states)} />
        <p>
          <Code>GET /api/watchlists/watch_…/listings?state=moved</Code> returns the listings in one state. A watchlist
          itself is <Code>active</Code>, <Code>paused</Code> until you resume it, or <Code>waiting</Code> with a{' '}
          <Code>reason</Code>: <Code>quota</Code>, <Code>plan</Code>, <Code>suspended</Code>, or <Code>upstream</Code>{' '}
          (Google’s limits). A waiting watchlist resumes automatically.
        </p>
      </Section>

      <Section id="events" title="Events">
        <FactTable caption="Events" columns={['Type', 'Meaning']} rows={rowsOf(events)} />
        <p>A listing’s first check is the baseline: it sets the state but triggers no event.</p>
        <p>There are three ways to get events:</p>
        <ul className="points">
          <li>
            <strong>Callbacks.</strong> Your <SiteLink href="/docs/callbacks">endpoints</SiteLink> get{' '}
            <Code>watch.events</Code> with up to {maxPosted} events. A repeated callback has the same id and the same
            events.
          </li>
          <li>
            <strong>The feed.</strong> <Code>GET /api/watchlists/watch_…/events</Code> returns events, oldest first.
            Store the last event’s id, and send it as <Code>after</Code> next time.
          </li>
          <li>
            <strong>Email.</strong> Set <Code>digest</Code> to <Code>daily</Code> or <Code>weekly</Code>, and the
            account’s owner gets a summary at 7:00 UTC if something has changed.
          </li>
        </ul>
      </Section>

      <Section id="checks" title="How listings are checked">
        <ul className="points">
          <li>
            New listings are checked right away. After that, a watchlist’s checks are spread evenly over the week or
            month, so events arrive a few at a time.
          </li>
          <li>
            A listing is <Code>gone</Code> only if two checks, at least {confirmMs / 3_600_000} hours apart, don’t find
            it. One wrong response from Google triggers no event. If the first check doesn’t find a listing, it’s{' '}
            <Code>gone</Code> right away, without an event.
          </li>
          <li>
            If a check fails, the listing keeps its state and is checked again in{' '}
            {retryMs === 3_600_000 ? 'an hour' : `${retryMs / 60_000} minutes`}. <Code>failing</Code> shows how many
            listings are affected and why.
          </li>
          <li>
            <Code>POST /api/watchlists/watch_…/check</Code> checks all listings in a watchlist now, at most once a day.
          </li>
          <li>
            Checks use only free requests to Google, and yield to lookups and batches.{' '}
            <SiteLink href="/docs/quotas">Quotas</SiteLink> shows whether checks count on your plan.
          </li>
        </ul>
      </Section>

      <Section id="crm" title="Update your CRM when a listing moves">
        <p>
          This server receives callbacks and updates the record whose id is the listing’s <Code>reference</Code>. If the
          CRM rejects a change, the server returns an error, so Pinref sends the events again.
        </p>
        <Samples id="watchCrm" />
        <p>
          Add the server’s address on the <SiteLink href="/callbacks">Callbacks page</SiteLink>, and set{' '}
          <Code>PINREF_CALLBACK_SECRET</Code> to the account’s signing secret. Repeated callbacks are harmless.
        </p>
      </Section>

      <Section id="sheets" title="Show the state in Google Sheets">
        <p>
          With <SiteLink href="/docs/guides/google-sheets">our script</SiteLink> in your sheet, the formula{' '}
          <Code>=PINREF_STATE(A2:A500, &quot;watch_…&quot;)</Code> shows the state of each listing in a column of links,
          CIDs, or references.
        </p>
      </Section>

      <Section id="stored" title="What is stored">
        <p>
          A watchlist stores identifiers, your references, and when each listing was checked and changed. For text
          without an identifier, it stores the first {maxText} characters. It doesn’t store names, addresses, or
          ratings. Deleting a watchlist deletes its listings and events immediately.
        </p>
      </Section>

      <Section id="limits" title="Limits">
        <FactTable
          caption="Watchlist limits"
          columns={['Limit', 'Maximum']}
          rows={limits.map(([limit, maximum]) => ({ key: limit, cells: [limit, maximum] }))}
        />
      </Section>
    </Article>
  )
}
