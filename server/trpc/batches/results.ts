import { z } from 'zod'
import { type View, type ViewWanted, viewResults } from '@/server/batches/read-results'
import { rowShape, runShape } from '@/server/batches/row'
import { fileHeaders, writeResults } from '@/server/batches/write-results'
import { gzipped, prefersGzip } from '@/server/runtime/compression'
import type { Context } from '../context'
import { router } from '../init'
import { limitField } from '../wire'
import { ownBatch, suspendedBatchProcedure } from './owner'
import { lineWanted, resultsInput } from './schemas'

/** The most entries of a page of lines to look at. */
const viewEntries = 50

/** A page of lines to look at, for the dashboard: after a line, or up to and including `up_to`. */
const viewInput = resultsInput.extend({
  limit: limitField(viewEntries),
  up_to: z
    .string(lineWanted)
    .regex(/^\d{1,9}$/, lineWanted)
    .optional(),
})

const viewOutput = z.strictObject({
  entries: z.array(z.union([rowShape, runShape])),
  /** The number of the line before the first one read, and that of the last one. */
  after: z.int(),
  end: z.int(),
  has_next: z.boolean(),
  is_last: z.boolean(),
})

/** Returns which lines a call wants. */
export const filterIn = ({ status, code, q }: Pick<z.output<typeof resultsInput>, 'status' | 'code' | 'q'>) => ({
  ...{ status: status ?? null, code: code ?? null, text: q ?? null },
})

/** Returns what a call wants to look at. */
function viewWanted(input: z.output<typeof viewInput>): ViewWanted {
  const { after = '0', up_to, limit } = input
  const place = up_to === undefined ? { after: Number(after) } : { upTo: Number(up_to) }
  return { ...filterIn(input), ...place, most: Number(limit ?? viewEntries) }
}

/** Returns lines to look at as the dashboard gets them. */
const wireView = ({ entries, after, end, hasNext, isLast }: View) => ({
  ...{ entries, after, end, has_next: hasNext, is_last: isLast },
})

/** For the page of a batch. */
export const viewProcedure = suspendedBatchProcedure
  .input(viewInput)
  .output(viewOutput)
  .query(async ({ input, ctx: { batches: owner } }) => {
    await ownBatch(owner, input.id)
    return wireView(await viewResults(owner.accountId, input.id, viewWanted(input)))
  })

const fileInput = resultsInput.omit({ limit: true }).extend({ format: z.enum(['csv', 'jsonl']) })

/** Not part of the whole router, whose procedures answer with JSON. */
const files = router({
  write: suspendedBatchProcedure.input(fileInput).query(async ({ input, ctx: { batches: owner, call } }) => {
    const { id, format, after = '0' } = input
    const batch = await ownBatch(owner, id)
    const wanted = { format, after: Number(after), filter: filterIn(input) }
    const texts = await writeResults(owner.accountId, id, wanted, call.signal())
    const headers = [...fileHeaders(batch, format), 'vary', 'Accept-Encoding']
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
