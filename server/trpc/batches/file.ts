import { z } from 'zod'
import { fileHeaders, writeResults } from '@/server/batches/write-results'
import type { Context } from '../context'
import { router } from '../init'
import { ownBatch, suspendedBatchProcedure } from './owner'
import { resultsInput } from './schemas'

const fileInput = resultsInput.extend({ format: z.enum(['csv', 'jsonl']) })

/** Not part of the whole router, whose procedures answer with JSON. */
const files = router({
  write: suspendedBatchProcedure.input(fileInput).query(async ({ input, ctx: { batches: owner, call } }) => {
    const { id, format, after = '0', status = null } = input
    await ownBatch(owner, id)
    const body = await writeResults(owner.accountId, id, { format, after: Number(after), status }, call.signal())
    return { status: 200, headers: fileHeaders(id, format), body }
  }),
})

/**
 * Answers with the results that a batch has so far, as a file that is written while it is read.
 * @param input the values of the caller, still to be checked.
 * @throws a TRPCError, as the procedure `results` does.
 */
export const answerFile = (context: Context, input: object) =>
  files.createCaller(context).write(input as z.input<typeof fileInput>)
