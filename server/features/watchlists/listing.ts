import { createHash } from 'node:crypto'
import { assembleListing } from '@/server/features/listings/listing'
import { type Finding, findingsOf } from '@/server/features/lists/audit'
import { type Cid, cidFromDecimal, decimalCid } from '@/server/places/identifiers/cid'
import { featureIdOf, placeIdOf } from '@/server/places/identifiers/feature-id'
import { type BusinessStatus, businessStatuses, type PresentListing } from '@/server/places/sources/listing-source'
import { closureRetryMs, confirmMs, retryMs } from './limits'
import {
  bucketCount,
  checksClosures,
  isClosed,
  type ListingState,
  listingStates,
  nextCheckMs,
  periodMs,
  type Watchlist,
} from './watchlist'

/** A listing's identifiers, as text. */
export interface Identifiers {
  /** Decimal. */
  cid: string
  placeId: string | null
}

/** What the customer calls a listing; empty for none. */
export interface Labels {
  name: string
  reference: string
}

/** A watched listing. Times are epoch milliseconds in whole seconds; 0 means never. */
export interface WatchedListing extends Labels {
  /** The added CID; for an unreadable listing, `x` and a hash of its text. Never changes. */
  id: string
  /** The place id that was added or found by a check; null if unknown. */
  placeId: string | null
  state: ListingState
  /** The last change of state or business status after the first check. */
  since: number
  checked: number
  /** The current identifiers; null if the added ones are still valid. */
  current: Identifiers | null
  /** The first check that missed it, if a later one may confirm that it is gone. */
  missing: number
  /** The last check that failed, if none has succeeded since. */
  failed: number
  /** For an unreadable listing. */
  unreadable: UnreadableText | null
  /** Whether the business is open, as far as the source said last; null if unknown. */
  businessStatus: BusinessStatus | null
  /** The last closure check that found the listing. */
  closureChecked: number
  /** The last closure check that failed, if none has succeeded since. */
  closureFailed: number
}

/** The beginning of a text without an identifier, and what is wrong with it. */
export interface UnreadableText {
  text: string
  detail: string
}

/** The listings whose ids have the same hash. */
export interface Bucket {
  listings: WatchedListing[]
}

/** What happened to a listing. */
export const eventTypes = [
  'listing.moved',
  'listing.gone',
  'listing.back',
  'listing.closed',
  'listing.reopened',
  'listing.unreadable',
] as const

export type EventType = (typeof eventTypes)[number]

/**
 * An event as stored: type, epoch milliseconds, reference, current identifiers, previous identifiers, text and detail,
 * the customer's name for the listing if there is one, and the business status if the event is about it.
 */
export type StoredEvent = [
  type: EventType,
  at: number,
  id: string,
  reference: string,
  listing: [cid: string, placeId: string | null] | null,
  from: [cid: string, placeId: string | null] | null,
  unreadable: [text: string, detail: string] | null,
  name?: string,
  businessStatus?: BusinessStatus,
]

/** Returns a new listing to watch. */
export const newListing = ({ cid, placeId }: Identifiers, { name, reference }: Labels): WatchedListing => ({
  id: cid,
  placeId,
  name,
  reference,
  state: 'unchecked',
  since: 0,
  checked: 0,
  current: null,
  missing: 0,
  failed: 0,
  unreadable: null,
  ...noStatus,
})

/** Returns the entry for a string without an identifier. The same text always has the same id. */
export const unreadableListing = (text: string, detail: string, { name, reference }: Labels): WatchedListing => ({
  id: `x${digest(text).toString('base64url', 0, 12)}`,
  placeId: null,
  name,
  reference,
  state: 'unreadable',
  since: 0,
  checked: 0,
  current: null,
  missing: 0,
  failed: 0,
  unreadable: { text, detail },
  ...noStatus,
})

const noStatus = { businessStatus: null, closureChecked: 0, closureFailed: 0 } as const

/** Returns a listing's bucket. The salt keeps callers from choosing listings that all share one bucket. */
export const bucketOf = (id: string, salt: string): number => digest(salt + id).readUInt32BE(0) % bucketCount

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Returns a listing's current identifiers. */
export const presentIdentifiers = ({ id, placeId, current }: WatchedListing): Identifiers =>
  current ?? { cid: id, placeId }

/** Returns the time as stored with a listing: epoch milliseconds in whole seconds. */
const wholeSeconds = (ms: number): number => Math.floor(ms / 1000) * 1000

