import type { ListToolsResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { maxRows } from '@/server/batches/read-results'
import { PinrefError } from '@/server/errors'
import { maxResults } from '@/server/listings/search'
import {
  batchOutput,
  idInput,
  makeInput,
  resultsInput,
  type resultsOutput,
  waitInput,
} from '@/server/trpc/batches/schemas'
import { numbersLoseDigits } from '@/server/trpc/error'
import {
  type BatchResults,
  maxItems,
  resolveInput,
  resolveOutput,
  searchInput,
  searchOutput,
} from '@/server/trpc/listings/schemas'

/*
 * What agents send and get. It is shorter than over REST, because a model reads all of it: nulls are omitted, and so is what few
 * agents need unless they name it.
 */

/** Returns the shape of an object whose nulls are omitted, at any depth. */
const withoutNulls = ({ shape }: z.ZodObject) =>
  z.object(Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, withoutNull(field as z.ZodType)])))

function withoutNull(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodNullable) return withoutNull(field.unwrap() as z.ZodType).optional()
  return field instanceof z.ZodObject ? withoutNulls(field) : field
}

/** A listing as agents get it. `schema_hasmap` is the same as `maps_url`, and the quota is in `_meta`. */
const listing = resolveOutput.omit({ rate_limit: true, schema_hasmap: true })
export const listingOutput = withoutNulls(listing).partial()

type Field = keyof typeof listing.shape
const fieldNames = Object.keys(listing.shape) as [Field, ...Field[]]

/** The fields that an agent gets only if it names them. */
const rareFields: readonly string[] = ['hex_cid', 'feature_id', 'kg_id'] satisfies Field[]
const usualFields = fieldNames.filter((name) => !rareFields.includes(name))

/** @param names of the fields that an answer may have. */
const fieldsOf = <Name extends string>(names: readonly [Name, ...Name[]]) =>
  z
    .array(z.enum(names, `Send fields as a list of these: ${names.join(', ')}.`), 'Send fields as a list of names.')
    .min(1, 'Name at least one field, or omit fields.')
    .max(names.length, 'Name each field once.')
    .optional()
    .meta({ description: `What to return. If omitted, all but ${rareFields.join(', ')}. Unknown fields are missing.` })

/** Returns the fields of a listing that an agent wants. */
export const pick = (from: object, fields: readonly string[] = usualFields) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => fields.includes(name)))

const details = resolveInput.shape.details.meta({
  description:
    '"none": only what the text itself says. "checked": the current identifiers, and whether the ' +
    'listing moved or is gone. "full": also title, address, rating and review count.',
})

/** A text that the procedure checks in full. A number is refused here, because its last digits are already lost. */
const textIn = (wanted: string) =>
  z.string({ error: ({ input }) => (typeof input === 'number' ? numbersLoseDigits : wanted) })

export const resolveOneInput = z.strictObject({
  url: textIn('Send a link, or a place id as a string.').meta({
    description: 'A link, a place id, or a CID as a string.',
  }),
  details,
  fields: fieldsOf(fieldNames),
})

/** The most links of one call: each is an item of a batch. */
export const maxLinks = maxItems

const linksWanted = `Send links: a list of 1 to ${maxLinks} links, place ids or CIDs.`

export const resolveManyInput = z.strictObject({
  links: z
    .array(textIn(linksWanted), linksWanted)
    .min(1, linksWanted)
    .max(maxLinks, linksWanted)
    .meta({ description: 'Links, place ids, or CIDs as strings, in any mix.' }),
  details: details.meta({ description: 'As in resolve_listing.' }),
  fields: fieldsOf(fieldNames),
})

const limitWanted = (most: number) => `Send limit as a whole number from 1 to ${most.toLocaleString('en')}.`

const candidate = searchOutput.shape.results.element
const candidateNames = Object.keys(candidate.shape) as [keyof typeof candidate.shape]
export const candidateOutput = withoutNulls(candidate).partial()

export const searchFewInput = searchInput.extend({
  limit: z
    .int(limitWanted(maxResults))
    .min(1, limitWanted(maxResults))
    .max(maxResults, limitWanted(maxResults))
    .default(5)
    .meta({ description: 'How many results to return.' }),
  fields: fieldsOf(candidateNames),
})

/** The most lines of a batch that an agent starts; larger batches are sent over REST. */
export const maxAgentLines = 5_000

const linesWanted = `Send lines: a list of 1 to ${maxAgentLines.toLocaleString('en')} texts, one for each listing.`

/** What an agent starts a batch with: the lines themselves instead of a file. */
export const startBatchInput = z.strictObject({
  lines: z
    .array(textIn(linesWanted).trim().min(1, linesWanted), linesWanted)
    .min(1, linesWanted)
    .max(maxAgentLines, linesWanted)
    .meta({ description: 'A link, a place id, a CID or a business name each.' }),
  name: makeInput.shape.name.meta({ description: 'A name to recognize the batch.' }),
  operation: makeInput.shape.operation.meta({
    description: 'What the lines are. "auto": links, identifiers and names.',
  }),
  details: details.meta({ description: 'As in resolve_listing. Names need "full".' }),
})

