import { z } from 'zod'
import {
  type Batch,
  batchOperations,
  batchReasons,
  batchStates,
  longestName,
  nameFault,
  secondsLeft,
  tidyName,
} from '@/server/batches/batch'
import { maxLines, maxParts, maxWaitSeconds } from '@/server/batches/limits'
import { lineFormats } from '@/server/batches/read-lines'
import { maxRows } from '@/server/batches/read-results'
import { chosenStatuses, rowShape } from '@/server/batches/row'
import { apiErrorCodes } from '@/server/errors'
import { detailLevels } from '@/server/listings/resolve'
import { exampleKeyId } from '../keys/schemas'
import { limitField, listFields, nextField, timeField, timeFieldOrNull } from '../wire'

const count = (description: string, example = 0) => z.int().min(0).meta({ description, example })
const column = (description: string) => z.string('Send the name of a column.').max(200).optional().meta({ description })

const id = z.string().meta({ description: 'The id of a batch.', example: 'batch_4fQ0zL2mXb7K9aRt' })

const exampleName = 'Berlin branches'

/** Its length is checked before anything that takes longer. */
const name = z
  .string('Send name as a string.')
  .max(10 * longestName, `A name can have at most ${longestName} characters.`)
  .transform((text, { issues }) => {
    const name = tidyName(text)
    const message = nameFault(name)
    if (message === null) return name
    issues.push({ code: 'custom', message, input: text })
    return z.NEVER
  })

export const lineWanted = 'Send the number of a line, a whole number.'
const partWanted = 'Send the number of the part, a whole number.'

const lines = {
  format: z
    .enum(lineFormats, `Send format as one of ${lineFormats.join(', ')}.`)
    .optional()
    .meta({ description: 'How the lines are written down; left out: what they look like.' }),
  data: z.string('Send the lines as a text.').optional().meta({
    description: 'The lines: an array of JSON, JSON Lines, or CSV below a line with the names of its columns.',
  }),
  /** In place of `data`. It is checked when it is read, not copied before. */
  lines: z
    .unknown()
    .optional()
    .meta({
      type: 'array',
      description: 'The lines: texts, or objects with `url`, `name` or `cid`.',
      items: { type: ['string', 'object'], additionalProperties: true },
    }),
}

const words = (number: number) => number.toLocaleString('en')

export const makeInput = z.strictObject({
  name: name.optional().meta({
    description:
      `For people to recognize the batch: one line of 1 to ${longestName} characters. Its files are named after it. In a ` +
      'JSON body, an object with only a `name` is a line: send `start` or another option too, or `lines`.',
    example: exampleName,
  }),
  operation: z
    .enum(batchOperations, `Send operation as one of ${batchOperations.join(', ')}.`)
    .default('auto')
    .meta({
      description:
        'What the lines are. `auto`: links and identifiers, which are resolved, and names, which are searched for. An ' +
        'object says it by its field: `url`, `name` (with an optional `address` and `country`) or `cid`.',
    }),
  details: z
    .enum(detailLevels, `Send details as one of ${detailLevels.join(', ')}.`)
    .default('full')
    .meta({ description: 'As for `/resolve`. Names are searched for only with `full`.' }),
  column: column(
    'Of CSV: the column to look up. It can be left out where there is one, or one named url, link, place_id, cid or name.',
  ),
  address_column: column('Of CSV: the column with an address to search for beside the name.'),
  country_column: column('Of CSV: the column with the country to search in.'),
  start: z
    .enum(['now', 'later'], 'Send start as now or later.')
    .optional()
    .meta({ description: 'Whether to begin at once. Left out: now where lines come with it.' }),
  callback_url: z.string('Send callback_url as a string.').max(4_000).optional().meta({
    description:
      'Where this batch is reported to, besides the endpoints of the account. A new address gets a test event first.',
    example: 'https://example.com/pinref?run=17',
  }),
  ...lines,
})

export const partInput = z.strictObject({
  id,
  /** A text here, because trpc-to-openapi would turn any text into a number; an integer in the document. */
  part: z
    .string(partWanted)
    .refine((text) => /^\d{1,9}$/.test(text), partWanted)
    .meta({
      ...{ type: 'integer', minimum: 1, maximum: maxParts, example: 1 },
      description: `From 1 to ${words(maxParts)}: lines are numbered over the parts in this order.`,
    }),
  ...lines,
})

export const partOutput = z
  .strictObject({
    part: count('Its number.', 1),
    lines: count('Its lines.', 500),
    all_lines: count('The lines of the batch with it.', 500),
  })
  .meta({ id: 'BatchPart' })

export const idInput = z.strictObject({ id })

export const renameInput = idInput.extend({
  name: name.nullable().meta({
    description: `The new name, one line of 1 to ${longestName} characters; null for none.`,
    example: exampleName,
  }),
})

const waitWords = `Send wait_seconds as a whole number from 0 to ${maxWaitSeconds}.`

export const waitInput = idInput.extend({
  wait_seconds: z.int(waitWords).min(0, waitWords).max(maxWaitSeconds, waitWords),
})

export const listInput = z.strictObject(listFields)

/** The longest text that results are searched for, in characters. */
const longestSearch = 200
const searchWanted = `Send q as a text of 1 to ${longestSearch} characters.`

