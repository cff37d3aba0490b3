import { createHash } from 'node:crypto'
import { isFinal } from '@/server/features/batches/batch'
import { fieldsOf } from '@/server/features/batches/batch-store'
import { notInThisState } from '@/server/features/batches/change-batch'
import { findBatch } from '@/server/features/batches/find-batch'
import { randomBase62 } from '@/server/metering/access/api-key'
import { runMemberScript } from '@/server/metering/access/member-script'
import { type Author, makerOf, writerOf } from '@/server/metering/access/members'
import { PinrefError } from '@/server/platform/problems/errors'
import { findWatchlist, noSuchWatchlist } from './find-watchlist'
import { checkNowMs, maxWatchlists } from './limits'
import { addToQueue, isWatching, scheduleWatchlist } from './schedule'
import {
  checkNowScript,
  closuresScript,
  createScript,
  periodScript,
  updateScript,
  watchKeys,
  watchlistsOf,
} from './watch-store'
import {
  type ClosureInterval,
  type Digest,
  nextDigestMs,
  type Period,
  periodMs,
  readWatchlist,
  type Watchlist,
} from './watchlist'

/** The settings of a new watchlist. */
export interface WatchlistOrder {
  /** A normalized, valid name. */
  name: string
  /** The label of the client that its calls are counted for; default: none. */
  client?: string
  period: Period
  /** Default: off. */
  closures?: ClosureInterval
  digest: Digest
  isTest: boolean
  /**
   * The batch whose listings are added, and the columns or fields with the customer's names and references: empty for
   * none, null for the batch's own. Null for no batch.
   */
  source: { batch: string; nameColumn: string | null; referenceColumn: string | null } | null
  /** The `Idempotency-Key`; null if none was sent. */
  idempotency?: string | null
}

/**
 * Creates a watchlist or returns the one created with the same `Idempotency-Key`. A batch's listings are added in the
 * background.
 * @throws PinrefError `limit_reached`; `batch_state` for a batch that is still running; `idempotency_key_reused`;
 *   `batch_not_found`; `route_not_found` if this server does not watch listings; `not_signed_in` if
 *   the account is gone.
 */
export async function createWatchlist(author: Author, order: WatchlistOrder): Promise<Watchlist> {
  const { accountId } = writerOf(author)
  if (!isWatching()) throw new PinrefError('route_not_found', 'Watchlists are turned off on this server.')
  const { name, client = '', period, closures = 'off', digest, isTest, source, idempotency = null } = order
  const fields: Record<string, string | number> = {
    name,
    client,
    period,
    closures,
    digest,
    test: isTest ? 1 : '',
    salt: randomBase62(16),
    maker: makerOf(author),
    request: sha256(
      JSON.stringify([
        name,
        period,
        digest,
        source,
        ...(closures === 'off' ? [] : [closures]),
        ...(client && [{ client }]),
      ]),
    ),
  }
  const now = Date.now()
  if (digest !== 'off') fields.digestDue = nextDigestMs(digest, now)
  if (source) Object.assign(fields, await batchFields(accountId, source, isTest))
  const id = `watch_${idempotency === null ? randomBase62(16) : idFrom([accountId, isTest, idempotency])}`
  const { index, watched } = watchlistsOf(accountId)
  const keys = [index, watchKeys(accountId, id).record, watched]
  // Written first, so every watchlist has an entry. An entry without a watchlist is removed when due.
  await scheduleWatchlist(accountId, id, now + soonMs)
  const args = [id, now, maxWatchlists, ...Object.entries(fields).flat()]
  // If the person may not, the entry is removed when due.
  const outcome = await runMemberScript(author, createScript, keys, args)
  if (outcome === 'known') return findWatchlist(accountId, id)
  if (outcome === 'other')
    throw new PinrefError(
      'idempotency_key_reused',
      'This Idempotency-Key was used for a different watchlist. Send a new one.',
    )
  if (outcome !== 'created') await scheduleWatchlist(accountId, id, null)
  if (outcome === 'too many')
    throw new PinrefError(
      'limit_reached',
      `An account can have at most ${maxWatchlists} watchlists. Delete an unused watchlist.`,
    )
  if (source) await addToQueue(accountId, id)
  return findWatchlist(accountId, id)
}

/** Longer than it takes to create a watchlist. */
const soonMs = 60_000

/**
 * Returns the id of the watchlist that a request creates. A repeated request has the same id, so it creates no
 * duplicate.
 */
const idFrom = (parts: readonly unknown[]) => sha256(JSON.stringify(parts)).replaceAll(/[-_]/g, '0').slice(0, 16)

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

