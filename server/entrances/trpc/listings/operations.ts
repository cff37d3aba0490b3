import { listingOf } from '@/server/features/batches/batch-row'
import { lookUp } from '@/server/features/batches/look-up'
import { readCountry } from '@/server/features/listings/country'
import { resolve } from '@/server/features/listings/resolve'
import { search } from '@/server/features/listings/search'
import { unlimitedRemaining } from '@/server/metering/access/admission'
import { sampleSource } from '@/server/places/sources/sample/sample-source'
import { listingSource } from '@/server/places/sources/source'
import type { Lookup } from '@/server/places/upstream/lookup'
import { type LookupOptions, readLookupOptions } from '@/server/places/upstream/lookup-options'
import { timed } from '@/server/platform/observability/call-record'
import type { Context } from '../init'
import type { OperationCall } from './convert'
import type { resolveInput, searchInput } from './schemas'

/*
 * The operations that look up listings, for an admitted call. Their procedures run them, and a batch runs one for each of
 * its items.
 */

export const answerResolve = async ({ input, ctx }: OperationCall<typeof resolveInput>) => ({
  ...(await timedLookup(ctx, () => resolve(input.url, sourceOf(ctx), lookupOf(ctx, readLookupOptions(input))))),
  rate_limit: wireRateLimit(ctx),
})

export async function answerSearch({ input: { name, country, language }, ctx }: OperationCall<typeof searchInput>) {
  const query = { name, country: country === undefined ? null : readCountry(country) }
  return {
    results: await timedLookup(ctx, () => search(query, sourceOf(ctx), lookupOf(ctx, readLookupOptions({ language })))),
  }
}

/** Finds the only listing that matches a name, as in a batch; see `onlyMatch`. */
export async function answerOnlySearch({ input: { name, country, language }, ctx }: OperationCall<typeof searchInput>) {
  const query = { operation: 'search', name, country: country === undefined ? null : readCountry(country) } as const
  const { result, details } = await timedLookup(ctx, () =>
    lookUp(query, { isTest: isTest(ctx) }, lookupOf(ctx, readLookupOptions({ language }))),
  )
  return listingOf(result, details)
}

const isTest = ({ metering }: Context) => metering.admission?.quota.policy === 'test'

const timedLookup = <T>(ctx: Context, work: () => Promise<T>) =>
  timed(ctx.record, 'upstreamMs', work, () => ctx.metering.askedUpstream === true)

/** Test keys always use the sample data, regardless of the source. */
const sourceOf = (ctx: Context) => (isTest(ctx) ? sampleSource : listingSource())

function lookupOf(ctx: Context, options: LookupOptions): Lookup {
  const { call, metering } = ctx
  if (!metering.admission) throw new Error('a listing was looked up for a call that was never admitted')
  return {
    caller: metering.admission.caller,
    options,
    signal: call.signal(),
    sampleOnly: isTest(ctx),
    noteAsked: () => {
      metering.askedUpstream = true
    },
  }
}

function wireRateLimit({ metering: { quota } }: Context) {
  if (!quota) throw new Error('a lookup finished without admission')
  const { authenticated, limit, remaining } = quota
  return {
    authenticated,
    limit: limit === null ? 'unlimited' : String(limit),
    remaining: remaining ?? unlimitedRemaining,
  }
}
