import { fieldsOf } from '@/server/features/batches/batch-store'
import { type Author, writerOf } from '@/server/metering/access/members'
import { type Cid, decimalCid } from '@/server/places/identifiers/cid'
import { readReference } from '@/server/places/links/read-reference'
import { UnreadableText } from '@/server/places/links/refusal'
import type { BusinessStatus, ListingSource } from '@/server/places/sources/listing-source'
import { sampleSource } from '@/server/places/sources/sample/sample-source'
import { listingSource } from '@/server/places/sources/source'
import { PinrefError } from '@/server/platform/problems/errors'
import { createTurns } from '@/server/platform/runtime/event-loop-turns'
import { excerpt } from '@/server/platform/runtime/input'
import { askStore } from '@/server/platform/store/untyped'
import {
  changeBucket,
  type Mark,
  marks,
  type ReadBucket,
  readBuckets,
  readWatched,
  type Watched,
  type WriteOutcome,
} from './change-bucket'
import { listWatchlists, noSuchWatchlist } from './find-watchlist'
import { maxAdded, maxEntries, maxName, maxPageBytes, maxReference, maxSentText, maxText } from './limits'
import { bucketOf, type Labels, newListing, unreadableEvent, unreadableListing, type WatchedListing } from './listing'
import { addToQueue } from './schedule'
import { watchKeys } from './watch-store'
import { bucketCount, type ListingState, sizeOf, type Watchlist } from './watchlist'

/** A listing as sent by a caller. */
interface SentListing extends Partial<Labels> {
  text: string
}

/** The outcome of adding listings. */
export interface CreatedListings {
  /** New listings, including unreadable ones. */
  added: number
  /** Listings that were already watched. */
  existing: number
  /** New listings whose text contains no identifier, by their index in the request. */
  unreadable: Array<{ index: number; detail: string }>
  /** Whether some were not added because of the plan's limit. */
  isFull: boolean
}

const shortLinkDetail =
  'A short link must be followed first. Look it up in a batch, then watch the batch, or send the CID or place id.'

/** Returns the entry for a string, without network access. */
export const listingOf = (sent: SentListing): WatchedListing => readListing(sent).listing

/** Returns the entry for a string, and the CID in it if the string is unreadable only because of possible rounding. */
function readListing({ text: sent, name = '', reference = '' }: SentListing): {
  listing: WatchedListing
  ifExact: Cid | null
} {
  const text = sent.toWellFormed()
  const labels = { name: name.toWellFormed(), reference: reference.toWellFormed() }
  const excerpt = [...text.trim()].slice(0, maxText).join('')
  try {
    const read = readReference(text)
    if (read.kind !== 'listing') return { listing: unreadableListing(excerpt, shortLinkDetail, labels), ifExact: null }
    return { listing: newListing({ cid: decimalCid(read.cid), placeId: read.placeId }, labels), ifExact: null }
  } catch (error) {
    if (!(error instanceof PinrefError)) throw error
    const ifExact = error instanceof UnreadableText && error.why === 'rounded' ? error.ifWhole : null
    return { listing: unreadableListing(excerpt, error.message, labels), ifExact: ifExact?.cid ?? null }
  }
}

/** The error for a value that is not a listing, with its place in the request. */
const refused = (pointer: string, detail: string) =>
  new PinrefError('invalid_request', `${pointer.slice(1)}: ${detail}`, { errors: [{ pointer, detail }] })

/**
 * Parses listings as sent by a caller: strings, or objects with `url`, `name`, and `reference`. All of them are checked, but
 * none is parsed after the first `most` different ones.
 * @param most how many different listings can have an effect: the plan's limit, or the number already watched if higher.
 * @param source knows the listings found before, whose CIDs are accepted even if they look rounded.
 * @returns the parsed listings, and whether some were not parsed.
 * @throws PinrefError `invalid_request` for the first value that is neither.
 */
