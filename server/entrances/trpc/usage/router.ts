import * as z from 'zod'
import { readStorage } from '@/server/features/batches/storage'
import { readWatched } from '@/server/features/watchlists/change-bucket'
import { maxWatchlists } from '@/server/features/watchlists/limits'
import { monthsStored } from '@/server/metering/access/calendar'
import { listKeys, readKeys, readRevokedKeys } from '@/server/metering/access/key-list'
import { maxKeys } from '@/server/metering/access/key-store'
import { invalidApiKey } from '@/server/metering/access/refusals'
import { currentUsage, readKeyUsage, readMonthTotals, readUsage } from '@/server/metering/usage/account-usage'
import { maxFailedCalls, readFailedCalls } from '@/server/metering/usage/failed-calls'
import { keyProcedure, ownKey } from '../admit-own'
import { router } from '../init'
import { keyOutput, wireKey } from '../keys/schemas'
import { accountProcedure } from '../signed-in'
import { monthInput, usageOutput } from './schemas'

async function usageWithStorage(accountId: string) {
  const [{ keys, ...usage }, { max, ...stored }, watched] = await Promise.all([
    currentUsage(accountId),
    readStorage(accountId),
    readWatched(accountId),
  ])
  return {
    ...usage,
    keys: keys.map(({ end: _, ...key }) => key),
    storage: { ...stored, max_batches: max.batches, max_lines: max.lines, max_bytes: max.bytes },
    watching: {
      watchlists: watched.watchlists,
      max_watchlists: maxWatchlists,
      listings: watched.listings,
      max_listings: watched.isUnlimited ? null : watched.most,
    },
  }
}

/** Usage of the signed-in account or of the key's account. */
export const usageRouter = router({
  month: accountProcedure.input(monthInput).query(({ ctx, input }) => readUsage(ctx.owner.accountId, input.month)),

  /** Reads a month's calls by key. */
  keys: accountProcedure
    .meta({ returns: { keys: maxKeys } })
    .input(monthInput)
    .query(({ ctx, input }) => readKeyUsage(ctx.owner.accountId, input.month)),

  /** Calls that counted, by month since the account was created, newest first. */
  months: accountProcedure
    .meta({ returns: { months: monthsStored } })
    .query(({ ctx }) => readMonthTotals(ctx.owner.accountId)),

  /**
   * The failed calls in the last seven days, newest first, and their keys, including keys that have been revoked since
   * then.
   */
  errors: accountProcedure.meta({ returns: { calls: maxFailedCalls } }).query(async ({ ctx: { owner } }) => {
    const [calls, keys, revoked] = await Promise.all([
      readFailedCalls(owner.accountId),
      readKeys(owner.accountId),
      readRevokedKeys(owner.accountId),
    ])
    const named = [
      ...keys.map((key) => ({ ...key, isRevoked: false })),
      ...revoked.map((key) => ({ ...key, isRevoked: true })),
    ]
    return {
      calls,
      keys: named.map(({ id, name, start, end, isRevoked }) => ({ id, name, start, end, isRevoked })),
    }
  }),

  /** The same as `ofKey`. */
  current: accountProcedure.output(usageOutput).query(({ ctx }) => usageWithStorage(ctx.owner.accountId)),

  ofKey: keyProcedure('usage')
    .meta({
      openapi: {
        method: 'GET',
        path: '/usage',
        operationId: 'usage',
        tags: ['Account'],
        description:
          'Returns the current month’s calls (UTC) by operation and by key, the calls left, the storage the account’s batches use, and the listings it watches. Never counts as a call.',
        summary: "Get this month's quota and usage",
      },
    })
    .input(z.void())
    .use(ownKey)
    .output(usageOutput)
    .query(({ ctx }) => usageWithStorage(ctx.own.accountId)),

  key: keyProcedure('key')
    .meta({
      openapi: {
        method: 'GET',
        path: '/key',
        operationId: 'key',
        tags: ['Account'],
        description:
          'Returns the name, limits, and usage of the calling key. Start here to check that the key works. Never counts as a call.',
        summary: 'Get this key’s limits and usage',
      },
    })
    .input(z.void())
    .use(ownKey)
    .output(keyOutput)
    .query(async ({ ctx: { own } }) => {
      const key = (await listKeys(own.accountId)).find(({ id }) => id === own.keyId)
      // The key was revoked a moment ago.
      if (!key) throw invalidApiKey()
      return wireKey(key)
    }),
})
