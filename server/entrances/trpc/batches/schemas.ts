import * as z from 'zod'
import {
  type Batch,
  batchReasons,
  batchStates,
  batchSums,
  longestName,
  nameFault,
  rowKinds,
  secondsLeft,
  tidyName,
} from '@/server/features/batches/batch'
import { maxAddressColumns, maxParts, maxWaitSeconds } from '@/server/features/batches/limits'
import { lineFormats } from '@/server/features/batches/read-lines'
import { maxRows } from '@/server/features/batches/read-results'
import { examinedRows } from '@/server/features/lists/cell-kinds'
import { rowShape } from '@/server/features/lists/row'
import { findingFilters, stateFilters } from '@/server/features/lists/row-filter'
import { fallbacks, rowOperations } from '@/server/features/lists/row-request'
import { readLookupOptions } from '@/server/places/upstream/lookup-options'
import { apiErrorCodes } from '@/server/platform/problems/errors'
import { isUnicode, notUnicode } from '@/server/platform/runtime/input'
import { exampleKeyId } from '../keys/schemas'
import { lookupOptions, lookupOptionsOutput } from '../listings/schemas'
import {
  clientChange,
  clientField,
  clientFilter,
  clientOutput,
  limitField,
  listFields,
  nextField,
  timeField,
  timeFieldOrNull,
} from '../wire'

const count = (description: string, example = 0) => z.int().min(0).meta({ description, example })
const columnName = z.string('Send a column name.').max(200).refine(isUnicode, notUnicode)
const column = (description: string) => columnName.optional().meta({ description })
const addressMessage = `Send the names of up to ${maxAddressColumns} columns.`
const headingMessage = `Send heading_row as a whole number from 0 to ${examinedRows}.`

const id = z.string().meta({ description: 'The batch id.', example: 'batch_4fQ0zL2mXb7K9aRt' })

const exampleName = 'Berlin branches'

/** A display name. Its length counts without what `tidyName` removes; far longer text is not tidied first. */
export const nameField = z
  .string('Send name as a string.')
  .max(10 * longestName, `A name can have at most ${longestName} characters.`)
  .transform((text, { issues }) => {
    const name = tidyName(text)
    const message = nameFault(name)
    if (message === null) return name
    issues.push({ code: 'custom', message, input: text })
    return z.NEVER
  })
  .meta({ minLength: 1, maxLength: longestName })

export const rowMessage = 'Send the row number as a whole number.'
const partMessage = 'Send the part number as a whole number.'

const lines = {
  /** The format of `data`; detected if omitted. Over REST, both come from the body. */
  format: z.enum(lineFormats, `Send format as one of ${lineFormats.join(', ')}.`).optional(),
  /** The lines as a JSON array, JSON Lines, or CSV with a header row. */
  data: z.string('Send the lines as a string.').optional(),
  /** An alternative to `data`. This field is validated when it is read, without being copied first. */
  lines: z
    .unknown()
    .optional()
    .meta({
      type: 'array',
      description: 'The lines: strings, or objects with `url`, `name`, or `cid`.',
      items: { type: ['string', 'object'], additionalProperties: true },
    }),
}

const words = (number: number) => number.toLocaleString('en')

