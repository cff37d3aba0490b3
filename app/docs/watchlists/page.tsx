import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { formatNumber } from '@/components/format/number'
import { FactTable } from '@/components/ui/fact-table'
import { SiteLink } from '@/components/ui/site-link'
import { plans } from '@/server/access/limits'
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
} from '@/server/watch/limits'
import type { EventType } from '@/server/watch/listing'
import type { ListingState } from '@/server/watch/watchlist'

export const metadata: Metadata = { title: 'Watchlists' }

const states: Record<ListingState, string> = {
  unchecked: 'Not checked yet. It stays in this state if no source knows the listing.',
  listed: 'Google has it under the identifiers that you added.',
  moved: 'Google has it under other identifiers. Replace the ones that you stored.',
  gone: 'Google no longer has it. It stays in the watchlist, in case it comes back.',
  unreadable: 'The text that you added contains no identifier, so it can’t be checked.',
}

const events: Record<EventType, string> = {
  'listing.moved': 'It has other identifiers now: those in listing. Those before are in moved_from.',
  'listing.gone': 'Google no longer has it.',
  'listing.back': 'Google has it again. If its identifiers have changed, the ones before are in moved_from.',
  'listing.unreadable': 'You added a text that contains no identifier. detail says what’s wrong with text.',
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
  ['Events stored per watchlist', `${formatNumber(eventsBesides)}, and ${eventsPerListing} more for each listing`],
]

const rowsOf = (meanings: Record<string, string>) =>
  Object.entries(meanings).map(([name, meaning]) => ({ key: name, cells: [<Code key="name">{name}</Code>, meaning] }))

export default function Watchlists() {
  return (
    <Article path="/docs/watchlists">
      <p>
        Place ids go stale: businesses move, close, and are merged. A watchlist checks your listings every week or every
        month, and tells you about those that moved, disappeared, or reappeared. You don’t need to resolve your database
        again to find them. It needs an API key or an account.
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
            <Code>reference</Code> is the id that you use for the listing. It’s returned with every event, so that you
            can find the record to update.
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
          itself is <Code>active</Code>, <Code>paused</Code> until you resume it, or <Code>waiting</Code>. If it’s
          waiting, <Code>reason</Code> says why: <Code>quota</Code>, <Code>plan</Code>, <Code>suspended</Code>, or{' '}
          <Code>upstream</Code> (Google’s limits). It continues automatically.
        </p>
      </Section>

      <Section id="events" title="Events">
        <FactTable caption="Events" columns={['Type', 'Meaning']} rows={rowsOf(events)} />
        <p>The first check of a listing is the baseline, so it sets the state but causes no event.</p>
        <p>There are three ways to get events:</p>
        <ul className="points">
          <li>
            <strong>Callbacks.</strong> Your <SiteLink href="/docs/callbacks">endpoints</SiteLink> get{' '}
            <Code>watch.events</Code> with up to {maxPosted} events. A callback that is sent again has the same id and
            the same events.
          </li>
          <li>
            <strong>The feed.</strong> <Code>GET /api/watchlists/watch_…/events</Code> returns events, oldest first.
            Store the id of the last one, and send it as <Code>after</Code> next time. Nothing is lost if you read the
            feed only once a month.
          </li>
          <li>
            <strong>Email.</strong> Set <Code>digest</Code> to <Code>daily</Code> or <Code>weekly</Code>, and the
            account’s owner gets a summary at 7:00 UTC, but only if something has changed.
          </li>
        </ul>
      </Section>

      <Section id="checks" title="How listings are checked">
        <ul className="points">
          <li>
            New listings are checked right away. After that, the checks of a watchlist are spread evenly over the week
            or month, so events arrive a few at a time.
          </li>
          <li>
            A listing is <Code>gone</Code> only after two checks, at least {confirmMs / 3_600_000} hours apart, didn’t
            find it. A single wrong answer from Google causes no event. If the first check doesn’t find a listing, it’s{' '}
            <Code>gone</Code> right away, without an event.
          </li>
          <li>
            If a check fails, the listing keeps its state and is checked again in{' '}
            {retryMs === 3_600_000 ? 'an hour' : `${retryMs / 60_000} minutes`}. <Code>failing</Code> shows how many
            listings are affected and why.
          </li>
          <li>
            Once a day, <Code>POST /api/watchlists/watch_…/check</Code> checks all listings of a watchlist now.
          </li>
          <li>
            Checks use only requests that Google doesn’t charge for, and take second place to lookups and batches. See{' '}
            <SiteLink href="/docs/quotas">Quotas</SiteLink> for whether they count on your plan.
          </li>
        </ul>
      </Section>

      <Section id="crm" title="Update your CRM when a listing moves">
        <p>
          This server receives callbacks, and updates the record whose id is the <Code>reference</Code> of the listing.
          It returns an error if the CRM doesn’t accept a change, so Pinref sends the same events again later.
        </p>
        <Samples id="watchCrm" />
        <p>
          Add its address on the <SiteLink href="/callbacks">Callbacks page</SiteLink>, and set{' '}
          <Code>PINREF_CALLBACK_SECRET</Code> to the account’s signing secret. Applying an event twice changes nothing,
          so repeated callbacks are harmless.
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
          A watchlist stores identifiers, your references, and when each listing was checked and changed. Of a text
          without an identifier, it stores the first {maxText} characters. It stores no names, addresses, or ratings,
          because Google doesn’t allow that. Deleting a watchlist deletes its listings and events immediately.
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
