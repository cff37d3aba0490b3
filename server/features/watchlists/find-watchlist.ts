import { readHash } from '@/server/features/batches/batch-store'
import { calendarDay } from '@/server/metering/access/calendar'
import { runMemberScript } from '@/server/metering/access/member-script'
import { type Author, writerOf } from '@/server/metering/access/members'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { PinrefError } from '@/server/platform/problems/errors'
import { askStore } from '@/server/platform/store/untyped'
import { maxWatchlists } from './limits'
import { allDue, deleteScript, watchKeys, watchlistsOf } from './watch-store'
import { readWatchlist, type Watchlist } from './watchlist'

const form = /^watch_[0-9A-Za-z]{16}$/

export const noSuchWatchlist = () =>
  new PinrefError('watchlist_not_found', 'This account has no such watchlist. The watchlist may have been deleted.')

/**
 * Reads a watchlist.
 * @throws PinrefError `watchlist_not_found`, including for another account's watchlist.
 */
export async function findWatchlist(accountId: string, id: string): Promise<Watchlist> {
  const watchlist = form.test(id) ? readWatchlist(id, await readHash(watchKeys(accountId, id).record)) : null
  if (watchlist === null) throw noSuchWatchlist()
  return watchlist
}

/** Reads an account's watchlists, newest first. */
export async function listWatchlists(accountId: string): Promise<Watchlist[]> {
  const ids = await askStore<string[]>('ZREVRANGE', watchlistsOf(accountId).index, 0, maxWatchlists - 1)
  const found = await Promise.all(
    ids.map(async (id) => readWatchlist(id, await readHash(watchKeys(accountId, id).record))),
  )
  return found.filter((one) => one !== null)
}

/** The counts of one day. */
export interface DayCounts {
  /** `2026-11-25`, UTC. */
  day: string
  checks: number
  failed: number
  moved: number
  gone: number
  back: number
  closed: number
  reopened: number
}

/** Reads the counts of days that have any, oldest first, and removes expired counts. @param days how many days back. */
export async function readDays(accountId: string, id: string, days: number): Promise<DayCounts[]> {
  const { days: key } = watchKeys(accountId, id)
  const fields = await readHash(key)
  const oldest = new Date(Date.now() - (days - 1) * 86_400_000).toISOString().slice(0, 10)
  const counts = new Map<string, DayCounts>()
  for (const [field, count] of Object.entries(fields)) {
    const [day = '', kind = ''] = field.split(':')
    if (day < oldest) continue
    const own = counts.get(day) ?? { day, checks: 0, failed: 0, moved: 0, gone: 0, back: 0, closed: 0, reopened: 0 }
    counts.set(day, { ...own, [kind]: Number(count) })
  }
  const old = Object.keys(fields).filter((field) => field < oldest)
  if (old.length > 0) await askStore('HDEL', key, ...old)
  return [...counts.values()].sort((a, b) => (a.day < b.day ? -1 : 1))
}

/** Deletes a watchlist and everything stored for it. A process still working on it can no longer store anything. */
export async function deleteWatchlist(author: Author, id: string): Promise<void> {
  const { accountId } = writerOf(author)
  const { index, watched } = watchlistsOf(accountId)
  const { record, ...others } = watchKeys(accountId, id)
  const { month } = calendarDay(Date.now())
  const keys = [record, redisKeys(accountId).counts(month), index, watched, ...Object.values(others)]
  await runMemberScript(author, deleteScript, keys, [id, month])
  await askStore('ZREM', allDue, `${accountId} ${id}`)
}

/** Deletes all watchlists of a deleted account. @returns null, like a finished job. */
export async function forgetWatchlists(accountId: string): Promise<null> {
  const { index, watched } = watchlistsOf(accountId)
  for (const id of await askStore<string[]>('ZRANGE', index, 0, -1)) await deleteWatchlist(accountId, id)
  await askStore('UNLINK', index, watched)
  return null
}
