import { unlimitedRemaining } from '@/server/access/admission'
import { convert } from '@/server/listings/convert'
import { readCountry } from '@/server/listings/country'
import { resolve } from '@/server/listings/resolve'
import { search } from '@/server/listings/search'
import { timed } from '@/server/observability/call-record'
import { sampleSource } from '@/server/sources/sample/sample-source'
import { listingSource } from '@/server/sources/source'
import type { Lookup } from '@/server/upstream/lookup'
import type { Context } from '../context'
import { procedure, router } from '../init'
import { metering } from '../metered'
import { convertInput, convertOutput, resolveInput, resolveOutput, searchInput, searchOutput } from './schemas'

/** The three operations: the procedures that REST serves too, under the paths given here. */
export const listingsRouter = router({
  resolve: procedure
    .meta({ openapi: { method: 'POST', path: '/resolve', summary: 'Find the listing that a link points at' } })
    .input(resolveInput)
    .use(metering)
    .output(resolveOutput)
    .mutation(async ({ input: { url, details }, ctx }) => ({
      ...(await timed(ctx.record, 'upstreamMs', () => resolve(url, sourceOf(ctx), lookupOf(ctx), details))),
      rate_limit: wireRateLimit(ctx),
    })),

  search: procedure
    .meta({ openapi: { method: 'POST', path: '/search', summary: 'Find listings by business name' } })
    .input(searchInput)
    .use(metering)
    .output(searchOutput)
    .mutation(async ({ input, ctx }) => {
      const country = input.country === undefined ? null : readCountry(input.country)
      const asked = { name: input.name, country }
      const find = () => search(asked, sourceOf(ctx), lookupOf(ctx))
      return { results: await timed(ctx.record, 'upstreamMs', find) }
    }),

  convert: procedure
    .meta({ openapi: { method: 'POST', path: '/convert', summary: 'Convert a CID between decimal and hexadecimal' } })
    .input(convertInput)
    .use(metering)
    .output(convertOutput)
    .mutation(({ input }) => convert(input.cid)),
})

const isTest = ({ metering }: Context) => metering.admission?.quota.policy === 'test'

/** Test keys are answered from the sample, whatever the source. */
const sourceOf = (ctx: Context) => (isTest(ctx) ? sampleSource : listingSource())

function lookupOf(ctx: Context): Lookup {
  const { call, metering } = ctx
  if (!metering.admission) throw new Error('a listing was looked up for a call that was never admitted')
  return {
    caller: metering.admission.caller,
    signal: call.signal(),
    sampleOnly: isTest(ctx),
    noteAsked: () => {
      metering.askedUpstream = true
    },
  }
}

function wireRateLimit({ metering: { quota } }: Context) {
  if (!quota) throw new Error('a lookup was answered that was never admitted')
  const { authenticated, limit, remaining } = quota
  return {
    authenticated,
    limit: limit === null ? 'unlimited' : String(limit),
    remaining: remaining ?? unlimitedRemaining,
  }
}
