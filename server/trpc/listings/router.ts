import { batchListing } from '@/server/batches/row'
import { procedure, router } from '../init'
import { metering } from '../metered'
import { answerBatch } from './batch'
import { batchInput, batchOutput } from './batch-schemas'
import { answerConvert, answerOnlySearch, answerResolve, answerSearch } from './operations'
import { convertInput, convertOutput, resolveInput, resolveOutput, searchInput, searchOutput } from './schemas'

/** The operations: the procedures that REST serves too, under the paths given here. */
export const listingsRouter = router({
  resolve: procedure
    .meta({ openapi: { method: 'POST', path: '/resolve', summary: 'Find the listing a link points to' } })
    .input(resolveInput)
    .use(metering)
    .output(resolveOutput)
    .mutation(answerResolve),

  search: procedure
    .meta({ openapi: { method: 'POST', path: '/search', summary: 'Find listings by business name' } })
    .input(searchInput)
    .use(metering)
    .output(searchOutput)
    .mutation(answerSearch),

  /** For the page's lists of names. Where no listing or several fit, it fails, and so is not charged. */
  only: router({
    search: procedure.input(searchInput).use(metering).output(batchListing).mutation(answerOnlySearch),
  }),

  convert: procedure
    .meta({ openapi: { method: 'POST', path: '/convert', summary: 'Convert a CID between decimal and hexadecimal' } })
    .input(convertInput)
    .use(metering)
    .output(convertOutput)
    .mutation(answerConvert),

  /** Its items are metered one by one. */
  batch: procedure
    .meta({ openapi: { method: 'POST', path: '/batch', summary: 'Up to 100 of the operations above in one call' } })
    .input(batchInput)
    .output(batchOutput)
    .mutation(({ input, ctx }) => answerBatch(input.items, ctx)),
})