export async function readSent(
  accountId: string,
  sent: unknown,
  most: number,
  source: Pick<ListingSource, 'learntPlaceId'>,
): Promise<{ listings: WatchedListing[]; isCut: boolean }> {
  if (!Array.isArray(sent) || sent.length === 0 || sent.length > maxAdded)
    throw refused('/listings', `Send listings as an array of 1 to ${maxAdded.toLocaleString('en')}.`)
  const yieldTurn = createTurns(accountId)
  const listings: WatchedListing[] = []
  const ids = new Set<string>()
  const doubted: Array<[index: number, cid: Cid]> = []
  let isCut = false
  for (const [index, value] of sent.entries()) {
    const { url, name = '', reference = '', ...others } = typeof value === 'string' ? { url: value } : Object(value)
    const at = (field: string) => `/listings/${index}${typeof value === 'string' ? '' : field}`
    if (typeof url !== 'string') throw refused(at(''), 'Send a link, place id, or CID as a string or in url.')
    if (url.length > maxSentText)
      throw refused(at('/url'), `Send at most ${maxSentText.toLocaleString('en')} characters.`)
    if (typeof name !== 'string' || isTooLong(name, maxName))
      throw refused(at('/name'), `Send a name of at most ${maxName} characters.`)
    if (typeof reference !== 'string' || isTooLong(reference, maxReference))
      throw refused(at('/reference'), `Send a reference of at most ${maxReference} characters.`)
    const [other] = Object.keys(others)
    if (other !== undefined) throw refused(at(`/${pointerStep(other)}`), 'There is no such field.')
    await yieldTurn()
    if (ids.size >= most) {
      isCut = true
      continue
    }
    const { listing, ifExact } = readListing({ text: url, name, reference })
    if (ifExact !== null) doubted.push([listings.length, ifExact])
    ids.add(listing.id)
    listings.push(listing)
  }
  for (let at = 0; at < doubted.length; at += readAtOnce)
    await Promise.all(doubted.slice(at, at + readAtOnce).map(([index, cid]) => accept(index, cid)))
  return { listings, isCut }

  async function accept(index: number, cid: Cid): Promise<void> {
    const placeId = await source.learntPlaceId(cid)
    const { name = '', reference = '' } = listings[index] ?? {}
    if (placeId !== null) listings[index] = newListing({ cid: decimalCid(cid), placeId }, { name, reference })
  }
}

const pointerStep = (field: string) => excerpt(field).replaceAll('~', '~0').replaceAll('/', '~1')

/** Whether a text has too many characters. A far longer one is not scanned. */
const isTooLong = (text: string, most: number) =>
  text.length > most && (text.length > 2 * most || [...text].length > most)

/** How many buckets are read at once and written at once. */
const readAtOnce = 128
const writtenAtOnce = 32

/**
 * Reads listings as sent by a caller.
 * @returns a function that adds them to a watchlist, which throws the errors of `storeListings`.
 * @throws the errors of `readSent`.
 */
export async function readNewListings(
  author: Author,
  sent: unknown,
  isTest: boolean,
): Promise<(watchlist: Watchlist) => Promise<CreatedListings>> {
  const { accountId } = writerOf(author)
  const watched = await readWatched(accountId)
  const source = isTest ? sampleSource : listingSource()
  const { listings, isCut } = await readSent(accountId, sent, Math.max(watched.most, watched.listings), source)
  return async (watchlist) => {
    const added = await storeListings(author, watchlist, listings, watched)
    return { ...added, isFull: added.isFull || isCut }
  }
}

/**
 * Adds listings as sent by a caller to a watchlist.
 * @throws the errors of `readSent` and `storeListings`.
 */
export async function createListings(author: Author, watchlist: Watchlist, sent: unknown): Promise<CreatedListings> {
  const addTo = await readNewListings(author, sent, watchlist.isTest)
  return addTo(watchlist)
}

/**
 * Adds listings to a watchlist. An existing listing only gets a new name or reference, or a missing place id, so adding
 * the same listings again changes nothing.
 * @param watched what the account watches now; read if omitted.
 * @throws PinrefError `watchlist_not_found`, `store_unavailable`. Some listings may then have been added.
 */
