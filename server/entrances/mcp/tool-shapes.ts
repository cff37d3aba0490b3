import type { ListToolsResult } from '@modelcontextprotocol/server'
import * as z from 'zod'
import {
  createInput,
  idInput,
  resultsInput,
  type resultsOutput,
  waitInput,
} from '@/server/entrances/trpc/batches/schemas'
import { sendCidAsString } from '@/server/entrances/trpc/error'
import {
  countryOrName,
  lookupOptions,
  type MulticallResults,
  maxItems,
  resolveOutput,
  searchOutput,
} from '@/server/entrances/trpc/listings/schemas'
import type { appRouter } from '@/server/entrances/trpc/router'
import { maxRows } from '@/server/features/batches/read-results'
import { maxResults } from '@/server/features/listings/search'
import type { LookupOptions } from '@/server/places/upstream/lookup-options'
import { PinrefError } from '@/server/platform/problems/errors'

/*
 * The inputs and outputs of the tools. The schemas are shorter than in the REST API, because a model reads all of them:
 * nulls are omitted, and fields that few agents need are returned only on request.
 */

/** Returns the schema of an object whose nulls are omitted at any depth. */
const withoutNulls = ({ shape }: z.ZodObject) =>
  z.object(Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, withoutNull(field as z.ZodType)])))

function withoutNull(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodNullable) return withoutNull(field.unwrap() as z.ZodType).optional()
  return field instanceof z.ZodObject ? withoutNulls(field) : field
}

/**
 * A listing as returned to agents. Omits `schema_hasmap`, which equals `maps_url`, and the quota, which is in `_meta`.
 */
const listing = resolveOutput.omit({ rate_limit: true, schema_hasmap: true })

type Field = keyof typeof listing.shape
const fieldNames = Object.keys(listing.shape) as [Field, ...Field[]]

/** The fields that are returned only on request. */
const rareFields: readonly string[] = [
  'title_language',
  'hex_cid',
  'feature_id',
  'kg_id',
  'reviews_url',
  'directions_url',
] satisfies Field[]
const usualFields = fieldNames.filter((name) => !rareFields.includes(name))

/** A listing with the usual fields. The input names the others, and a listing shows what its objects contain. */
export const listingOutput = z.looseObject(
  Object.fromEntries(
    usualFields.map((name) => {
      const field = withoutNull(listing.shape[name])
      const inner = field instanceof z.ZodOptional ? field.unwrap() : field
      return [name, (inner instanceof z.ZodObject ? z.looseObject({}) : field).optional()]
    }),
  ),
)

/** @param names the fields that a response may have. */
const fieldsOf = <Name extends string>(names: readonly [Name, ...Name[]]) =>
  z
    .array(z.enum(names, `Send fields as a list of these: ${names.join(', ')}.`), 'Send fields as a list of names.')
    .min(1, 'Include at least one field, or omit fields.')
    .max(names.length, 'Include each field only once.')
    .optional()
    .meta({
      description: `Fields to return. Defaults to all except ${rareFields.join(', ')}. Empty fields are omitted.`,
    })

/** The same field in the tools after `resolve_listing`, without the list of names. @param more what else to know. */
const sameFieldsOf = <Name extends string>(names: readonly [Name, ...Name[]], more = '') =>
  fieldsOf(names).meta({ description: `As in resolve_listing${more}.`, items: { type: 'string' } })

/** Returns the selected fields of a listing. */
export const pick = (from: object, fields: readonly string[] = usualFields) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => fields.includes(name)))

/** The options of a lookup, with descriptions for agents. */
const options = {
  ...lookupOptions,
  details: lookupOptions.details.meta({
    description:
      '"none": only what the text contains. "checked" adds current identifiers and whether the listing moved or is ' +
      'gone. "full" adds title, address, rating, review count, and business status.',
  }),
  language: lookupOptions.language.meta({ description: 'Language of title and address (BCP 47).' }),
}

/**
 * The same options in the tools after `resolve_listing`, without the lists of values, and `language`, whose name says all,
 * without a description. @param more what else to know about
 * an option.
 */
