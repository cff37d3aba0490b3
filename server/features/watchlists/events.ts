import { postEvent, queueDelivery } from '@/server/features/callbacks/deliver'
import { wireIdentifiers } from '@/server/features/listings/listing'
import type { BusinessStatus } from '@/server/places/sources/listing-source'
import type { WireIdentifiers } from '@/server/platform/problems/problem-parts'
import { askStore, runScript } from '@/server/platform/store/untyped'
import { eventsMs, maxEntries, maxPageBytes, maxPosted, maxPostedBytes } from './limits'
import { type EventType, type StoredEvent, storedCid, unreadableFrom } from './listing'
import { watchKeys } from './watch-store'
import type { Watchlist } from './watchlist'
import { postedScript, takeEventsScript } from './work-scripts'

/** An event as returned and as posted to callbacks. */
export interface WatchEvent {
  /** Unique in its watchlist, in chronological order: `1763784000000-0`. */
  id: string
  type: EventType
  /** ISO 8601, UTC. */
  occurred_at: string
  /** The listing's id in the watchlist. */
  listing_id: string
  /** What the customer calls the listing. */
  name: string | null
  reference: string | null
  /** The current identifiers; null for an unreadable listing. */
  listing: WireIdentifiers | null
  /** The previous identifiers, if they changed. */
  moved_from: WireIdentifiers | null
  /** Whether the business is open, if it has closed or reopened. */
  business_status: BusinessStatus | null
  /** For an unreadable listing: its text, and what is wrong with it. */
  text: string | null
  detail: string | null
}

/** Converts a stored event to the form that is returned. */
function wireEvent(id: string, stored: string): WatchEvent {
  const [type, at, listingId, reference, listing, from, unreadable, name, status] = JSON.parse(stored) as StoredEvent
  const { text, detail } = unreadableFrom(unreadable) ?? { text: null, detail: null }
  return {
    id,
    type,
    occurred_at: new Date(at).toISOString(),
    listing_id: listingId,
    name: name || null,
    reference: reference || null,
    listing: listing && wirePair(listing),
    moved_from: from && wirePair(from),
    business_status: status ?? null,
    text,
    detail,
  }
}

const wirePair = ([cid, placeId]: [cid: string, placeId: string | null]) => wireIdentifiers(storedCid(cid), placeId)

/** Returns the callback event for a watchlist's events. @param stored at least one event, with ids. */
export const watchEvents = (
  { id, name }: Pick<Watchlist, 'id' | 'name'>,
  stored: ReadonlyArray<[id: string, stored: string]>,
) =>
  ({
    id: `msg_${id}_${stored.at(-1)?.[0]}`,
    type: 'watch.events',
    data: { watchlist: { id, name }, events: stored.map(([eventId, event]) => wireEvent(eventId, event)) },
  }) as const

/** An event's id, which is also the cursor for the events after it. */
export const eventForm = /^(\d{1,15})-(\d{1,10})$/

/**
 * Reads events of the last 90 days, oldest first.
 * @param after the id of the last event that the caller has; null for none.
 * @returns `next`: the id of the last event read if there are more; otherwise null.
 */
export async function readEvents(
  accountId: string,
  { id }: Watchlist,
  after: string | null,
  most = maxEntries,
): Promise<{ events: WatchEvent[]; next: string | null }> {
  const [, ms = '0', sequence = '0'] = eventForm.exec(after ?? '') ?? []
  const oldest = Date.now() - eventsMs
  const from = Number(ms) < oldest ? String(oldest) : `${ms}-${BigInt(sequence) + 1n}`
  const entries = await askStore<Array<[id: string, fields: [string, string]]>>(
    ...(['XRANGE', watchKeys(accountId, id).events, from, '+', 'COUNT', most + 1] as const),
  )
  const events: WatchEvent[] = []
  let bytes = 0
  for (const [entryId, [, stored]] of entries) {
    bytes += Buffer.byteLength(stored) + 300
    if (events.length === most || (bytes > maxPageBytes && events.length > 0)) break
    events.push(wireEvent(entryId, stored))
  }
  return { events, next: events.length < entries.length ? (events.at(-1)?.id ?? null) : null }
}

/** Reads the newest events, newest first. */
export async function readNewestEvents(accountId: string, id: string, most: number): Promise<WatchEvent[]> {
  const key = watchKeys(accountId, id).events
  const oldest = Date.now() - eventsMs
  const entries = await askStore<Array<[string, [string, string]]>>('XREVRANGE', key, '+', oldest, 'COUNT', most)
  return entries.map(([entryId, [, stored]]) => wireEvent(entryId, stored))
}

/**
 * Posts events to the account's callback endpoints, in batches. A batch that is posted again after an interruption has
 * the same events and the same id, so it is delivered once.
 * @param stopping aborts when no more batches may be posted.
 * @throws PinrefError `store_unavailable`; any queue error. The rest can then be posted later.
 */
export async function postEvents(accountId: string, watchlist: Watchlist, stopping: AbortSignal): Promise<void> {
  const { record, events } = watchKeys(accountId, watchlist.id)
  while (!stopping.aborted) {
    const taken = (await runScript(takeEventsScript, [record, events], [maxPosted, maxPostedBytes])) as string[]
    const last = taken.at(-2)
    if (last === undefined) return
    const stored = Array.from({ length: taken.length / 2 }, (_, at): [string, string] => [
      taken[2 * at] ?? '',
      taken[2 * at + 1] ?? '',
    ])
    await postEvent(accountId, watchEvents(watchlist, stored), queueDelivery)
    await runScript(postedScript, [record], [last])
  }
}
