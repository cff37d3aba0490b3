import { batchListing } from '@/server/batches/row'
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

/** The operations: the procedures that REST serves too, under the paths given here. */
export const listingsRouter = router({
  resolve: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/resolve',
        tags: ['Lookups'],
        summary: 'Find the listing a link points to',
        description:
          'Takes a share link, a map link or an identifier, and answers the listing’s identifiers, its links and its public rating. Counts as one call if it succeeds.',
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
          'Answers up to 20 listings in the order of relevance, each with a CID that was checked against its place id. No match is an empty list. Counts as one call if it succeeds.',
      },
    })
    .input(searchInput)
    .use(metering)
    .output(searchOutput)
    .mutation(answerSearch),

  /** For lists of names on the page. If no listing or several fit, it fails, and so is not counted. */
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
          'Answers the CID in both notations, with the links made from it. Google is never asked. Counts as one call if it succeeds.',
      },
    })
    .input(convertInput)
    .use(metering)
    .output(convertOutput)
    .mutation(answerConvert),

  /** Its items are metered one by one. */
  batch: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/batch',
        tags: ['Lookups'],
        summary: 'Up to 100 of the operations above in one call',
        description:
          'Each item is a call of its own: it counts if it succeeds, and one that fails does not fail the others. For longer lists make a batch, which runs in the background. The body has up to 512 KiB, or 64 KiB without a key.',
      },
    })
    .input(batchInput)
    .output(batchOutput)
    .mutation(({ input, ctx }) => answerBatch(input.items, ctx)),
})