export async function storeListings(
  author: Author,
  watchlist: Watchlist,
  listings: readonly WatchedListing[],
  watched?: Watched,
): Promise<CreatedListings> {
  const { accountId } = writerOf(author)
  const numbered = new Map<number, Array<[index: number, listing: WatchedListing]>>()
  const yieldTurn = createTurns(accountId)
  for (const [index, listing] of listings.entries()) {
    const number = bucketOf(listing.id, watchlist.salt)
    const others = numbered.get(number)
    if (others) others.push([index, listing])
    else numbered.set(number, [[index, listing]])
    await yieldTurn()
  }
  const { most, listings: watchedNow } = watched ?? (await readWatched(accountId))
  // At the plan's limit, the rest is only read, so a caller over the limit does not cost a script for each bucket.
  let hasRoom = watchedNow < most
  const result: CreatedListings = { added: 0, existing: 0, unreadable: [], isFull: false }

  async function add(number: number, sent: ReadonlyArray<[number, WatchedListing]>, read: ReadBucket): Promise<void> {
    let room = hasRoom ? Number.POSITIVE_INFINITY : 0
    let last: ReturnType<typeof merge> | undefined
    const change = (before: ReadBucket['bucket']) => {
      last = merge(before, sent, room)
      return last.change
    }
    for (;;) {
      const outcome = await changeBucket(author, watchlist, number, { read, change, most })
      if (outcome === 'gone') throw noSuchWatchlist()
      if (outcome !== 'full') break
      const { listings: watched } = await readWatched(accountId)
      // Others may add listings at the same time.
      room = Math.max(0, Math.min(most - watched, room - 1))
      hasRoom &&= room > 0
    }
    result.isFull ||= last?.isCut ?? false
    result.added += last?.added ?? 0
    result.existing += last?.existing ?? 0
    result.unreadable.push(...(last?.unreadable ?? []))
  }
  const all = [...numbered]
  for (let at = 0; at < all.length; at += readAtOnce) {
    const some = all.slice(at, at + readAtOnce)
    const read = await readBuckets(
      accountId,
      watchlist.id,
      some.map(([number]) => number),
    )
    for (let from = 0; from < some.length; from += writtenAtOnce) {
      const written = some.slice(from, from + writtenAtOnce)
      await Promise.all(written.map(([number, sent], index) => add(number, sent, read[from + index] as ReadBucket)))
    }
  }
  result.unreadable.sort((a, b) => a.index - b.index)
  if (result.added > 0) await addToQueue(accountId, watchlist.id)
  return result
}

/** Merges new listings into a bucket. @param room the maximum number to add. */
function merge(
  before: ReadBucket['bucket'],
  sent: ReadonlyArray<[index: number, listing: WatchedListing]>,
  room: number,
) {
  const nowMs = Date.now()
  const merged = new Map(before.listings.map((listing) => [listing.id, listing]))
  const events: ReturnType<typeof unreadableEvent>[] = []
  const unreadable: CreatedListings['unreadable'] = []
  let added = 0
  let existing = 0
  let isChanged = false
  let isCut = false
  for (const [index, listing] of sent) {
    const own = merged.get(listing.id)
    if (own) {
      const changed = {
        ...own,
        placeId: own.placeId ?? listing.placeId,
        name: listing.name || own.name,
        reference: listing.reference || own.reference,
      }
      isChanged ||= changed.placeId !== own.placeId || changed.name !== own.name || changed.reference !== own.reference
      merged.set(listing.id, changed)
      existing += 1
    } else if (added < room) {
      merged.set(listing.id, listing)
      added += 1
      if (listing.unreadable === null) continue
      events.push(unreadableEvent(listing, nowMs))
      unreadable.push({ index, detail: listing.unreadable.detail })
    } else isCut = true
  }
  const change = added > 0 || isChanged ? { bucket: { listings: [...merged.values()] }, events } : null
  return { change, added, existing, unreadable, isCut }
}

/** Removes listings from a watchlist by their ids. @returns how many were removed. @throws like `storeListings`. */
export async function deleteListings(author: Author, watchlist: Watchlist, ids: readonly string[]): Promise<number> {
  const { accountId } = writerOf(author)
  const removing = new Set(ids)
  const numbers = [...new Set(ids.map((id) => bucketOf(id, watchlist.salt)))]
  const { most } = await readWatched(accountId)
  const read = await readBuckets(accountId, watchlist.id, numbers)
  const removed = await Promise.all(numbers.map((number, at) => remove(number, read[at] as ReadBucket)))
  return removed.reduce((sum, count) => sum + count, 0)

  async function remove(number: number, before: ReadBucket): Promise<number> {
    let count = 0
    const outcome: WriteOutcome = await changeBucket(author, watchlist, number, {
      read: before,
      most,
      change({ listings }) {
        const left = listings.filter(({ id }) => !removing.has(id))
        count = listings.length - left.length
        return count > 0 ? { bucket: { listings: left }, events: [] } : null
      },
    })
    if (outcome === 'gone') throw noSuchWatchlist()
    return count
  }
}