/** `.optional()` comes last, because otherwise trpc-to-openapi would lose the description. */
export const resultsInput = z.strictObject({
  id,
  after: z
    .string(lineWanted)
    .regex(/^\d{1,9}$/, lineWanted)
    .meta({
      description: '`next` of the page before, or the number of the last line you have. If omitted, the first page.',
    })
    .optional(),
  status: z
    .enum(chosenStatuses, `Send status as one of ${chosenStatuses.join(', ')}.`)
    .meta({
      description:
        'Only lines with this status; `to_check` is every line that was not found. A page can then have fewer lines than there are, or none: continue until `next` is null.',
    })
    .optional(),
  code: z
    .enum(apiErrorCodes, 'Send code as the code of a problem, e.g. listing_not_found.')
    .meta({ description: 'Only lines with this problem.', example: 'listing_not_found' })
    .optional(),
  q: z
    .string(searchWanted)
    .trim()
    .min(1, searchWanted)
    .max(longestSearch, searchWanted)
    .meta({
      description:
        'Only lines with this text, in any case: in what you sent, or in the name, address, CID or place id that was found. It is searched for as it is.',
      example: 'pizza',
    })
    .optional(),
  limit: limitField(maxRows, ' A page also ends after 1 MiB of JSON.'),
})

export const resultsOutput = z
  .strictObject({
    results: z.array(rowShape),
    next: nextField(
      '`after` of the next page; null after the last line. While the batch runs, a page can have no lines: ask for `next` again later.',
    ),
  })
  .meta({ id: 'BatchLines' })

const lookedUp = (how: string, example: string | null) =>
  z
    .string()
    .nullable()
    .meta({ description: `The column of its CSV that is ${how}; null for none.`, example })

export const batchOutput = z
  .strictObject({
    id,
    name: z.string().nullable().meta({ description: 'As it was named; null for no name.', example: exampleName }),
    state: z.enum(batchStates).meta({
      description:
        '`waiting`: goes on by itself, see `reason`. `paused`: goes on when it is resumed. `finished`, `cancelled` and ' +
        '`failed` are final.',
      example: 'finished',
    }),
    reason: z
      .enum(batchReasons)
      .nullable()
      .meta({
        description:
          'Why it waits: the calls of the month are used up (`quota`, or `key_quota` of its key), too many lookups of ' +
          "the day failed (`failures`), or Google's limits are reached (`upstream`). Why it is paused, where nobody " +
          'asked for that: its `key` is gone, or the account is `suspended`. `defect`: why it failed.',
        example: null,
      }),
    waits_until: timeFieldOrNull('When it tries to continue; null if that is unknown or it is not waiting.', null),
    operation: z.enum(batchOperations),
    details: z.enum(detailLevels).meta({ example: 'none' }),
    column: lookedUp('looked up', 'link'),
    address_column: lookedUp('searched with as an address', null),
    country_column: lookedUp('searched with as a country', null),
    test: z
      .boolean()
      .meta({ description: 'Whether it was made with a test key: answered from the sample, not counted.' }),
    key: z.string().nullable().meta({
      description: 'The id of the key that it counts against; null for the dashboard.',
      example: exampleKeyId,
    }),
    callback_url: z.string().nullable().meta({
      description: 'Where it is reported to, besides the endpoints of the account; null for none.',
      example: null,
    }),
    lines: z.strictObject({
      total: count(`At most ${words(maxLines)}.`, 500),
      done: count('Found, failed or unreadable.', 500),
      found: count('Answered with a listing.', 488),
      failed: count('Looked up in vain.', 5),
      unreadable: count('At fault themselves; these would fail again.', 7),
      left: count('Not answered yet.'),
      duplicates: count('The same as one before, known once it runs; looked up and counted once.', 3),
    }),
    seconds_left: count('Until all lines are answered at the present pace; null where that cannot be told.').nullable(),
    created: timeField('When it was made.', '2026-11-22T09:30:00.000Z'),
    started: timeFieldOrNull('When it was started; null before.', '2026-11-22T09:30:01.000Z'),
    ended: timeFieldOrNull(
      'When it ended; null before. It is stored for 30 days after that.',
      '2026-11-22T09:30:04.000Z',
    ),
  })
  .meta({ id: 'Batch' })

/** Returns a batch as the API answers it. */
export function wireBatch(batch: Batch) {
  const { id, name, state, reason, operation, details, isTest, key, until } = batch
  const { column, addressColumn, countryColumn } = batch
  const { lines: total, done, found, failed, unreadable, duplicates } = batch
  return {
    ...{ id, name: name || null, state, reason, operation, details, test: isTest, key: key || null },
    callback_url: batch.callback || null,
    column: column || null,
    address_column: addressColumn || null,
    country_column: countryColumn || null,
    waits_until: timeOf(state === 'waiting' ? until : 0),
    lines: { total, done, found, failed, unreadable, left: total - done, duplicates },
    seconds_left: secondsLeft(batch, Date.now()),
    created: new Date(batch.created).toISOString(),
    started: timeOf(batch.started),
    ended: timeOf(batch.ended),
  }
}

/** Writes a time of a stored batch, in epoch milliseconds; null for 0. */
const timeOf = (ms: number): string | null => (ms === 0 ? null : new Date(ms).toISOString())

export const batchesOutput = z
  .strictObject({ batches: z.array(batchOutput), next: nextField() })
  .meta({ id: 'Batches' })

export const removedOutput = z.strictObject({ id, removed: z.literal(true) }).meta({ id: 'RemovedBatch' })
