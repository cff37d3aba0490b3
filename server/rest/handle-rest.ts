import { accountOfKey } from '@/server/access/api-key'
import { invalidApiKey, noApiKey } from '@/server/access/refusals'
import type { PinrefError } from '@/server/errors'
import { finishRecord, startRecord } from '@/server/observability/call-record'
import { maxRequestBytes, parseObject } from '@/server/runtime/bounded-body'
import type { Context } from '@/server/trpc/context'
import { errorForCaller } from '@/server/trpc/error'
import { countAnswer } from '@/server/usage/count-calls'
import { readBatchInput, resultsFormat, streamResults } from './batch-bodies'
import type { Answer, Call } from './call'
import { apiHeaders, type HeaderList, quotaHeaders, readApiKey } from './headers'
import { callProcedure, type OperationRoute } from './procedures'
import { problemAnswer, wrongMethod } from './refusals'

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
    record.code = failure.code
    answer = problemAnswer(failure, record.requestId)
  }
  context.body?.release()
  finishRecord(record, answer.status, hasLeft)
  countAnswer(record)
  const headers = [...answer.headers, ...corsHeaders, ...quotaHeaders(context.metering, failure), ...apiHeaders(record)]
  return { status: answer.status, headers, body: answer.body }
}

/** Runs the steps of a call in order and returns the answer. */
async function answered(call: Call, { name, methods }: OperationRoute, context: Context): Promise<Answer> {
  if (call.method === 'OPTIONS') return preflight(methods)
  const method = methods.find((one) => one === call.method)
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
  const format = name === 'batches/{id}/results' ? resultsFormat(call) : null
  if (format !== null) return streamResults(call, format, context)
  const path = isWithBody || call.query === '' ? call.path : `${call.path}?${call.query}`
  const json = await callProcedure(method, path, body, context)
  return { status: 200, headers: ['content-type', 'application/json'], body: json }
}

/** Reads the body of a call; operations about batches take more than a short object. */
const readBody = (call: Call, name: string, context: Context): Promise<object> =>
  name.startsWith('batch') ? readBatchInput(call, name, context) : call.readBody(maxRequestBytes).then(parseObject)

/** @throws PinrefError `invalid_api_key` if there is no key, or if it does not even have the form of one. */
function requireKey(key: string | null): void {
  if (key === null) throw noApiKey()
  if (accountOfKey(key) === null) throw invalidApiKey()
}

/** Any page may call the operations with a key. They read no cookie, so a page gains nothing from who is signed in. */
const corsHeaders: HeaderList = [
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  'X-Request-Id, X-API-Version, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, Server-Timing, X-API-Key-Type',
]

/**
 * Returns the answer to a browser's preflight request, without the headers that all answers have.
 * @param methods the methods of the operation.
 */
const preflight = (methods: readonly string[]): Answer => ({
  status: 204,
  headers: [
    ...['access-control-allow-methods', methods.join(', ')],
    ...['access-control-allow-headers', 'Content-Type, X-API-Key, Authorization, Idempotency-Key'],
    ...['access-control-max-age', '86400'],
  ],
  body: '',
})