const sameOptions = (more: Partial<Record<keyof LookupOptions, string>> = {}) =>
  Object.fromEntries(
    Object.entries(lookupOptions).map(([name, option]) => [
      name,
      option.meta({
        description:
          name === 'language' ? undefined : `As in resolve_listing.${more[name as keyof LookupOptions] ?? ''}`,
        enum: undefined,
      }),
    ]),
  ) as typeof lookupOptions

/** Text that the procedure validates. Numbers are rejected here, because their last digits have already been lost. */
const textIn = (message: string) =>
  z.string({ error: ({ input }) => (typeof input === 'number' ? sendCidAsString : message) })

export const resolveOneInput = z.strictObject({
  url: textIn('Send a link, place id, or CID as a string.').meta({
    description: 'A link, a place id, or a CID as a string.',
  }),
  ...options,
  fields: fieldsOf(fieldNames),
})

/** The maximum number of links in one call. Each link is a batch item. */
export const maxLinks = maxItems

const linksMessage = `Send links as a list of 1 to ${maxLinks} links, place ids, or CIDs.`

export const resolveManyInput = z.strictObject({
  links: z
    .array(textIn(linksMessage), linksMessage)
    .min(1, linksMessage)
    .max(maxLinks, linksMessage)
    .meta({ description: 'Links, place ids, and CIDs as strings.' }),
  ...sameOptions(),
  fields: sameFieldsOf(fieldNames),
})

const limitMessage = (most: number) => `Send limit as a whole number from 1 to ${most.toLocaleString('en')}.`

const candidate = searchOutput.shape.results.element
const candidateNames = Object.keys(candidate.shape) as [keyof typeof candidate.shape]
/**
 * The result for a name: the listings, and how many there are without the limit, or a problem. The schema of
 * `resolve_listing` already has the listing fields.
 */
export const namedOutput = z.looseObject({ name: z.string(), listings: z.array(z.looseObject({})).optional() })

/** The maximum number of names in one call, because Google bills each search. */
export const maxNames = 20

const namesMessage = `Send names as a list of 1 to ${maxNames} business names.`

export const searchManyInput = z.strictObject({
  names: z.array(z.string(namesMessage), namesMessage).min(1, namesMessage).max(maxNames, namesMessage),
  country: countryOrName.optional().meta({ description: 'Country of all of them.' }),
  language: sameOptions().language,
  limit: z
    .int(limitMessage(maxResults))
    .min(1, limitMessage(maxResults))
    .max(maxResults, limitMessage(maxResults))
    .default(5)
    .meta({ description: 'Listings per name.' }),
  fields: sameFieldsOf(candidateNames),
})

/** The maximum number of lines in a batch that an agent starts. Larger batches need the REST API. */
export const maxAgentLines = 5_000

const linesMessage = `Send lines as a list of 1 to ${maxAgentLines.toLocaleString('en')} strings, one per listing.`

const { details, language } = sameOptions({ details: ' Names require "full".' })

/** The input for creating a batch: lines instead of a file, or the id of a batch to repeat. */
export const createBatchInput = z
  .strictObject({
    lines: z
      .array(textIn(linesMessage).trim().min(1, linesMessage), linesMessage)
      .min(1, linesMessage)
      .max(maxAgentLines, linesMessage)
      .optional()
      .meta({ description: 'One link, place id, CID, or business name per line.' }),
    repeat: idInput.shape.id.optional().meta({
      description: 'Instead of lines: a finished batch to look up again. Its audit says what changed.',
    }),
    name: createInput.shape.name.meta({ description: undefined }),
    client: createInput.shape.client.meta({ description: 'The customer it is for.' }),
    operation: createInput.shape.operation.unwrap().optional().meta({
      description: 'Defaults to "auto": links, identifiers, and names.',
    }),
    // A repeat has the details of its batch unless others are requested.
    details: details.unwrap().optional().meta({ description: details.description, enum: undefined }),
    language,
  })
  .refine(({ lines, repeat }) => (lines === undefined) !== (repeat === undefined), 'Send either lines or repeat.')
  .refine(
    ({ repeat, name, client, operation }) =>
      repeat === undefined || (name === undefined && client === undefined && operation === undefined),
    'With repeat, send only details and language.',
  )

const afterMessage = 'Send after as a line number of 0 or more.'

