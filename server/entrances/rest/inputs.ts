import { longBodyOf } from '@/server/entrances/trpc/admit-own'
import type { Context } from '@/server/entrances/trpc/init'
import type { LineFormat } from '@/server/features/batches/read-lines'
import { PinrefError } from '@/server/platform/problems/errors'
import { parseObject } from '@/server/platform/runtime/bounded-body'
import { excerpt, shallow } from '@/server/platform/runtime/input'
import type { Call } from './call'
import type { Operation } from './served-router'

/*
 * A call's input: the fields in its body, or the parameters in its query. Unknown fields and
 * parameters are rejected, so a typo never silently selects a default. The procedure's schema
 * checks body fields; parameters are checked here.
 */

/**
 * Reads the input of a call.
 * @param context the call's context, with its key if the body may be long. Also records the bytes that a long body holds.
 * @throws PinrefError `invalid_request`, `payload_too_large`; for a long body, the error for a rejected caller.
 */
export async function readInput(call: Call, operation: Operation, context: Context): Promise<object> {
  const {
    method,
    body: { isLines },
  } = operation
  const isWithBody = method !== 'GET' && method !== 'DELETE'
  const query = readQuery(call.query, isWithBody && !isLines ? null : operation)
  if (!isWithBody) return query
  const text = await readBody(call, operation, context)
  const body = isLines ? linesInput(call, operation, query, text) : objectInput(operation, text)
  const misplaced = operation.inPath.find((field) => Object.hasOwn(body, field))
  if (misplaced !== undefined) throw refused(misplaced, 'This belongs in the path, not in the body.')
  // Copying the object would turn this field into the copy's prototype.
  if (Object.hasOwn(body, '__proto__')) throw refused('__proto__', 'There is no such field.')
  return body
}

/**
 * Fields of operations with lines that the query cannot contain. Text with lines is the body itself, and only pages send it
 * in fields.
 */
const notInQuery: ReadonlySet<string> = new Set(['lines', 'data', 'format'])

/**
 * Reads the parameters of a query.
 * @param operation the operation that accepts the parameters; null if it accepts fields only in the body.
 * @throws PinrefError `invalid_request` for a parameter that is unknown, or sent twice although it isn't repeatable.
 */
function readQuery(query: string, operation: Operation | null): Record<string, string | string[]> {
  const read: Record<string, string | string[]> = {}
  if (query === '') return read
  for (const [name, value] of new URLSearchParams(query)) {
    if (operation === null) throw refused(name, 'Send fields in the body, not in the query.')
    const isKnown = operation.fields.includes(name) && !(operation.body.isLines && notInQuery.has(name))
    if (!isKnown) throw refused(name, 'There is no such parameter.')
    const former = Object.hasOwn(read, name) ? read[name] : undefined
    if (former !== undefined && !operation.repeatable?.includes(name)) throw refused(name, 'Send this parameter once.')
    if (Array.isArray(former)) former.push(value)
    else read[name] = former === undefined ? value : [former, value]
  }
  return read
}

function refused(name: string, detail: string): PinrefError {
  const pointer = `/${excerpt(name).replaceAll('~', '~0').replaceAll('/', '~1')}`
  return new PinrefError('invalid_request', `${excerpt(name)}: ${detail}`, { errors: [{ pointer, detail }] })
}

function readBody(call: Call, { body }: Operation, context: Context): Promise<string> {
  const { maxBytes, maxVisitorBytes = maxBytes, long } = body
  if (long) context.body = longBodyOf(context, long)
  return call.readBody(context.apiKey === null ? maxVisitorBytes : maxBytes, context.body)
}

/** Reads a body as an object. An operation without fields needs no body. */
const objectInput = ({ fields, isBodyOptional }: Operation, text: string): object =>
  (fields.length === 0 || isBodyOptional) && text.trim() === '' ? {} : parseObject(text)

/** Other names for the media types of lines, by format. A body of any other type is JSON, or its format is detected. */
const formats: ReadonlyArray<[type: RegExp, format: LineFormat]> = [
  [/^text\/csv\b/i, 'csv'],
  [/^application\/(?:x-ndjson|jsonl|x-jsonlines|json-lines)\b/i, 'jsonl'],
]

const oneLine =
  'A JSON object has options, with its lines in lines. Send one line as {"lines": [{…}]}, as JSON Lines (Content-Type: ' +
  'application/x-ndjson), or as CSV (text/csv).'

/**
 * Returns a JSON object, which always has options, with its lines in `lines`.
 * @throws PinrefError `invalid_request` if it is itself a line, or has a field that only pages send.
 */
function optionsIn(object: Record<string, unknown>, { fields }: Operation): object {
  const own = ['url', 'cid', 'name'].find((field) => field in object && !fields.includes(field))
  if (own !== undefined && !('lines' in object)) throw refused(own, oneLine)
  const unknown = ['data', 'format'].find((field) => field in object)
  if (unknown !== undefined) throw refused(unknown, 'There is no such field.')
  return object
}

/**
 * Reads lines and their options. For a file, the options are in the query; for an object, they can also be next to
 * `lines`.
 */
function linesInput(call: Call, operation: Operation, options: object, text: string): object {
  if (text.trim() === '') return options
  const type = call.header('content-type') ?? ''
  const format = formats.find(([form]) => form.test(type))?.[1]
  if (format) return { format, ...options, data: text }
  const object = /^\s*\{/.test(text) ? shallow(parsed(text)) : null
  return object ? { ...options, ...optionsIn(object, operation) } : { ...options, data: text }
}

/** Parses a JSON object. Returns null if the text as a whole is not JSON, for example, one object per line. */
function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