export const createInput = z.strictObject({
  name: nameField.optional().meta({
    description: `A display name: one line of 1 to ${longestName} characters. Result files have the same name.`,
    example: exampleName,
  }),
  client: clientField,
  operation: z
    .enum(rowOperations, `Send operation as one of ${rowOperations.join(', ')}.`)
    .default('auto')
    .meta({
      description:
        'What to do with the lines. `auto` resolves links and identifiers, and searches for names. In an object, ' +
        'the operation depends on the field: `url`, `name` (with an optional `address` and `country`), or `cid`.',
    }),
  ...lookupOptions,
  details: lookupOptions.details.meta({ description: 'As in `/resolve`. Names require `full`.' }),
  /** A number or a string of digits, because trpc-to-openapi would convert any string to a number. */
  heading_row: z
    .unknown()
    .optional()
    .transform((value, { issues }) => {
      const number = typeof value === 'string' && /^\d{1,2}$/.test(value) ? Number(value) : value
      const isRow = typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= examinedRows
      if (number === undefined || isRow) return number as number | undefined
      issues.push({ code: 'custom', message: headingMessage, input: value })
      return z.NEVER
    })
    .meta({
      type: 'integer',
      minimum: 0,
      maximum: examinedRows,
      description: 'For CSV: the number of the row with the headings; 0 for none. Detected if omitted.',
    }),
  column: column('For CSV: the column to look up. Columns are guessed if omitted.'),
  name_column: column('For CSV: the column with names, to compare with titles and for `fallback`. Empty for none.'),
  address_column: z
    .union([columnName, z.array(columnName).max(maxAddressColumns, addressMessage)], addressMessage)
    .transform((names) => [names].flat().filter((name) => name !== ''))
    .optional()
    .meta({
      type: ['array', 'string'],
      items: { type: 'string' },
      description:
        'For CSV: the columns with the address to search for along with the name. Repeat it in a query string.',
    }),
  country_column: column('For CSV: the column with the country to search in. Defaults to the address’s.'),
  reference_column: column('For CSV: the column with your own number.'),
  fallback: z
    .enum(fallbacks, `Send fallback as one of ${fallbacks.join(', ')}.`)
    .default('none')
    .meta({
      description: '`name`: if a link is missing or unusable, search for the name. Requires `details` `full`.',
    }),
  start: z
    .enum(['now', 'later'], 'Send start as now or later.')
    .optional()
    .meta({ description: 'When to start. Defaults to `now` if you send lines, otherwise to `later`.' }),
  callback_url: z.string('Send callback_url as a string.').max(4_000).optional().meta({
    description:
      'A URL that receives this batch’s events, in addition to the account’s endpoints. A new address gets a test event first.',
    example: 'https://example.com/pinref?run=17',
  }),
  ...lines,
})

/** The request of the dashboard, on which people choose which kinds of rows to look up. */
export const createChosenInput = createInput.extend({ lookups: z.array(z.enum(rowKinds)) })

export const partInput = z.strictObject({
  id,
  /**
   * The field is a string here, because trpc-to-openapi would convert any string to a number; in the document, it is an
   * integer.
   */
  part: z
    .string(partMessage)
    .refine((text) => /^\d{1,9}$/.test(text), partMessage)
    .meta({
      type: 'integer',
      minimum: 1,
      maximum: maxParts,
      example: 1,
      description: `From 1 to ${words(maxParts)}. Lines are numbered across all parts, in the order of the part numbers.`,
    }),
  ...lines,
})

export const partOutput = z
  .strictObject({
    part: count('The part number.', 1),
    line_count: count('Lines in the part.', 500),
    batch_line_count: count('Lines in the batch, including this part.', 500),
  })
  .meta({ id: 'BatchPart' })

export const idInput = z.strictObject({ id })

export const updateInput = idInput.extend({
  name: nameField
    .nullable()
    .optional()
    .meta({
      description: `The new name, one line of 1 to ${longestName} characters; null to remove it.`,
      example: exampleName,
    }),
  client: clientChange,
})

const { details, language } = lookupOptions

/** The options of the batch that are changed when it is repeated. */
export const repeatInput = idInput.extend({
  details: details
    .unwrap()
    .optional()
    .meta({ description: 'As in `/resolve`. Defaults to the batch’s. `full` also finds closed businesses.' }),
  language: language.meta({ description: 'As in `/resolve`. Defaults to the batch’s.' }),
})

const waitMessage = `Send wait_seconds as a whole number from 0 to ${maxWaitSeconds}.`

export const waitInput = idInput.extend({
  wait_seconds: z.int(waitMessage).min(0, waitMessage).max(maxWaitSeconds, waitMessage),
})

/** The maximum length of a search string, in characters. */
const longestSearch = 200
const searchMessage = `Send q as text of 1 to ${longestSearch} characters.`
const search = z.string(searchMessage).trim().min(1, searchMessage).max(longestSearch, searchMessage)

const timeMessage = 'Send created_after as a time with an offset or Z, such as 2026-11-22T00:00:00Z.'
/** Not the field itself, because the document would have its long pattern. */
const isoTime = z.iso.datetime({ offset: true })

/** The filters of batches. `.optional()` comes last, because trpc-to-openapi would otherwise lose the description. */
export const listInput = z.strictObject({
  ...listFields,
  state: z
    .enum(batchStates, `Send state as one of ${batchStates.join(', ')}.`)
    .meta({ description: 'Only batches in this state.' })
    .optional(),
  created_after: z
    .string(timeMessage)
    .refine((text) => isoTime.safeParse(text).success, timeMessage)
    .meta({
      format: 'date-time',
      description: 'Only batches created after this time. ISO 8601, with an offset or `Z`.',
      example: '2026-11-22T00:00:00Z',
    })
    .optional(),
  q: search
    .meta({ description: 'Only batches whose name contains this text, ignoring case.', example: 'berlin' })
    .optional(),
  client: clientFilter,
})