export const getBatchInput = z.strictObject({
  id: idInput.shape.id,
  wait_seconds: waitInput.shape.wait_seconds.default(0).meta({ description: 'Seconds to wait for the end.' }),
  after: z.int(afterMessage).min(0, afterMessage).default(0).meta({ description: 'The last row received.' }),
  limit: z
    .int(limitMessage(maxRows))
    .min(1, limitMessage(maxRows))
    .max(maxRows, limitMessage(maxRows))
    .default(100)
    .meta({ description: 'Maximum number of results.' }),
  state: resultsInput.shape.state.meta({ description: 'As in the batch’s line_counts.', enum: undefined }),
  finding: z
    .string()
    .optional()
    .pipe(resultsInput.shape.finding)
    .meta({ description: 'A name in the batch’s audit, or any.' }),
  q: resultsInput.shape.q.meta({ description: 'Text in the row or its listing.' }),
  fields: sameFieldsOf([...fieldNames, 'input'], ', or input'),
})

/** A batch as returned to agents: its progress, without settings and times. */
export const batchFields = {
  id: true,
  name: true,
  state: true,
  reason: true,
  resumes_at: true,
  row_counts: true,
  line_counts: true,
  audit: true,
  seconds_left: true,
} as const
/** The outputs of batches and watchlists show only the fields that agents act on, because a schema costs them as much as the fields. */
export const agentBatch = z.looseObject({ id: z.string(), state: z.string() })

/** The result for a link. The schema of `resolve_listing` already has the listing fields. */
export const lineOutput = z.looseObject({
  line: z.int(),
  problem: z.looseObject({ code: z.string(), detail: z.string().optional() }).optional(),
})

/** The result of a batch row. The schema of `resolve_listings` already has the fields of a problem. */
export const batchRowOutput = z.looseObject({
  row: z.int(),
  state: z.string().optional(),
  findings: z.array(z.string()).optional(),
})

/** Returns a batch row's result for an agent. The listing or the problem says what became of a row that was looked up. */
export function rowOf(one: z.output<typeof resultsOutput>['results'][number], fields?: readonly string[]) {
  const { row, state, reason, duplicate_of, name_match, listing, problem, input, findings, previous_findings } = one
  // The status or the problem says that a line was not checked.
  const wrong = findings.filter((finding) => finding !== 'not_checked')
  return {
    row,
    duplicate_of,
    name_match,
    ...(wrong.length > 0 && { findings: wrong }),
    previous_findings,
    ...(fields?.includes('input') && { input }),
    ...(listing
      ? pick(listing, fields)
      : problem
        ? { problem: { ...problem, detail: withToolNames(problem.detail) } }
        : { state, reason }),
  }
}

type Result = MulticallResults['results'][number]

/** Returns the detail of an error with tools instead of operations: agents know no others. */
export const withToolNames = (detail: string): string =>
  detail.replaceAll(/\bUse resolve\b(?!_)/g, 'Use resolve_listing')

/** Watchlists as returned to agents, each with its events. */
export const watchEventsOutput = z.object({
  watchlists: z.array(z.looseObject({ id: z.string(), events: z.array(z.looseObject({})) })),
})

export const filledOutput = z.looseObject({ id: z.string(), state: z.string(), created_count: z.int() })

type Filled = Awaited<ReturnType<ReturnType<typeof appRouter.createCaller>['watchlists']['fill']>>

/** The maximum number of unreadable listings that are returned. */
export const maxUnreadable = 20

/** Returns a watchlist that was created or added to, for an agent. */
export function filledOf({ watchlist, created }: Filled) {
  const { id, name, state, reason, listing_counts, adding, full } = watchlist
  return {
    id,
    name,
    state,
    reason,
    listing_counts,
    adding,
    ...(created && {
      created_count: created.created_count,
      existing_count: created.existing_count,
      unreadable_listings: created.unreadable_listings.slice(0, maxUnreadable),
    }),
    full: full || created?.full === true,
  }
}

type RecentEvents = Awaited<ReturnType<ReturnType<typeof appRouter.createCaller>['watchlists']['recent']>>