/**
 * Whether a listing is due: if never checked, after half a period, on request, or to confirm that it is gone. A failed
 * check is repeated after a while. A time in the future is from before the clock was set back.
 */
export function isDue(
  listing: WatchedListing,
  { forced, period }: Pick<Watchlist, 'forced' | 'period'>,
  nowMs: number,
): boolean {
  const { state, checked, missing, failed } = listing
  if (state === 'unreadable' || hasJustFailed(failed, nowMs)) return false
  if (missing > 0 && nowMs - missing >= confirmMs) return true
  return checked === 0 || checked < wholeSeconds(forced) || Math.abs(nowMs - checked) >= periodMs[period] / 2
}

/**
 * Whether a listing is due for a closure check: if never checked for closure, or at its bucket's time in the interval. A
 * check that is due anyway becomes the closure check if that time is less than half a period away, so that none is made
 * twice. A listing that the source does not have waits until it is back. A failed closure check is repeated after a day,
 * because it may have cost something.
 */
export function isClosureDue(
  listing: WatchedListing,
  watchlist: Pick<Watchlist, 'closures' | 'closuresReason' | 'closuresUntil' | 'created' | 'forced' | 'period'>,
  bucket: number,
  nowMs: number,
): boolean {
  if (!checksClosures(watchlist, nowMs) || hasJustFailed(listing.failed, nowMs)) return false
  const early = isDue(listing, watchlist, nowMs) ? earlyMs(watchlist) : 0
  const nextMs = nextClosureCheckMs(listing, watchlist, bucket, nowMs, early)
  return nextMs !== null && nextMs <= nowMs
}

/** How much earlier a closure check may be. A second less than half, because times are stored in whole seconds. */
const earlyMs = ({ closures, period }: Pick<Watchlist, 'closures' | 'period'>): number =>
  Math.min(periodMs[period], closures === 'off' ? 0 : periodMs[closures]) / 2 - 1_000

/** Returns when a listing is next due for a closure check; null if it cannot be. @param early how much earlier, in ms. */
function nextClosureCheckMs(
  { state, missing, closureChecked, closureFailed }: WatchedListing,
  { closures, created }: Pick<Watchlist, 'closures' | 'created'>,
  bucket: number,
  nowMs: number,
  early = 0,
): number | null {
  if (closures === 'off' || state === 'unreadable' || state === 'gone' || missing > 0) return null
  // A time in the future is from before the clock was set back.
  const retryAtMs = closureFailed > 0 && closureFailed <= nowMs ? closureFailed + closureRetryMs : 0
  const nextMs =
    closureChecked === 0 ? 0 : nextCheckMs({ created, period: closures }, bucket, Math.min(nowMs, closureChecked))
  return Math.max(nextMs - early, retryAtMs)
}

const hasJustFailed = (failed: number, nowMs: number): boolean => Math.abs(nowMs - failed) < retryMs

/** Returns when a bucket is next due; null if it has no listings to check. */
export function dueMs(
  { listings }: Bucket,
  number: number,
  watchlist: Pick<Watchlist, 'created' | 'forced' | 'period'>,
  nowMs: number,
): number | null {
  const checkable = listings.filter(({ state }) => state !== 'unreadable')
  if (checkable.length === 0) return null
  if (checkable.some((listing) => isDue(listing, watchlist, nowMs))) return nowMs
  const times = checkable.map(({ checked, missing, failed }) => {
    if (hasJustFailed(failed, nowMs)) return failed + retryMs
    const next = nextCheckMs(watchlist, number, Math.min(nowMs, checked))
    return missing > 0 ? Math.min(next, missing + confirmMs) : next
  })
  return Math.min(...times)
}

/** Returns when a bucket is next due for closure checks, whether they are on hold or not; null if never. */
export function closureDueMs(
  { listings }: Bucket,
  number: number,
  watchlist: Pick<Watchlist, 'closures' | 'created'>,
  nowMs: number,
): number | null {
  const times = listings.flatMap((listing) => {
    const nextMs = nextClosureCheckMs(listing, watchlist, number, nowMs)
    if (nextMs === null) return []
    return Math.max(nextMs, hasJustFailed(listing.failed, nowMs) ? listing.failed + retryMs : nowMs)
  })
  return times.length > 0 ? Math.min(...times) : null
}

/**
 * A check's result: what the source has (null if it does not cover the listing), or that the listing is missing. A
 * closure check's result also has the business status.
 */
