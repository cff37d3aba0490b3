import { z } from 'zod'
import { maxRows } from '@/server/batches/read-results'
import { batchOutput, idInput, makeInput, resultsOutput } from '@/server/trpc/batches/schemas'

/** The most lines of a batch that an agent starts; larger batches are sent over REST. */
const maxAgentLines = 5_000

const linesWanted = `Send lines: a list of 1 to ${maxAgentLines.toLocaleString('en')} texts, one for each listing.`

/** What an agent starts a batch with: the lines themselves instead of a file. */
export const startBatchInput = z.strictObject({
  lines: z
    .array(z.string(linesWanted).trim().min(1, linesWanted), linesWanted)
    .min(1, linesWanted)
    .max(maxAgentLines, linesWanted)
    .meta({ description: 'A link, a place id, a CID or a business name each. The same line twice is counted once.' }),
  ...makeInput.pick({ operation: true, details: true }).shape,
})

const pageWanted = 'Send after as the number of the last line that you have.'

export const getBatchInput = idInput.extend({
  after: z
    .int(pageWanted)
    .min(0, pageWanted)
    .default(0)
    .meta({ description: 'The number of the last line that you have: results follow from the next one on.' }),
  limit: z.int().min(1).max(maxRows).default(50).meta({ description: 'At most so many results.' }),
})

export const getBatchOutput = z.strictObject({
  batch: batchOutput.meta({ id: undefined }),
  ...resultsOutput.shape,
})