/** Returns a watchlist and its events for an agent. */
export function watchedOf({ watchlist, events, next }: RecentEvents[number]) {
  const { id, name, state, reason, listing_counts, closures, closures_reason } = watchlist
  return {
    id,
    name,
    state,
    reason,
    closures,
    closures_reason,
    listing_counts,
    events: events.map(
      ({ id, type, occurred_at, name, reference, listing, moved_from, business_status, text, detail }) => ({
        id,
        type: type.replace('listing.', ''),
        occurred_at,
        name,
        reference,
        cid: listing?.cid,
        place_id: listing?.place_id,
        moved_from: moved_from && pick(moved_from, ['cid', 'place_id']),
        business_status,
        text,
        detail,
      }),
    ),
    last: next === null,
  }
}

/** Returns the results for several links for an agent. */
export function linesOf(results: readonly Result[], fields?: readonly string[]) {
  const toProblem = problemsOf()
  return results.map((one, index) => {
    const line = index + 1
    return one.ok ? { line, ...pick(one.result, fields) } : { line, problem: toProblem(one.problem) }
  })
}

/** Returns the results for several names for an agent. */
export function namedOf(
  names: readonly string[],
  results: readonly Result[],
  limit: number,
  fields?: readonly string[],
) {
  const toProblem = problemsOf()
  return results.map((one, index) => {
    const name = names[index]
    if (!one.ok) return { name, problem: toProblem(one.problem) }
    const { results: listings } = one.result as z.input<typeof searchOutput>
    return { name, listings: listings.slice(0, limit).map((found) => pick(found, fields)), total: listings.length }
  })
}

/** Returns a function that shortens problems for an agent. A repeated detail is included only the first time. */
function problemsOf() {
  const details = new Set<string>()
  return (problem: Failure) => {
    const { code, identifiers, retry_after } = problem
    const detail = detailOf(problem)
    const isNew = !details.has(detail)
    details.add(detail)
    const { cid, place_id } = identifiers ?? {}
    return { code, ...(isNew && { detail }), retry_after, cid, place_id }
  }
}

type Failure = Extract<Result, { ok: false }>['problem']

/** Returns the detail of a failed call, without its position among the other calls. */
const detailOf = ({ detail, errors }: Failure) => withToolNames(errors?.[0]?.detail ?? detail)

/** Throws if all calls failed for the same reason, so the agent sees an error. */
export function throwIfAllFail(results: readonly Result[]): void {
  const problems = results.flatMap((one) => (one.ok ? [] : [one.problem]))
  const [first] = problems
  if (!first || problems.length < results.length || new Set(problems.map(detailOf)).size > 1) return
  throw new PinrefError(first.code, detailOf(first), {
    retryAfterSeconds: first.retry_after,
    ...(first.identifiers && results.length === 1 && { identifiers: first.identifiers }),
  })
}

/** Removes nulls from a value at any depth. */
export function compact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(compact)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, one]) => one !== null && one !== undefined)
  return Object.fromEntries(entries.map(([name, one]) => [name, compact(one)]))
}

type ObjectSchema = ListToolsResult['tools'][number]['inputSchema']

/**
 * Whether agents can ignore part of a schema: lengths and lower bounds, and everything in outputs except types. Errors name the
 * bounds.
 */
const isNoise = (name: string, value: unknown, io: 'input' | 'output') =>
  ['example', 'id', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'pattern'].includes(name) ||
  [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER].includes(Number(value)) ||
  (name === 'properties' && Object.keys(value as object).length === 0) ||
  (io === 'output' && !['type', 'properties', 'items', 'anyOf'].includes(name))

/** Returns a JSON schema that is as short as possible, because agents pay for each listed tool. */
export function objectSchema(schema: z.ZodObject, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    override({ jsonSchema }) {
      for (const [name, value] of Object.entries(jsonSchema))
        if (isNoise(name, value, io)) delete jsonSchema[name as keyof typeof jsonSchema]
      const [first, ...others] = io === 'output' ? (jsonSchema.anyOf ?? []) : []
      if (!first || others.some(({ type }) => type !== first.type)) return
      delete jsonSchema.anyOf
      Object.assign(jsonSchema, first)
    },
  })
  return { ...json, type: 'object' } as ObjectSchema
}