/** The filters of results. */
export const resultFilters = {
  state: z
    .enum(stateFilters, `Send state as one of ${stateFilters.join(', ')}.`)
    .meta({
      description:
        'Only the lines that are counted under this name in the batch’s `line_counts`. A page can then be short or empty. Continue until `next` is null.',
    })
    .optional(),
  finding: z
    .enum(findingFilters, `Send finding as one of ${findingFilters.join(', ')}.`)
    .meta({
      description:
        'Only the lines that are counted under this name in the batch’s `audit`; `any`: all lines with a finding.',
    })
    .optional(),
  code: z
    .enum(apiErrorCodes, 'Send code as a problem code, e.g. listing_not_found.')
    .meta({ description: 'Only lines with this problem.', example: 'listing_not_found' })
    .optional(),
  q: search
    .meta({
      description:
        'Only lines that contain this text, ignoring case, in the input or in the name, address, CID, or place id found. Wildcards are not supported.',
      example: 'pizza',
    })
    .optional(),
}

export const resultsInput = z.strictObject({
  id,
  after: z
    .string(rowMessage)
    .regex(/^\d{1,9}$/, rowMessage)
    .meta({
      description:
        '`next` from the previous page, or the number of the last row you received. Defaults to the first page.',
    })
    .optional(),
  ...resultFilters,
  limit: limitField(maxRows, ' A page also ends after 1 MiB of JSON.'),
})

export const resultsOutput = z
  .strictObject({
    results: z.array(rowShape),
    next: nextField(
      '`after` for the next page; null after the last row. While the batch runs, a page can be empty: request `next` again later.',
    ),
  })
  .meta({ id: 'BatchRows' })

const findingCounts = z
  .strictObject({
    moved: count('With new identifiers.', 4),
    closed_permanently: count('Of businesses that closed permanently.', 3),
    closed_temporarily: count('Of businesses that are closed for now.'),
    not_found: count('Without a listing.', 1),
    duplicate: count('That repeat an earlier line.', 2),
    name_differs: count('With another name.'),
    not_checked: count('That were not checked.'),
  })
  .meta({ id: 'FindingCounts' })

const auditOutput = z
  .strictObject({
    fine: count('Without a finding.', 480),
    ...findingCounts.shape,
    closures_known: count('With a known business status, or without a listing.', 500),
    previous: z
      .strictObject({
        batch_id: id.meta({ description: 'The batch that this one repeats.' }),
        ended_at: timeField('When it ended.', '2026-10-22T09:30:04.000Z'),
        appeared: findingCounts.meta({ description: 'Lines that have the finding now, but did not have it then.' }),
        resolved: findingCounts.meta({ description: 'Lines that had the finding then, but do not have it now.' }),
      })
      .nullable()
      .meta({
        description:
          'The changes since the batch that this one repeats; null if it repeats none. A change counts only if both batches could determine the finding.',
      }),
  })
  .meta({ id: 'BatchAudit', description: 'What is wrong with the lines. A line can count several times.' })

/** The sums of a batch's rows. */
export const sumsOutput = {
  row_counts: z
    .strictObject({
      total: count('All rows.', 502),
      headings: count('Titles and headings.', 1),
      blank: count('Blank rows.', 1),
    })
    .meta({ id: 'BatchRowCounts' }),
  line_counts: z
    .strictObject({
      total: count('All other rows.', 500),
      found: count('With a listing.', 487),
      to_check: count('The next five.', 13),
      name_differs: count('With another name.', 1),
      not_found: count('Without a listing.', 3),
      failed: count('May succeed later.', 2),
      unreadable: count('Invalid.', 5),
      not_sent: count('Not looked up.', 2),
      waiting: count('To be looked up.'),
      duplicates: count('Rows that repeat an earlier row.', 3),
    })
    .meta({ id: 'BatchLineCounts' }),
  audit: auditOutput.nullable().meta({ description: 'The findings in the lines; null until the batch has finished.' }),
}

const csvColumn = (use: string, example: string | null) =>
  z
    .string()
    .nullable()
    .meta({ description: `The CSV column ${use}; null if none.`, example })