const pageWanted = 'Send after as the number of the last line that you have.'

export const getBatchInput = z.strictObject({
  id: idInput.shape.id,
  wait_seconds: waitInput.shape.wait_seconds
    .default(0)
    .meta({ description: 'How long to wait for the end of the batch.' }),
  after: z
    .int(pageWanted)
    .min(0, pageWanted)
    .default(0)
    .meta({ description: 'The number of the last line that you have.' }),
  limit: z
    .int(limitWanted(maxRows))
    .min(1, limitWanted(maxRows))
    .max(maxRows, limitWanted(maxRows))
    .default(100)
    .meta({ description: 'How many results to return.' }),
  status: resultsInput.shape.status.meta({ description: 'to_check: all but found.' }),
  q: resultsInput.shape.q.meta({ description: 'A text in the line or its listing.' }),
  fields: fieldsOf([...fieldNames, 'input']),
})

/** A batch as agents get it: how far it is, without its settings and times. */
export const batchFields = {
  id: true,
  name: true,
  state: true,
  reason: true,
  waits_until: true,
  lines: true,
  seconds_left: true,
} as const
export const agentBatch = withoutNulls(batchOutput.pick(batchFields))
export const startedBatch = z.object({ id: z.string(), state: z.string(), lines: z.object({ total: z.int() }) })

/** What the result of one of several inputs has besides the fields of its listing, or without one. */
const line = {
  line: z.int(),
  problem: z
    .object({ code: z.string(), detail: z.string(), cid: z.string(), place_id: z.string(), retry_after: z.int() })
    .partial()
    .optional(),
}

export const lineOutput = listingOutput.extend(line)

/** The same of a line of a batch. The fields of its listing are in the schema of `resolve_listings` already. */
export const batchLineOutput = z.looseObject({
  ...line,
  same_as: z.int().optional(),
  input: z.unknown().optional(),
  left: z.boolean().optional(),
})

/** Returns what an agent gets of a batch's line. */
export function lineOf(row: z.output<typeof resultsOutput>['results'][number], fields?: readonly string[]) {
  const { line, status, same_as, listing, problem, input } = row
  return {
    ...{ line, same_as, ...(fields?.includes('input') && { input }) },
    ...(listing ? pick(listing, fields) : { problem, left: status === 'left' || null }),
  }
}

type Result = BatchResults['results'][number]

/** Returns what an agent gets of each of several calls. A detail that many share is written once. */
export function linesOf(results: readonly Result[], fields?: readonly string[]) {
  const written = new Set<string>()
  return results.map((one, index) => {
    const line = index + 1
    if ('result' in one) return { line, ...pick(one.result, fields) }
    const { code, identifiers, retry_after } = one.problem
    const detail = detailOf(one.problem)
    const isNew = !written.has(detail)
    written.add(detail)
    const { cid, place_id } = identifiers ?? {}
    return { line, problem: { code, ...(isNew && { detail }), retry_after, cid, place_id } }
  })
}

/** Returns the detail of a call that failed, without the place of the call among the others. */
const detailOf = ({ detail, errors }: Extract<Result, { problem: object }>['problem']) => errors?.[0]?.detail ?? detail

/** Throws if all calls were refused for one and the same reason, so that the agent sees an error. */
export function throwIfAllFail(results: readonly Result[]): void {
  const problems = results.flatMap((one) => ('problem' in one ? [one.problem] : []))
  const [first] = problems
  if (!first || problems.length < results.length || new Set(problems.map(detailOf)).size > 1) return
  throw new PinrefError(first.code, detailOf(first), {
    retryAfterSeconds: first.retry_after,
    ...(first.identifiers && results.length === 1 && { identifiers: first.identifiers }),
  })
}

/** Returns a value without its nulls, at any depth. */
export function compact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(compact)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, one]) => one !== null && one !== undefined)
  return Object.fromEntries(entries.map(([name, one]) => [name, compact(one)]))
}

type ObjectSchema = ListToolsResult['tools'][number]['inputSchema']

/** What an agent needs no schema for: the bounds of whole numbers, and all but the types of the values that it gets. */
const isNoise = (name: string, value: unknown, io: 'input' | 'output') =>
  ['example', 'id'].includes(name) ||
  [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER].includes(Number(value)) ||
  (io === 'output' && ['description', 'additionalProperties', 'minimum'].includes(name))

/** Returns the JSON schema of an object, as short as it can be: an agent pays for each tool that is listed. */
export function objectSchema(schema: z.ZodObject, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _, ...written } = z.toJSONSchema(schema, {
    io,
    override({ jsonSchema }) {
      for (const [name, value] of Object.entries(jsonSchema))
        if (isNoise(name, value, io)) delete jsonSchema[name as keyof typeof jsonSchema]
    },
  })
  return { ...written, type: 'object' } as ObjectSchema
}