async function batchFields(
  accountId: string,
  { batch: id, nameColumn, referenceColumn }: NonNullable<WatchlistOrder['source']>,
  isTest: boolean,
) {
  const batch = await findBatch(accountId, id)
  if (batch.isTest !== isTest)
    throw new PinrefError('operation_not_allowed', `Use a ${batch.isTest ? 'test' : 'live'} key for this batch.`)
  if (!isFinal(batch.state)) throw notInThisState('This batch has not ended yet. Wait until it ends, or cancel it.')
  return {
    batch: id,
    line: 0,
    lines: batch.rows,
    nameColumn: nameColumn ?? (batch.nameColumn || 'name'),
    referenceColumn: referenceColumn ?? (batch.referenceColumn || 'reference'),
  }
}

/** Settings that a caller can change; omitted ones stay the same. */
export interface WatchlistUpdate {
  name?: string | undefined
  /** Empty for none. */
  client?: string | undefined
  period?: Period | undefined
  closures?: ClosureInterval | undefined
  digest?: Digest | undefined
}

/** Changes a watchlist's settings. @throws PinrefError `watchlist_not_found`. */
export async function updateWatchlist(author: Author, id: string, change: WatchlistUpdate): Promise<Watchlist> {
  const { accountId } = writerOf(author)
  const before = await findWatchlist(accountId, id)
  const { name, client, period, closures, digest = before.digest } = change
  const fields: Record<string, string | number> = {
    digest,
    ...(name !== undefined && { name }),
    ...(client !== undefined && { client }),
  }
  if (period !== undefined && period !== before.period) {
    const { record, due } = watchKeys(accountId, id)
    await runMemberScript(author, periodScript, [record, due], [Date.now(), period, periodMs[period]])
  }
  if (closures !== undefined && closures !== before.closures) {
    const { record, due, closureDue } = watchKeys(accountId, id)
    await runMemberScript(author, closuresScript, [record, due, closureDue], [Date.now(), closures])
  }
  if (digest !== before.digest) {
    fields.digestDue = digest === 'off' ? 0 : nextDigestMs(digest, Date.now())
    // Changes before the digest was turned on are omitted.
    if (before.digest === 'off') Object.assign(fields, { mailed: before.lastEvent, mailing: '' })
  }
  return write(author, id, fields)
}

/** Pauses a watchlist: no checks until it is resumed. @throws PinrefError `watchlist_not_found`. */
export const pauseWatchlist = (author: Author, id: string): Promise<Watchlist> => write(author, id, { paused: 1 })

/**
 * Resumes a watchlist. Listings that came due in the meantime are checked now.
 * @throws the same errors as `pauseWatchlist`.
 */
export const resumeWatchlist = (author: Author, id: string): Promise<Watchlist> =>
  write(author, id, { paused: 0, until: 0, reason: '', closuresUntil: 0, closuresReason: '' })

/** Sets fields of a record and queues the watchlist, which may have work now. */
async function write(author: Author, id: string, fields: Record<string, string | number>): Promise<Watchlist> {
  const { accountId } = writerOf(author)
  await findWatchlist(accountId, id)
  const { record } = watchKeys(accountId, id)
  const reply = await runMemberScript(author, updateScript, [record], Object.entries(fields).flat())
  const watchlist = readWatchlist(id, fieldsOf(reply as string[]))
  if (watchlist === null) throw noSuchWatchlist()
  await addToQueue(accountId, id)
  return watchlist
}

export const watchlistPaused = () => new PinrefError('watchlist_state', 'This watchlist is paused. Resume it first.')

/**
 * Checks all of a watchlist's listings now, at most once a day.
 * @throws PinrefError `too_many_requests`, `watchlist_not_found`; `watchlist_state` if it is paused.
 */
export async function checkNow(author: Author, id: string): Promise<Watchlist> {
  const { accountId } = writerOf(author)
  const watchlist = await findWatchlist(accountId, id)
  if (watchlist.isPaused) throw watchlistPaused()
  const { record, due } = watchKeys(accountId, id)
  const now = Date.now()
  const outcome = String(await runMemberScript(author, checkNowScript, [record, due], [now, checkNowMs]))
  if (outcome === 'gone') throw noSuchWatchlist()
  if (outcome !== 'done') {
    const next = Number(outcome) + checkNowMs
    const detail = `You can check a watchlist once a day. Try again at ${new Date(next).toISOString()}.`
    throw new PinrefError('too_many_requests', detail, { retryAfterSeconds: Math.ceil((next - now) / 1000) })
  }
  await addToQueue(accountId, id)
  return { ...watchlist, forced: now }
}
