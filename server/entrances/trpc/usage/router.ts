import * as z from 'zod'
import { readStorage } from '@/server/features/batches/storage'
import { readWatched } from '@/server/features/watchlists/change-bucket'
import { maxWatchlists } from '@/server/features/watchlists/limits'
import { isoTime, monthsStored } from '@/server/metering/access/calendar'
import { maxKeys } from '@/server/metering/access/key-store'
import { currentUsage, readKeyUsage, readMonthTotals, readUsage } from '@/server/metering/usage/account-usage'
import { keyProcedure, ownKey } from '../admit-own'
import { router } from '../init'
import { viewProcedure } from '../signed-in'
import { monthInput, usageOutput } from './schemas'

/** Reads an account's usage in the current month (UTC), as the API sends it. */
async function readWireUsage(accountId: string): Promise<z.output<typeof usageOutput>> {
  const [usage, stored, watched] = await Promise.all([
    currentUsage(accountId),
    readStorage(accountId),
    readWatched(accountId),
  ])
  const { month, plan, limit, used, remaining, resetSeconds, operations, keys, other } = usage
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

/** Usage of the signed-in account or of the key's account. */
export const usageRouter = router({
  month: viewProcedure.input(monthInput).query(({ ctx, input }) => readUsage(ctx.member.accountId, input.month)),

  /** Reads a month's calls by key. */
  keys: viewProcedure
    .meta({ returns: { keys: maxKeys } })
    .input(monthInput)
    .query(({ ctx, input }) => readKeyUsage(ctx.member.accountId, input.month)),

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
          'Returns the current month’s calls (UTC) by operation and by key, the calls left, the storage the account’s batches use, and the listings it watches. Never counts as a call.',
        summary: "Get this month's quota and usage",
      },
    })
    .input(z.void())
    .use(ownKey)
    .output(usageOutput)
    .query(({ ctx }) => readWireUsage(ctx.own.accountId)),
})
