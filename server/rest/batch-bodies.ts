import { maxBytes as maxBytesOfLines } from '@/server/batches/limits'
import type { LineFormat } from '@/server/batches/read-lines'
import type { FileFormat } from '@/server/batches/write-results'
import { PinrefError } from '@/server/errors'
import { maxRequestBytes, maxVisitorBytes, parseObject } from '@/server/runtime/bounded-body'
import { shallow } from '@/server/runtime/input'
import { callsBody, linesBody } from '@/server/trpc/admit-own'
import { answerFile } from '@/server/trpc/batches/router'
import type { Context } from '@/server/trpc/context'
import type { Answer, Call } from './call'

/** Operations whose body contains lines: a file, or a JSON object with `lines`. */
const operationsWithLines: ReadonlySet<string> = new Set(['batches', 'batches/{id}/parts/{part}'])

/** Room for a hundred calls; a visitor's body is shorter. */
const maxBatchBytes = 512 * 1024

/** Operations that need no body: their address says everything. */
const bodilessOperations = /^batches\/\{id\}\/\w+$/

/**
 * Reads the body of a call about a batch as the input of its procedure.
 * @param operation the name of its route.
 * @param context of the call, with its key; notes what the body holds.
 * @throws PinrefError `payload_too_large`, `invalid_request`; for a long body, what refuses its caller.
 */
export async function readBatchInput(call: Call, operation: string, context: Context): Promise<object> {
  if (operationsWithLines.has(operation)) return readLinesInput(call, context)
  if (operation === 'batch') {
    context.body = callsBody(() => call.client(), context.apiKey, context.record)
    return parseObject(await call.readBody(context.apiKey === null ? maxVisitorBytes : maxBatchBytes, context.body))
  }
  const text = await call.readBody(maxRequestBytes)
  return bodilessOperations.test(operation) && text.trim() === '' ? {} : parseObject(text)
}

const formats: ReadonlyArray<[type: RegExp, format: LineFormat]> = [
  [/^text\/csv\b/i, 'csv'],
  [/^application\/(?:x-ndjson|jsonl|x-jsonlines|json-lines)\b/i, 'jsonl'],
]

/** Fields that make a JSON object a line. */
const fieldsOfLines = ['url', 'name', 'cid']

/** Reads lines and their options. With a file, the options are in the query; in an object, they can also be next to `lines`. */
async function readLinesInput(call: Call, context: Context): Promise<object> {
  const options = Object.fromEntries(new URLSearchParams(call.query))
  context.body = linesBody(context)
  const text = await call.readBody(maxBytesOfLines, context.body)
  if (text.trim() === '') return options
  const type = call.header('content-type') ?? ''
  const format = formats.find(([form]) => form.test(type))?.[1]
  if (format) return { format, ...options, data: text }
  const object = /^\s*\{/.test(text) ? shallow(parsed(text)) : null
  const isLine = object && fieldsOfLines.some((field) => field in object) && !('lines' in object)
  if (!object || isLine) return { ...options, data: text }
  return { ...options, ...object }
}

/** Parses a JSON object. Returns null if the text as a whole is not JSON, as with one object in each line. */
function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Answers with all available results of a batch, as a file.
 * @throws PinrefError `invalid_request`; a TRPCError, as the procedure `results` does.
 */
export function streamResults({ path, query }: Call, format: FileFormat, context: Context): Promise<Answer> {
  const [, , id = ''] = path.split('/')
  const asked = new URLSearchParams(query)
  if (new Set(asked.keys()).size < asked.size) throw new PinrefError('invalid_request', 'Send each parameter once.')
  return answerFile(context, { ...Object.fromEntries(asked), id, format })
}