export const batchOutput = z
  .strictObject({
    id,
    name: z.string().nullable().meta({ description: 'The batch’s name; null if it has none.', example: exampleName }),
    client: clientOutput,
    state: z.enum(batchStates).meta({
      description:
        '`waiting`: resumes automatically; see `reason`. `paused`: stopped until you resume it. `finished`, ' +
        '`cancelled`, and `failed` are final.',
      example: 'finished',
    }),
    reason: z
      .enum(batchReasons)
      .nullable()
      .meta({
        description:
          'Why the batch is waiting: the monthly calls are used up (`quota`, or `key_quota` for its key), its key’s calls ' +
          'for today are used up (`key_daily_quota`), too many lookups failed today (`failures`), or Google’s limits are ' +
          'reached (`upstream`). Why the batch was paused automatically: ' +
          'its `key_id` no longer works, or the account is `suspended`. `defect`: the batch failed because of an error on our side.',
        example: null,
      }),
    resumes_at: timeFieldOrNull('When the batch tries again; null if unknown or not waiting.', null),
    operation: z.enum(rowOperations),
    fallback: z.enum(fallbacks),
    ...lookupOptionsOutput,
    heading_row: z.int().nullable().meta({
      description: 'The number of the heading row; 0 for none, null before the first rows.',
      example: 1,
    }),
    column: csvColumn('to look up', 'link'),
    name_column: csvColumn('with the names', 'shop'),
    address_column: z.array(z.string()).meta({ description: 'The CSV columns with the address.', example: [] }),
    country_column: csvColumn('with the country', null),
    reference_column: csvColumn('with your own number or code', null),
    test: z.boolean().meta({
      description: 'Whether the batch was created with a test key. Test batches use sample data and do not count.',
    }),
    key_id: z.string().nullable().meta({
      description: 'The id of the key that the batch’s calls count against; null if started on the dashboard.',
      example: exampleKeyId,
    }),
    callback_url: z.string().nullable().meta({
      description: 'The URL that receives the batch’s events in addition to the account’s endpoints; null if none.',
      example: null,
    }),
    ...sumsOutput,
    seconds_left: count('Estimated seconds until all lines are done; null if unknown.').nullable(),
    created_at: timeField('When the batch was created.', '2026-11-22T09:30:00.000Z'),
    started_at: timeFieldOrNull('When the batch was started; null before that.', '2026-11-22T09:30:01.000Z'),
    ended_at: timeFieldOrNull(
      'When the batch ended; null before that. The batch is stored for 35 more days.',
      '2026-11-22T09:30:04.000Z',
    ),
  })
  .meta({ id: 'Batch' })

export const createdBatchOutput = batchOutput
  .extend({
    callback_secret: z.string().nullable().meta({
      description:
        'The secret that signs callbacks to `callback_url`, returned only here, also if the request is repeated with its `Idempotency-Key`; null without `callback_url`.',
      example: null,
    }),
  })
  .meta({ id: 'CreatedBatch' })

/** Returns a batch as the API sends it. */
export function wireBatch(batch: Batch) {
  const { id, name, state, reason, operation, fallback, isTest, key, until } = batch
  return {
    id,
    name: name || null,
    client: batch.client || null,
    state,
    reason,
    operation,
    fallback,
    ...readLookupOptions(batch),
    test: isTest,
    key_id: key || null,
    callback_url: batch.callback || null,
    heading_row: batch.hasLayout ? batch.headingRow : batch.options.headingRow,
    column: batch.column || null,
    name_column: batch.nameColumn || null,
    address_column: [...batch.addressColumns],
    country_column: batch.countryColumn || null,
    reference_column: batch.referenceColumn || null,
    resumes_at: timeOf(state === 'waiting' ? until : 0),
    ...batchSums(batch),
    seconds_left: secondsLeft(batch, Date.now()),
    created_at: new Date(batch.created).toISOString(),
    started_at: timeOf(batch.started),
    ended_at: timeOf(batch.ended),
  }
}

/** Formats a time from a stored batch, given in epoch milliseconds; null for 0. */
export const timeOf = (ms: number): string | null => (ms === 0 ? null : new Date(ms).toISOString())

export const batchesOutput = z
  .strictObject({ batches: z.array(batchOutput), next: nextField() })
  .meta({ id: 'Batches' })

export const deletedOutput = z.strictObject({ id, deleted: z.literal(true) }).meta({ id: 'DeletedBatch' })
