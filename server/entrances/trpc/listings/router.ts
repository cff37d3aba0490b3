import { batchListing } from '@/server/features/lists/row'
import { limits } from '@/server/metering/access/limits'
import { maxRequestBytes, maxVisitorBytes } from '@/server/platform/runtime/bounded-body'
import {
  type Entrance,
  problemsOfBodies,
  problemsOfLookups,
  problemsOfReading,
  shortJson,
  workingRoles,
} from '../entrance'
import { procedure, router } from '../init'
import { metering } from '../metered'
import { answerConvert } from './convert'
import {
  convertInput,
  convertOutput,
  maxItems,
  multicallInput,
  multicallOutput,
  resolveInput,
  resolveOutput,
  searchInput,
  searchOutput,
} from './schemas'

// Conversions don't need these modules, which take long to load.
let loadedLookups: Promise<typeof import('./operations')> | undefined
let loadedMulticall: Promise<typeof import('./multicall')> | undefined

function lookups() {
  loadedLookups ??= import('./operations')
  return loadedLookups
}

function multicall() {
  loadedMulticall ??= import('./multicall')
  return loadedMulticall
}

/** Enough for a hundred calls; a visitor's body has a lower limit. */
const maxBatchBytes = 512 * 1024

const shared = {
  who: ['visitor', 'key', ...workingRoles],
  isCallerFirst: false,
  problems: problemsOfLookups,
} as const satisfies Partial<Entrance>

/** A procedure that admits each call as this operation, whose deadline is for the calls to Google. */
const lookup = (operation: 'resolve' | 'search' | 'convert') =>
  procedure({
    ...shared,
    costs: { limit: limits.burst, operation, quota: 1 },
    body: shortJson,
    deadline: 'UPSTREAM_DEADLINE_MS',
    // Neither belongs to an account: the target of a short link, and the place id of a CID.
    stores: null,
  })

/** The operations: procedures that REST also serves under these paths. */
export const listingsRouter = router({
  resolve: lookup('resolve')
    .meta({
      openapi: {
        method: 'POST',
        path: '/resolve',
        operationId: 'resolve',
        requestName: 'ResolveRequest',
        tags: ['Lookups'],
        summary: 'Find the listing that a link points to',
        description:
          'Accepts a share link, a map link, or an identifier. Returns the listing’s identifiers, links, and public rating. Counts as one call if it succeeds.',
      },
    })
    .input(resolveInput)
    .use(metering)
    .output(resolveOutput)
    .mutation(async (call) => (await lookups()).answerResolve(call)),

  search: lookup('search')
    .meta({
      openapi: {
        method: 'POST',
        path: '/search',
        operationId: 'search',
        requestName: 'SearchRequest',
        tags: ['Lookups'],
        summary: 'Find listings by business name',
        description:
          'Returns up to 20 listings, most relevant first, but permanently closed businesses last. Each CID is verified against its place id. If nothing matches, the list is empty. Counts as one call if it succeeds.',
      },
    })
    .input(searchInput)
    .use(metering)
    .output(searchOutput)
    .mutation(async (call) => (await lookups()).answerSearch(call)),

  /**
   * Searches for a name from a list on the page. The call fails, and is therefore not counted, unless exactly one
   * listing matches.
   */
  only: router({
    search: lookup('search')
      .input(searchInput)
      .use(metering)
      .output(batchListing)
      .mutation(async (call) => (await lookups()).answerOnlySearch(call)),
  }),

  convert: lookup('convert')
    .meta({
      openapi: {
        method: 'POST',
        path: '/convert',
        operationId: 'convert',
        requestName: 'ConvertRequest',
        tags: ['Lookups'],
        summary: 'Convert a CID between decimal and hexadecimal',
        description:
          'Returns the CID in decimal and hexadecimal, and the listing’s links. Never calls Google. Counts as one call if it succeeds.',
      },
    })
    .input(convertInput)
    .use(metering)
    .output(convertOutput)
    .mutation(answerConvert),

  /** The batch's items are metered one by one. */
  batch: procedure({
    ...shared,
    costs: { limit: limits.burst, quota: 'each item' },
    body: {
      maxBytes: maxBatchBytes,
      maxVisitorBytes,
      maxPageBytes: maxRequestBytes,
      long: 'calls',
      media: ['application/json'],
      counts: { items: maxItems },
    },
    deadline: 'UPSTREAM_DEADLINE_MS',
    stores: null,
    returns: { results: maxItems },
    problems: [...problemsOfReading.filter((code) => code !== 'operation_not_allowed'), ...problemsOfBodies],
  })
    .meta({
      openapi: {
        method: 'POST',
        path: '/batch',
        operationId: 'batch',
        requestName: 'BatchRequest',
        tags: ['Lookups'],
        summary: 'Run up to 100 calls in one request',
        description:
          'Each item counts as one call if it succeeds. A failed item does not affect the others. For longer lists, create a batch, which runs in the background. The body can be up to 512 KiB, or 64 KiB without a key.',
      },
    })
    .input(multicallInput)
    .output(multicallOutput)
    .mutation(async ({ input, ctx }) => (await multicall()).answerMulticall(input.items, ctx)),
})