export type CheckResult = { found: PresentListing | null; businessStatus?: BusinessStatus | null } | 'missing'

/** Returns a listing after a failed check, which adds nothing to what is known about the listing. */
export const afterFailure = (before: WatchedListing, nowMs: number, isOfClosure = false): WatchedListing => ({
  ...before,
  failed: wholeSeconds(nowMs),
  closureFailed: isOfClosure ? wholeSeconds(nowMs) : before.closureFailed,
})

/**
 * Returns a listing after a closure check, and the event if it has closed, closed in another way, or reopened. The first
 * known status is the baseline and causes no event; an unknown status changes nothing.
 */
export function afterClosureCheck(
  before: WatchedListing,
  businessStatus: BusinessStatus | null,
  nowMs: number,
): { listing: WatchedListing; event: StoredEvent | null } {
  const now = wholeSeconds(nowMs)
  const checked = { ...before, closureChecked: now, closureFailed: 0 }
  const last = before.businessStatus
  if (businessStatus === null || businessStatus === last) return { listing: checked, event: null }
  const listing: WatchedListing = { ...checked, businessStatus }
  if (last === null || !(isClosed(businessStatus) || isClosed(last))) return { listing, event: null }
  const changed = { ...listing, since: now }
  const event = eventOf(isClosed(businessStatus) ? 'listing.closed' : 'listing.reopened', changed, nowMs, null)
  event[7] = changed.name
  event[8] = businessStatus
  return { listing: changed, event }
}

/**
 * Returns a listing after a check, and the event if there is one. The first check from a source that covers the listing
 * is the baseline: it sets the listing's state and causes no event.
 */
export function afterCheck(
  before: WatchedListing,
  result: CheckResult,
  nowMs: number,
): { listing: WatchedListing; event: StoredEvent | null } {
  const now = wholeSeconds(nowMs)
  const isFirst = before.state === 'unchecked'
  const checked = { ...before, checked: now, failed: 0 }
  if (result === 'missing') {
    if (before.state === 'gone') return { listing: checked, event: null }
    const isConfirmed = before.missing > 0 && now - before.missing >= confirmMs
    if (!isFirst && !isConfirmed) {
      // If the clock was set back, the time of the first such check is no longer comparable.
      const missing = before.missing > 0 && before.missing <= now ? before.missing : now
      return { listing: { ...checked, missing }, event: null }
    }
    const listing: WatchedListing = { ...checked, state: 'gone', since: isFirst ? 0 : now, missing: 0 }
    return { listing, event: isFirst ? null : eventOf('listing.gone', listing, nowMs, null) }
  }
  if (result.found === null) return { listing: { ...checked, missing: 0 }, event: null }
  const asked = presentIdentifiers(before)
  const { cid, place_id, listing_status } = assembleListing(askedOf(asked), result.found, noHosts)
  const present = { cid, placeId: place_id }
  const isOriginal = cid === before.id && (before.placeId === null || before.placeId === place_id)
  const listing: WatchedListing = {
    ...checked,
    placeId: before.placeId ?? (isOriginal ? place_id : null),
    state: isOriginal ? 'listed' : 'moved',
    current: isOriginal ? null : present,
    missing: 0,
  }
  const hasMoved = listing_status === 'moved'
  const from = hasMoved ? asked : null
  if (isFirst || (before.state !== 'gone' && !hasMoved)) return { listing, event: null }
  const changed = { ...listing, since: now }
  const type = before.state === 'gone' ? 'listing.back' : 'listing.moved'
  return { listing: changed, event: eventOf(type, changed, nowMs, from) }
}

/** Returns an audit's findings about a listing. Its title is not stored, and other listings are not compared. */
export const findingsAbout = ({ state, businessStatus }: WatchedListing): Finding[] =>
  findingsOf({
    reason: null,
    state: state === 'gone' ? 'not_found' : state === 'unreadable' ? 'unreadable' : 'found',
    listing_status: state === 'gone' || state === 'unreadable' ? null : state,
    business_status: businessStatus,
    duplicate_of: null,
    name_match: null,
  })

/** Returns the event for a string without an identifier. */
export const unreadableEvent = (listing: WatchedListing, nowMs: number): StoredEvent =>
  eventOf('listing.unreadable', listing, nowMs, null)

