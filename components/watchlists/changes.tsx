'use client'

import { useState } from 'react'
import { LocalTime } from '@/components/format/local-time'
import { useTRPCClient } from '@/components/trpc/client'
import { Button, SteadyLabel } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { CopyButton } from '@/components/ui/copy-button'
import { download } from '@/components/ui/download'
import { OutIcon } from '@/components/ui/part-icons'
import { resultsFileName } from '@/server/features/batches/batch'
import { eventWords, labelOf, urgentFirst } from '@/server/features/watchlists/change-words'
import { bothIds, closedCount, type WatchEvent, type Watchlist } from './watchlist'

/** How many changes are shown at first. */
const few = 20

interface ChangesProps {
  watchlist: Watchlist
  /** The newest events, newest first. */
  newest: readonly WatchEvent[]
  /** The base URL of the links to listings. */
  mapHost: string
}

/** The listings' changes, moved, gone, and closed listings first, then newest first, with a button to save them all. */
export function Changes({ watchlist, newest, mapHost }: ChangesProps) {
  const [isLong, setIsLong] = useState(false)
  const changes = urgentFirst(newest)
  const shown = isLong ? changes : changes.slice(0, few)
  return (
    <section aria-labelledby="changes-title">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id="changes-title" className="font-semibold">
          Changes
        </h3>
        {newest.length > 0 && <ChangesFile watchlist={watchlist} />}
      </div>
      {newest.length === 0 ? (
        <p className="mt-1 text-sm text-soft">{noChanges(watchlist)}</p>
      ) : (
        <ol className="mt-2">
          {shown.map((event) => (
            <Change key={event.id} event={event} mapHost={mapHost} />
          ))}
        </ol>
      )}
      {shown.length < newest.length && (
        <Button className="mt-3" onClick={() => setIsLong(true)}>
          Show {newest.length - shown.length} more
        </Button>
      )}
    </section>
  )
}

/** Explains why there are no changes. */
function noChanges({ listing_counts: counts, last_checked_at }: Watchlist): string {
  if (counts.total === 0) return 'Add listings, and their changes appear here.'
  if (last_checked_at === null) return 'The first check is the baseline. Later changes appear here.'
  const already = counts.moved + counts.gone + closedCount(counts) > 0
  return already
    ? 'None since the first check. Some listings had already moved, gone, or closed by then: see the list below.'
    : 'None since the first check.'
}

function Change({ event, mapHost }: { event: WatchEvent; mapHost: string }) {
  const { type, occurred_at, listing, moved_from, text, detail } = event
  const label = labelOf(event)
  const word = eventWords(event)
  return (
    <li className="grid gap-x-6 gap-y-1 border-t border-rule py-3 lg:grid-cols-[11.5rem_1fr_auto]">
      <div className="min-w-0 text-sm">
        <p className="[overflow-wrap:anywhere]">
          {label !== null && (
            <>
              <bdi className="font-semibold">{label}</bdi>
              {': '}
            </>
          )}
          <span
            className={classNames(
              'font-semibold',
              type === 'listing.back' || type === 'listing.reopened' ? 'text-done' : 'text-limit',
            )}
          >
            {label === null ? word.charAt(0).toUpperCase() + word.slice(1) : word}
          </span>
        </p>
        <p className="text-soft">
          <LocalTime at={occurred_at} />
        </p>
      </div>
      {listing ? (
        <>
          <dl className="min-w-0">
            <Value label="CID" before={moved_from?.cid} now={listing.cid} />
            <Value label="Place id" before={moved_from?.place_id} now={listing.place_id} />
          </dl>
          <div className="flex flex-wrap items-start gap-x-1 max-lg:-ms-2">
            {listing.place_id !== null && (
              <CopyButton value={bothIds(listing)} name={`both ids of ${label ?? listing.cid}`} label="Copy both" />
            )}
            <a
              href={`${mapHost}/?cid=${listing.cid}`}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-9 items-center gap-1.5 rounded-md border border-transparent px-2 text-sm text-soft hover:border-edge hover:text-ink"
            >
              <OutIcon />
              Map
              <span className="sr-only"> of {label ?? listing.cid} (opens in a new tab)</span>
            </a>
          </div>
        </>
      ) : (
        <div className="min-w-0 text-sm lg:col-span-2">
          <p className="font-mono text-[0.8125rem] [overflow-wrap:anywhere]" dir="auto">
            {text}
          </p>
          <p className="text-soft">{detail}</p>
        </div>
      )}
    </li>
  )
}

interface ValueProps {
  label: string
  before: string | null | undefined
  now: string | null
}

/** An identifier, and the previous one if it changed. */
const Value = ({ label, before, now }: ValueProps) => (
  <div className="grid grid-cols-[1fr_auto] items-center gap-x-3 sm:grid-cols-[4.5rem_1fr_auto]">
    <dt className="text-sm text-soft max-sm:col-span-2">{label}</dt>
    <dd className="min-w-0 font-mono text-[0.8125rem] [overflow-wrap:anywhere]">
      {before != null && before !== now && (
        <>
          <span className="sr-only">Before: </span>
          <span className="inline-block text-soft">
            {before}
            <span aria-hidden="true" className="mx-1.5">
              →
            </span>
          </span>
          <span className="sr-only"> Now: </span>
        </>
      )}
      {now ? <span className="inline-block">{now}</span> : <span className="font-sans text-sm text-soft">Unknown</span>}
    </dd>
    <dd className="min-h-9">{now !== null && <CopyButton value={now} name={`${label} ${now}`} className="-me-2" />}</dd>
  </div>
)

/** Saves all stored changes as CSV. */
function ChangesFile({ watchlist }: { watchlist: Watchlist }) {
  const client = useTRPCClient()
  const [state, setState] = useState<'ready' | 'saving' | 'failed'>('ready')
  const { id, name } = watchlist
  const save = async () => {
    setState('saving')
    try {
      const [{ changesCsv }, events] = await Promise.all([import('./changes-csv'), allEvents()])
      download(
        resultsFileName({ id, name: `${name} changes` }, 'csv'),
        new Blob([changesCsv(events)], { type: 'text/csv' }),
      )
      setState('ready')
    } catch {
      setState('failed')
    }
  }
  async function allEvents() {
    const events: WatchEvent[] = []
    for (let after: string | null = null; ; ) {
      const page: { events: WatchEvent[]; next: string | null } = await client.watchlists.listEvents.query({
        id,
        limit: '1000',
        ...(after !== null && { after }),
      })
      events.push(...page.events)
      if (page.next === null) return events
      after = page.next
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="alert" className="text-sm font-medium text-limit empty:hidden">
        {state === 'failed' && 'The file couldn’t be created. Check your connection, then try again.'}
      </p>
      <Button busy={state === 'saving'} onClick={() => void save()}>
        <SteadyLabel labels={['Download CSV', 'Saving']} shown={state === 'saving' ? 'Saving' : 'Download CSV'} />
      </Button>
    </div>
  )
}
