import { maxBytes as maxBytesOfLines } from '@/server/batches/limits'
import type { LineFormat } from '@/server/batches/read-lines'
import { maxRequestBytes, parseObject } from '@/server/runtime/bounded-body'
import { shallow } from '@/server/runtime/input'
import type { Call } from './call'

/** Operations whose body contains lines: a file, or a JSON object with `lines`. */
const operationsWithLines: ReadonlySet<string> = new Set(['batches', 'batches/{id}/parts/{part}'])

/** Room for a hundred calls. */
const maxBatchBytes = 512 * 1024

/** Operations that need no body: their address says everything. */
const bodilessOperations = /^batches\/\{id\}\/\w+$/

/**
 * Reads the body of a call about a batch as the input of its procedure.
 * @param operation the name of its route.
 * @throws PinrefError `payload_too_large`, `invalid_request`.
 */
export async function readBatchInput(call: Call, operation: string): Promise<object> {
  if (operationsWithLines.has(operation)) return readLinesInput(call)
  const text = await call.readBody(operation === 'batch' ? maxBatchBytes : maxRequestBytes)
  return bodilessOperations.test(operation) && text.trim() === '' ? {} : parseObject(text)
}

const formats: ReadonlyArray<[type: RegExp, format: LineFormat]> = [
  [/^text\/csv\b/i, 'csv'],
  [/^application\/(?:x-ndjson|jsonl|x-jsonlines|json-lines)\b/i, 'jsonl'],
]

/** Fields that make a JSON object a line. */
const fieldsOfLines = ['url', 'name', 'cid']

/** Reads lines and their options. With a file, the options are in the query; in an object, they can also be next to `lines`. */
async function readLinesInput(call: Call): Promise<object> {
  const options = Object.fromEntries(new URLSearchParams(call.query))
  const text = await call.readBody(maxBytesOfLines)
  if (text.trim() === '') return options
  const type = call.header('content-type') ?? ''
  const format = formats.find(([form]) => form.test(type))?.[1]
  if (format) return { format, ...options, data: text }
  const object = /^\s*\{/.test(text) ? shallow(parsed(text)) : null
  const isLine = object && fieldsOfLines.some((field) => field in object) && !('lines' in object)
  if (!object || isLine) return { ...options, data: text }
  const { lines, ...said } = object
  return { ...options, ...said, ...(lines !== undefined && { format: 'json', data: JSON.stringify(lines) }) }
}

/** Parses a JSON object. Returns null if the text as a whole is not JSON, as with one object in each line. */
function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