function eventOf(type: EventType, listing: WatchedListing, nowMs: number, from: Identifiers | null): StoredEvent {
  const { id, name, reference, unreadable } = listing
  const present = unreadable === null ? pairOf(presentIdentifiers(listing)) : null
  const text: StoredEvent[6] = unreadable && [unreadable.text, unreadable.detail]
  const event: StoredEvent = [type, nowMs, id, reference, present, from && pairOf(from), text]
  if (name !== '') event[7] = name
  return event
}

const pairOf = ({ cid, placeId }: Identifiers): [string, string | null] => [cid, placeId]

const askedOf = ({ cid, placeId }: Identifiers) => ({ cid: storedCid(cid), placeId, kgId: null, title: null })

/** A listing's links are not stored. */
const noHosts = { MAP_HOST: '', REVIEW_HOST: '' }

/** Parses a stored CID. @throws Error if it is invalid. */
export function storedCid(text: string): Cid {
  const cid = cidFromDecimal(text)
  if (cid === null) throw new Error('a stored CID is invalid')
  return cid
}

/** A listing as stored, without trailing fields that have their default values. Times are epoch seconds. */
type StoredListing = [
  id: string,
  place?: string,
  state?: number,
  checked?: number,
  reference?: string,
  since?: number,
  current?: [cid: string, place: string] | 0,
  missing?: number,
  failed?: number,
  unreadable?: [string, string] | 0,
  name?: string,
  /** One more than the status's place in `businessStatuses`; 0 if unknown. */
  businessStatus?: number,
  closureChecked?: number,
  closureFailed?: number,
]

/** Returns a bucket as a JSON value. A place id contains the CID, so only the rest is stored. */
export function storedBucket({ listings }: Bucket): unknown {
  return listings.map((one): unknown[] => {
    const { id, placeId, name, reference, state, since, checked, current, missing, failed, unreadable } = one
    const { businessStatus, closureChecked, closureFailed } = one
    const fields: unknown[] = [
      ...[id, placeOf(id, placeId), listingStates.indexOf(state), checked / 1000, reference, since / 1000],
      ...[current ? [current.cid, placeOf(current.cid, current.placeId)] : 0, missing / 1000, failed / 1000],
      ...[unreadable ? [unreadable.text, unreadable.detail] : 0, name],
      ...[businessStatus ? businessStatuses.indexOf(businessStatus) + 1 : 0],
      ...[closureChecked / 1000, closureFailed / 1000],
    ]
    while (!fields.at(-1)) fields.pop()
    return fields
  })
}

/** Parses a stored bucket. */
export function readBucket(stored: unknown): Bucket {
  return { listings: (stored as StoredListing[]).map(readListing) }
}

function readListing(stored: StoredListing): WatchedListing {
  const [id, place, state, checked, reference, since, current, missing, failed, text, name] = stored
  const [status = 0, closureChecked = 0, closureFailed = 0] = stored.slice(11) as number[]
  return {
    id,
    placeId: placeIdFrom(id, place),
    name: name || '',
    reference: reference || '',
    state: listingStates[state ?? 0] ?? 'unchecked',
    since: (since ?? 0) * 1000,
    checked: (checked ?? 0) * 1000,
    current: currentFrom(current),
    missing: (missing ?? 0) * 1000,
    failed: (failed ?? 0) * 1000,
    unreadable: unreadableFrom(text),
    businessStatus: businessStatuses[status - 1] ?? null,
    closureChecked: closureChecked * 1000,
    closureFailed: closureFailed * 1000,
  }
}

/** Returns the text and its fault from a stored pair. */
export function unreadableFrom(pair: [text: string, detail: string] | 0 | null | undefined): UnreadableText | null {
  if (!pair) return null
  const [text, detail] = pair
  return { text, detail }
}

/** Returns a place id's cell in hexadecimal; the place id itself if its CID differs; empty for none. */
function placeOf(cid: string, placeId: string | null): string {
  if (placeId === null) return ''
  const featureId = featureIdOf(placeId)
  return featureId && decimalCid(featureId.cid) === cid ? featureId.cell.toString(16) : placeId
}

function currentFrom(pair: [cid: string, place: string] | 0 | undefined): Identifiers | null {
  if (!pair) return null
  const [cid, place] = pair
  return { cid, placeId: placeIdFrom(cid, place) }
}

function placeIdFrom(cid: string, place = ''): string | null {
  if (place === '') return null
  return place.startsWith('ChIJ') ? place : placeIdOf({ cell: BigInt(`0x${place}`), cid: storedCid(cid) })
}
