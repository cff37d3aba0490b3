import { batchListing } from '@/server/features/batches/row'
import { procedure, router } from '../init'
import { metering } from '../metered'
import { answerBatch } from './batch'
import { answerConvert, answerOnlySearch, answerResolve, answerSearch } from './operations'
import {
  batchInput,
  batchOutput,
  convertInput,
  convertOutput,
  resolveInput,
  resolveOutput,
  searchInput,
  searchOutput,
} from './schemas'

/** The operations: procedures that REST also serves under these paths. */
export const listingsRouter = router({
  resolve: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/resolve',
        tags: ['Lookups'],
        summary: 'Find the listing that a link points to',
        description:
          'Accepts a share link, a map link, or an identifier. Returns the listing’s identifiers, links, and public rating. Counts as one call if it succeeds.',
      },
    })
    .input(resolveInput)
    .use(metering)
    .output(resolveOutput)
    .mutation(answerResolve),

  search: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/search',
        tags: ['Lookups'],
        summary: 'Find listings by business name',
        description:
          'Returns up to 20 listings, most relevant first, each with a CID verified against its place id. If nothing matches, the list is empty. Counts as one call if it succeeds.',
      },
    })
    .input(searchInput)
    .use(metering)
    .output(searchOutput)
    .mutation(answerSearch),

  /**
   * Searches for a name from a list on the page. The call fails, and is therefore not counted, unless exactly one
   * listing matches.
   */
  only: router({
    search: procedure.input(searchInput).use(metering).output(batchListing).mutation(answerOnlySearch),
  }),

  convert: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/convert',
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
  batch: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/batch',
        tags: ['Lookups'],
        summary: 'Run up to 100 calls in one request',
        description:
          'Each item counts as one call if it succeeds. A failed item does not affect the others. For longer lists, create a batch, which runs in the background. The body can be up to 512 KiB, or 64 KiB without a key.',
      },
    })
    .input(batchInput)
    .output(batchOutput)
    .mutation(({ input, ctx }) => answerBatch(input.items, ctx)),
})
