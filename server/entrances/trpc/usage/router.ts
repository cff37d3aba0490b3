import type * as z from 'zod'
import { listBatches } from '@/server/features/batches/find-batch'
import { readStorage } from '@/server/features/batches/storage'
import { readWatched } from '@/server/features/watchlists/change-bucket'
import { listWatchlists } from '@/server/features/watchlists/find-watchlist'
import { maxWatchlists } from '@/server/features/watchlists/limits'
import { isoTime, monthsStored } from '@/server/metering/access/calendar'
import { readKeys } from '@/server/metering/access/key-list'
import { maxKeys } from '@/server/metering/access/key-store'
import { maxSources } from '@/server/metering/access/sources'
import {
  currentUsage,
  type NamedSource,
  readKeyUsage,
  readMonthTotals,
  readUsage,
} from '@/server/metering/usage/account-usage'
import { keyProcedure, ownKey } from '../admit-own'
import { router } from '../init'
import { viewProcedure } from '../signed-in'
import { monthInput, usageInput, usageOutput } from './schemas'

/** Reads an account's usage in the current month (UTC), as the API sends it. */
async function readWireUsage(
  accountId: string,
  query: z.output<typeof usageInput> = {},
): Promise<z.output<typeof usageOutput>> {
  const [usage, stored, watched] = await Promise.all([
    currentUsage(accountId),
    readStorage(accountId),
    readWatched(accountId),
  ])
  const { month, plan, limit, used, remaining, resetSeconds, operations, keys, other, sources } = usage
  return {
    month,
    plan,
    limit,
    used,
    remaining,
    resets_at: isoTime(resetSeconds),
    operation_counts: operations.map(({ ok, ...others }) => ({ succeeded: ok, ...others })),
    key_counts: keys.map(({ id, start, end: _, dailyLimit, dailyRemaining, ...others }) => ({
      key_id: id,
      prefix: start,
      daily_limit: dailyLimit,
      daily_remaining: dailyRemaining,
      ...others,
    })),
    other,
    groups: Object.keys(query).length === 0 ? null : groupsOf(month, await sources(), query),
    storage: {
      batch_count: stored.batches,
      max_batches: stored.max.batches,
      line_count: stored.lines,
      max_lines: stored.max.lines,
      byte_count: stored.bytes,
      max_bytes: stored.max.bytes,
    },
    watching: {
      watchlist_count: watched.watchlists,
      max_watchlists: maxWatchlists,
      listing_count: watched.listings,
      max_listings: watched.isUnlimited ? null : watched.most,
    },
  }
}

type Groups = NonNullable<z.output<typeof usageOutput>['groups']>

/** Returns a month's counted calls by key or client, and day. */
function groupsOf(
  month: string,
  sources: readonly NamedSource[],
  { key_id, client, group_by }: z.output<typeof usageInput>,
): Groups {
  const isByKey = group_by === undefined ? key_id !== undefined : group_by === 'key'
  const groups = new Map<string | null, { first: NamedSource; days: Map<number, number> }>()
  for (const source of sources) {
    if (key_id !== undefined && source.id !== key_id) continue
    if (client !== undefined && source.client !== client) continue
    const of = isByKey ? source.id : source.client
    const group = groups.get(of) ?? { first: source, days: new Map() }
    for (const { day, count } of source.days) group.days.set(day, (group.days.get(day) ?? 0) + count)
    groups.set(of, group)
  }
  return [...groups.values()].map(({ first, days }) => ({
    key_id: isByKey && first.isKey ? first.id : null,
    client: isByKey ? null : first.client,
    name: isByKey ? first.name : (first.client ?? 'No client'),
    used: [...days.values()].reduce((sum, count) => sum + count, 0),
    day_counts: [...days]
      .sort(([a], [b]) => a - b)
      .map(([day, used]) => ({ date: `${month}-${String(day).padStart(2, '0')}`, used })),
  }))
}

/** Usage of the signed-in account or of the key's account. */
export const usageRouter = router({
  month: viewProcedure.input(monthInput).query(({ ctx, input }) => readUsage(ctx.member.accountId, input.month)),

  /** Reads a month's calls by key. */
  keys: viewProcedure
    .meta({ returns: { keys: maxKeys } })
    .input(monthInput)
    .query(({ ctx, input }) => readKeyUsage(ctx.member.accountId, input.month)),

  /** The labels of clients in use, for suggestions: of keys, batches, watchlists, and this month's calls. */
  clients: viewProcedure.meta({ returns: { clients: maxSources } }).query(async ({ ctx: { member } }) => {
    const labeled = await Promise.all([
      readKeys(member.accountId),
      listBatches(member.accountId),
      listWatchlists(member.accountId),
      readUsage(member.accountId).then(({ sources }) => sources),
    ])
    const labels = new Set(labeled.flat().flatMap(({ client }) => client || []))
    return [...labels].sort((a, b) => a.localeCompare(b)).slice(0, maxSources)
  }),

  /** Calls that counted, by month since the account was created, newest first. */
  months: viewProcedure
    .meta({ returns: { months: monthsStored } })
    .query(({ ctx }) => readMonthTotals(ctx.member.accountId)),

  /** The same as `get`, for the signed-in account. */
  current: viewProcedure.output(usageOutput).query(({ ctx }) => readWireUsage(ctx.member.accountId)),

  get: keyProcedure('usage')
    .meta({
      openapi: {
        method: 'GET',
        path: '/usage',
        tags: ['Account'],
        description:
          'Returns the current month’s calls (UTC) by operation and by key, on request by day (`group_by`), the calls left, the storage the account’s batches use, and the listings it watches. Never counts as a call.',
        summary: "Get this month's quota and usage",
      },
    })
    .input(usageInput)
    .use(ownKey)
    .output(usageOutput)
    .query(({ ctx, input }) => readWireUsage(ctx.own.accountId, input)),
})
