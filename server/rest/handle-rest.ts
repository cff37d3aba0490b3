import { accountOfKey } from '@/server/access/api-key'
import { invalidApiKey, noApiKey } from '@/server/access/refusals'
import type { FileFormat } from '@/server/batches/write-results'
import type { PinrefError } from '@/server/errors'
import { finishRecord, noteProblem, startRecord } from '@/server/observability/call-record'
import { maxRequestBytes, parseObject } from '@/server/runtime/bounded-body'
import type { Context } from '@/server/trpc/context'
import { errorForCaller } from '@/server/trpc/error'
import { countAnswer } from '@/server/usage/count-calls'
import { readBatchInput, streamResults } from './batch-bodies'
import type { Answer, Call } from './call'
import { apiHeaders, quotaHeaders, readApiKey } from './headers'
import { callProcedure, fileFormatOf, type OperationRoute } from './procedures'
import { corsHeaders, preflight, problemAnswer, wrongMethod } from './refusals'

/**
 * Answers a call of an operation, on any host. Checks the method and size, parses the JSON and reads the key before the procedure
 * runs, and makes the body and all headers of the answer. Never throws.
 * @param route the operation of the call's path, which the host has found.
 */
export async function handleRest(call: Call, route: OperationRoute): Promise<Answer> {
  const record = startRecord(call.method, route.name, call.header('traceparent'))
  // Cookies are not read here, so nobody is signed in.
  const context: Context = { call, record, apiKey: null, account: async () => null, metering: {} }
  let hasLeft = false
  let answer: Answer
  let failure: PinrefError | undefined
  try {
    answer = await answered(call, route, context)
  } catch (error) {
    const signal = call.signal()
    hasLeft = signal.aborted
    failure = errorForCaller(error, record.requestId, signal)
    noteProblem(record, failure)
    answer = problemAnswer(failure, record.requestId)
  }
  context.body?.release()
  finishRecord(record, answer.status, hasLeft)
  countAnswer(record)
  const headers = [...answer.headers, ...corsHeaders, ...quotaHeaders(context.metering, failure), ...apiHeaders(record)]
  return { status: answer.status, headers, body: answer.body }
}

/** Runs the steps of a call in order and returns the answer. */
async function answered(call: Call, route: OperationRoute, context: Context): Promise<Answer> {
  const { name, methods } = route
  if (call.method === 'OPTIONS') return preflight(methods, name === 'batches')
  const isHead = call.method === 'HEAD'
  const method = methods.find((one) => one === (isHead ? 'GET' : call.method))
  if (method === undefined) throw wrongMethod(methods, call.path)
  const isWithBody = method === 'POST' || method === 'PUT'
  const header = (name: string) => call.header(name)
  if (name.startsWith('batch')) {
    // A long body is read only for a caller whose key was looked up.
    context.apiKey = readApiKey(header)
    // Batches in the background belong to accounts.
    if (name !== 'batch') requireKey(context.apiKey)
  }
  const body = isWithBody ? await readBody(call, name, context) : null
  context.apiKey ??= readApiKey(header)
  const format = fileFormatOf(route)
  if (format !== undefined) return (isHead ? headOfFile : streamResults)(call, format, context)
  const path = isWithBody || call.query === '' ? call.path : `${call.path}?${call.query}`
  const json = await callProcedure(method, path, body, context)
  return { status: 200, headers: ['content-type', 'application/json'], body: json }
}

/** Returns the headers of a file alone, and gives its turn back at once: nobody will read the file to its end. */
async function headOfFile(call: Call, format: FileFormat, context: Context): Promise<Answer> {
  const over = new AbortController()
  const own = {
    client: () => call.client(),
    // Compression would begin to read the file.
    header: (name: string) => (name === 'accept-encoding' ? null : call.header(name)),
    signal: () => over.signal,
  }
  const { status, headers } = await streamResults(call, format, { ...context, call: own })
  over.abort()
  return { status, headers, body: '' }
}

/** Reads the body of a call; operations about batches take more than a short object. */
const readBody = (call: Call, name: string, context: Context): Promise<object> =>
  name.startsWith('batch') ? readBatchInput(call, name, context) : call.readBody(maxRequestBytes).then(parseObject)

/** @throws PinrefError `invalid_api_key` if there is no key, or if it does not even have the form of one. */
function requireKey(key: string | null): void {
  if (key === null) throw noApiKey()
  if (accountOfKey(key) === null) throw invalidApiKey()
}
