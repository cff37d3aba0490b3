import { z } from 'zod'
import { fileHeaders, writeResults } from '@/server/batches/write-results'
import { gzipped, prefersGzip } from '@/server/runtime/compression'
import type { Context } from '../context'
import { router } from '../init'
import { ownBatch, suspendedBatchProcedure } from './owner'
import { resultsInput } from './schemas'

const fileInput = resultsInput.omit({ limit: true }).extend({ format: z.enum(['csv', 'jsonl']) })

/** Not part of the whole router, whose procedures answer with JSON. */
const files = router({
  write: suspendedBatchProcedure.input(fileInput).query(async ({ input, ctx: { batches: owner, call } }) => {
    const { id, format, after = '0', status = null } = input
    await ownBatch(owner, id)
    const texts = await writeResults(owner.accountId, id, { format, after: Number(after), status }, call.signal())
    const headers = [...fileHeaders(id, format), 'vary', 'Accept-Encoding']
    if (!prefersGzip(call.header('accept-encoding'))) return { status: 200, headers, body: texts }
    return { status: 200, headers: [...headers, 'content-encoding', 'gzip'], body: gzipped(texts) }
  }),
})

/**
 * Answers with the results that a batch has so far, as a file that is written while it is read.
 * @param input the values of the caller, still to be checked.
 * @throws a TRPCError, as the procedure `results` does.
 */
export const answerFile = (context: Context, input: object) =>
  files.createCaller(context).write(input as z.input<typeof fileInput>)