/** A page of listings: `next` is null on the last page. */
export interface ListingsPage {
  listings: WatchedListing[]
  next: string | null
}

/** Which listings to read: those in a state and with a business status, or all for null. */
interface ListingsQuery {
  state: ListingState | null
  businessStatus?: BusinessStatus | null
  after: string | null
  most?: number
}

/** A position in a watchlist: "<bucket>.<index in it>". */
export const cursorForm = /^(\d{1,4})\.(\d{1,6})$/

/** How many buckets a page may read in total and at once. */
const pageReads = { most: 256, atOnce: 32 }

/**
 * Reads a watchlist's listings, in no particular order. Any page, not just the last, may have fewer listings than
 * requested, or none.
 */
export async function readListings(
  accountId: string,
  watchlist: Watchlist,
  { state, businessStatus = null, after, most = maxEntries }: ListingsQuery,
): Promise<ListingsPage> {
  const marked = marks.filter((name) => name === state || name === businessStatus)
  const counted = [...marked, ...(state === null ? [] : [state])]
  // The counts show that there are none.
  if (counted.some((name) => watchlist.counts[name] === 0)) return { listings: [], next: null }
  const [, start = '0', skip = '0'] = cursorForm.exec(after ?? '') ?? []
  const numbers = (await numbersWith(accountId, watchlist, marked)).filter((number) => number >= Number(start))
  const listings: WatchedListing[] = []
  let bytes = 0
  // A page of a large watchlist needs few buckets.
  const atOnce = Math.max(1, Math.min(pageReads.atOnce, Math.ceil((most * bucketCount) / (sizeOf(watchlist) + 1))))
  for (let at = 0; at < Math.min(numbers.length, pageReads.most); at += atOnce) {
    const some = numbers.slice(at, at + atOnce)
    const read = await readBuckets(accountId, watchlist.id, some)
    for (const [index, number] of some.entries()) {
      for (const [position, listing] of (read[index]?.bucket.listings ?? []).entries()) {
        if (number === Number(start) && position < Number(skip)) continue
        if (state !== null && listing.state !== state) continue
        if (businessStatus !== null && listing.businessStatus !== businessStatus) continue
        if (listings.length === most || bytes > maxPageBytes) return { listings, next: `${number}.${position}` }
        listings.push(listing)
        bytes += bytesOf(listing)
      }
    }
  }
  const rest = numbers[pageReads.most]
  return { listings, next: rest === undefined ? null : `${rest}.0` }
}

/** The approximate size of a listing in a response, in bytes. */
const bytesOf = ({ name, reference, unreadable }: WatchedListing) =>
  400 + 4 * (name.length + reference.length + (unreadable?.text.length ?? 0))

/** Returns the numbers of the buckets that may have listings with all of these marks, in order. */
async function numbersWith(accountId: string, { id }: Watchlist, marked: readonly Mark[]): Promise<number[]> {
  const keys = watchKeys(accountId, id)
  if (marked.length === 0) return (await askStore<string[]>('HKEYS', keys.buckets)).map(Number).sort((a, b) => a - b)
  const stored = Object.entries(fieldsOf(await askStore<string[]>('HGETALL', keys.marks)))
  return stored
    .filter(([, text]) => {
      const counts = text.split(' ').map(Number)
      return marked.every((name) => counts[marks.indexOf(name)])
    })
    .map(([number]) => Number(number))
    .sort((a, b) => a - b)
}

/**
 * Returns an account's watchlists that include a listing, and the listing's state in each.
 * @param cid decimal, as added.
 */
export async function watchlistsWith(
  accountId: string,
  cid: string,
): Promise<Array<{ watchlist: Watchlist; listing: WatchedListing }>> {
  const watchlists = await listWatchlists(accountId)
  const found = await Promise.all(
    watchlists.map(async (watchlist) => {
      const [read] = await readBuckets(accountId, watchlist.id, [bucketOf(cid, watchlist.salt)])
      const listing = read?.bucket.listings.find(({ id }) => id === cid)
      return listing ? { watchlist, listing } : null
    }),
  )
  return found.filter((one) => one !== null)
}
