import { callsBody, linesBody } from '@/server/entrances/trpc/admit-own'
import { answerFile } from '@/server/entrances/trpc/batches/results'
import type { Context } from '@/server/entrances/trpc/init'
import { maxBytes as maxBytesOfLines } from '@/server/features/batches/limits'
import type { LineFormat } from '@/server/features/batches/read-lines'
import type { FileFormat } from '@/server/features/batches/write-results'
import { PinrefError } from '@/server/platform/problems/errors'
import { maxRequestBytes, maxVisitorBytes, parseObject } from '@/server/platform/runtime/bounded-body'
import { excerpt, shallow } from '@/server/platform/runtime/input'
import type { Answer, Call } from './call'
import type { Operation, OperationMethod } from './procedures'

/*
 * A call's input: the fields in its body, or the parameters in its query. Unknown fields and
 * parameters are rejected, so a typo never silently selects a default. The procedure's schema
 * checks body fields; parameters are checked here.
 */

/** Operations whose body contains lines: a file, or a JSON object with `lines`. */
const operationsWithLines: ReadonlySet<string> = new Set(['batches', 'batches/{id}/parts/{part}'])

/** Operations whose body is a long JSON object. */
const operationsWithListings: ReadonlySet<string> = new Set(['watchlists/{id}/listings'])

/** Enough for a hundred calls; a visitor's body has a lower limit. */
const maxBatchBytes = 512 * 1024

/** Operations that need no body, because the path contains all parameters. */
const bodilessOperations = /^(?:(?:batches|watchlists)\/\{id\}\/\w+|callbacks\/(?:\{id\}\/test|rotate))$/

/**
 * Reads the input of a call.
 * @param name the name of the call's route.
 * @param context the call's context, with its key if the call is about a batch. Also records the bytes that a long body
 *   holds.
 * @throws PinrefError `invalid_request`, `payload_too_large`; for a long body, the error for a rejected caller.
 */
export async function readInput(
  call: Call,
  name: string,
  method: OperationMethod,
  operation: Operation,
  context: Context,
): Promise<object> {
  const isWithBody = method !== 'GET' && method !== 'DELETE'
  const isOfLines = operationsWithLines.has(name)
  const query = readQuery(call.query, isWithBody && !isOfLines ? null : operation)
  if (!isWithBody) return query
  const body = await (isOfLines ? readLinesInput(call, operation, query, context) : readBody(call, name, context))
  const misplaced = operation.inPath.find((field) => Object.hasOwn(body, field))
  if (misplaced !== undefined) throw refused(misplaced, 'This belongs in the path, not in the body.')
  // Copying the object would turn this field into the copy's prototype.
  if (Object.hasOwn(body, '__proto__')) throw refused('__proto__', 'There is no such field.')
  return body
}

/** Fields that the query cannot contain, because they belong in the body. */
const onlyInBody: ReadonlySet<string> = new Set(['lines', 'data'])

/**
 * Reads the parameters of a query.
 * @param operation the operation that accepts the parameters; null if it accepts fields only in the body.
 * @throws PinrefError `invalid_request` for a parameter that is unknown or sent twice.
 */
function readQuery(query: string, operation: Operation | null): Record<string, string> {
  const read: Record<string, string> = {}
  if (query === '') return read
  for (const [name, value] of new URLSearchParams(query)) {
    if (operation === null) throw refused(name, 'Send fields in the body, not in the query.')
    const isKnown = operation.fields.includes(name) && !onlyInBody.has(name)
    if (!isKnown) throw refused(name, 'There is no such parameter.')
    if (Object.hasOwn(read, name)) throw refused(name, 'Send this parameter once.')
    read[name] = value
  }
  return read
}

function refused(name: string, detail: string): PinrefError {
  const pointer = `/${excerpt(name).replaceAll('~', '~0').replaceAll('/', '~1')}`
  return new PinrefError('invalid_request', `${excerpt(name)}: ${detail}`, { errors: [{ pointer, detail }] })
}

/** Reads a body as an object; a body with 100 calls or thousands of listings may be long. */
async function readBody(call: Call, name: string, context: Context): Promise<object> {
  if (operationsWithListings.has(name)) {
    context.body = linesBody(context, 'watchlists')
    return parseObject(await call.readBody(maxBytesOfLines, context.body))
  }
  if (name === 'batch') {
    context.body = callsBody(() => call.client(), context.apiKey, context.record)
    return parseObject(await call.readBody(context.apiKey === null ? maxVisitorBytes : maxBatchBytes, context.body))
  }
  const text = await call.readBody(maxRequestBytes)
  return bodilessOperations.test(name) && text.trim() === '' ? {} : parseObject(text)
}

const formats: ReadonlyArray<[type: RegExp, format: LineFormat]> = [
  [/^text\/csv\b/i, 'csv'],
  [/^application\/(?:x-ndjson|jsonl|x-jsonlines|json-lines)\b/i, 'jsonl'],
]

/**
 * Whether a JSON object without `lines` is itself a line. Batches have names, too: an object with a name and another
 * batch option describes a batch whose lines are sent later.
 */
function isLine(object: object, { fields }: Operation): boolean {
  if ('lines' in object || !['url', 'name', 'cid'].some((field) => field in object)) return false
  const hasOptions = fields.includes('name') && fields.some((field) => field !== 'name' && field in object)
  return !hasOptions || 'url' in object || 'cid' in object
}

/**
 * Reads lines and their options. For a file, the options are in the query; for an object, they can also be next to
 * `lines`.
 */
async function readLinesInput(
  call: Call,
  operation: Operation,
  options: Record<string, string>,
  context: Context,
): Promise<object> {
  context.body = linesBody(context, 'batches')
  const text = await call.readBody(maxBytesOfLines, context.body)
  if (text.trim() === '') return options
  const type = call.header('content-type') ?? ''
  const format = formats.find(([form]) => form.test(type))?.[1]
  if (format) return { format, ...options, data: text }
  const object = /^\s*\{/.test(text) ? shallow(parsed(text)) : null
  if (!object || isLine(object, operation)) return { ...options, data: text }
  return { ...options, ...object }
}

/** Parses a JSON object. Returns null if the text as a whole is not JSON, for example, one object per line. */
function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Returns a batch's available results as a file.
 * @param input the parameters of the query.
 * @throws PinrefError `invalid_request`; a TRPCError, like the `results` procedure.
 */
export function streamResults({ path }: Call, format: FileFormat, input: object, context: Context): Promise<Answer> {
  const [, , id = ''] = path.split('/')
  return answerFile(context, { ...input, id, format })
}
