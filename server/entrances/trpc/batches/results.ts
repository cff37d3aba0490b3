import * as z from 'zod'
import { runShape } from '@/server/features/batches/batch-row'
import { fileMs, filesAtOnce, maxPageBytes, resultReads } from '@/server/features/batches/limits'
import { type View, type ViewQuery, viewResults } from '@/server/features/batches/read-results'
import { fileHeaders, writeResults } from '@/server/features/batches/write-results'
import { rowShape } from '@/server/features/lists/row'
import { gzipped, prefersGzip } from '@/server/platform/runtime/compression'
import { type Context, router } from '../init'
import { limitField } from '../wire'
import { ownBatch, viewerBatchProcedure } from './owner'
import { resultsInput, rowMessage } from './schemas'

/** The maximum number of entries in a page of lines for the dashboard. */
const viewEntries = 50

/** A page of lines for the dashboard: after a line, or up to and including `up_to`. */
const viewInput = resultsInput.extend({
  limit: limitField(viewEntries),
  up_to: z
    .string(rowMessage)
    .regex(/^\d{1,9}$/, rowMessage)
    .optional(),
})

const viewOutput = z.strictObject({
  entries: z.array(z.union([rowShape, runShape])),
  /** The number of the line before the first one read, and the number of the last one read. */
  after: z.int(),
  end: z.int(),
  has_next: z.boolean(),
  is_last: z.boolean(),
})

/** Returns the filter in a request. */
export const filterIn = ({ state, finding, code, q }: z.output<typeof resultsInput>) => ({
  state: state ?? null,
  finding: finding ?? null,
  code: code ?? null,
  text: q ?? null,
})

/** Returns the page that was requested. */
function viewOptions(input: z.output<typeof viewInput>): ViewQuery {
  const { after = '0', up_to, limit } = input
  const place = up_to === undefined ? { after: Number(after) } : { upTo: Number(up_to) }
  return { ...filterIn(input), ...place, most: Number(limit ?? viewEntries) }
}

/** Returns a page of lines in the dashboard's format. */
const wireView = ({ entries, after, end, hasNext, isLast }: View) => ({
  entries,
  after,
  end,
  has_next: hasNext,
  is_last: isLast,
})

/** The procedure for a batch's page. */
export const viewProcedure = viewerBatchProcedure
  .meta({ turns: [resultReads], returns: { entries: viewEntries, bytes: maxPageBytes } })
  .input(viewInput)
  .output(viewOutput)
  .query(async ({ input, ctx: { batches: owner } }) => {
    await ownBatch(owner, input.id)
    return wireView(await viewResults(owner.accountId, input.id, viewOptions(input)))
  })

const formatMessage = 'Send format as spreadsheet, or omit it.'

const fileInput = resultsInput
  .omit({ limit: true })
  .extend({ file: z.enum(['csv', 'jsonl']), format: z.enum(['spreadsheet'], formatMessage).optional() })

/** These procedures are not part of the main router, whose procedures return JSON. */
const files = router({
  write: viewerBatchProcedure
    .meta({ deadline: fileMs, turns: [filesAtOnce] })
    .input(fileInput)
    .query(async ({ input, ctx: { batches: owner, call } }) => {
      const { id, file, format, after = '0' } = input
      const batch = await ownBatch(owner, id)
      const isForSpreadsheet = format === 'spreadsheet'
      const options = { format: file, isForSpreadsheet, after: Number(after), filter: filterIn(input) }
      const texts = await writeResults(owner.accountId, id, options, call.signal())
      const headers = [...fileHeaders(batch, file), 'vary', 'Accept-Encoding']
      if (!prefersGzip(call.header('accept-encoding'))) return { status: 200, headers, body: texts }
      return { status: 200, headers: [...headers, 'content-encoding', 'gzip'], body: gzipped(texts) }
    }),
})

/**
 * Returns a batch's available results as a file that is written while it is being read.
 * @param input the caller's values, not yet validated.
 * @throws a TRPCError, like the `results` procedure.
 */
export const answerFile = (context: Context, input: object) =>
  files.createCaller(context).write(input as z.input<typeof fileInput>)
