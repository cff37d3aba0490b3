import { errorForCaller } from '@/server/entrances/trpc/error'
import type { Context } from '@/server/entrances/trpc/init'
import type { FileFormat } from '@/server/features/batches/write-results'
import { accountOfKey } from '@/server/metering/access/api-key'
import { invalidApiKey, noApiKey, paceRefusal } from '@/server/metering/access/refusals'
import { recordFailedCall } from '@/server/metering/usage/failed-calls'
import { recordFirstCall } from '@/server/metering/usage/first-call'
import { finishRecord, recordProblem, startRecord } from '@/server/platform/observability/call-record'
import type { PinrefError } from '@/server/platform/problems/errors'
import type { Answer, Call } from './call'
import { apiHeaders, deprecationHeaders, quotaHeaders, readApiKey } from './headers'
import { readInput, streamResults } from './inputs'
import { callProcedure, fileFormatOf, type Operation, type OperationMethod, type OperationRoute } from './procedures'
import { corsHeaders, methodNotAllowed, preflight, problemAnswer } from './refusals'

/**
 * Handles a call to an operation, on any host. Checks the method and size, parses the JSON, and reads the key before
 * the procedure runs. Afterward, builds the response body and all headers. Never throws.
 * @param route the operation at the call's path, found by the host.
 */
export async function handleRest(call: Call, route: OperationRoute): Promise<Answer> {
  const record = startRecord(call.method, route.name, call.header('traceparent'))
  // Cookies are not read here, so no one is signed in.
  const context: Context = { call, record, apiKey: null, account: async () => null, metering: {} }
  let hasLeft = false
  let answer: Answer
  let failure: PinrefError | undefined
  try {
    answer = await respond(call, route, context)
  } catch (error) {
    const signal = call.signal()
    hasLeft = signal.aborted
    failure = errorForCaller(error, record.requestId, signal)
    recordProblem(record, failure)
    answer = problemAnswer(failure, record.requestId)
  }
  context.body?.release()
  finishRecord(record, answer.status, hasLeft)
  if (failure && !hasLeft) noteFailure(call, context, failure)
  else if (context.metering.admission?.isAwaited) noteFirst(call, context, answer)
  if (answer.status === 401 || answer.status === 429) await paceRefusal(call.client(), call.signal())
  const headers = [
    ...answer.headers,
    ...corsHeaders,
    ...quotaHeaders(context.metering, failure),
    ...deprecationHeaders(operationOf(call, route)?.deprecation),
    ...apiHeaders(record),
  ]
  return { status: answer.status, headers, body: answer.body }
}

/** Records a failed call for the account of the key that was sent, if any. */
function noteFailure(call: Call, { apiKey, metering, record }: Context, error: PinrefError): void {
  const { operation, requestId } = record
  const admittedFor = metering.admission?.caller
  const key = apiKey ?? sentKey(call)
  if (key !== null)
    recordFailedCall({ apiKey: key, admittedFor, client: () => call.client(), operation, requestId, error })
}

/** Returns the API key of a call that failed before its key was read; null if there is no valid header with a key. */
function sentKey(call: Call): string | null {
  try {
    return readApiKey((name) => call.header(name))
  } catch {
    return null
  }
}

/** Records a key's first call, for the page that is waiting for it. */
function noteFirst(call: Call, { apiKey, metering, record }: Context, { status, body }: Answer): void {
  if (apiKey === null || !metering.admission || status >= 400) return
  const { operation, durationMs } = record
  const facts = { operation, status, durationMs, address: call.client().address }
  recordFirstCall(
    metering.admission.caller,
    apiKey,
    facts,
    typeof body === 'string' && body !== '' ? JSON.parse(body) : null,
  )
}

/** Returns a call's operation; undefined if its path does not support the method. */
const operationOf = ({ method }: Call, { operations }: OperationRoute): Operation | undefined =>
  operations[(method === 'HEAD' ? 'GET' : method) as OperationMethod]

/** Runs the steps of a call in order and returns the response. */
async function respond(call: Call, route: OperationRoute, context: Context): Promise<Answer> {
  const { name, methods, operations } = route
  if (call.method === 'OPTIONS') return preflight(methods, operations.POST?.idempotent ? ['Idempotency-Key'] : [])
  const isHead = call.method === 'HEAD'
  const method = methods.find((one) => one === (isHead ? 'GET' : call.method))
  const operation = operationOf(call, route)
  if (method === undefined || operation === undefined) throw methodNotAllowed(methods, call.path)
  const header = (name: string) => call.header(name)
  if (name.startsWith('batch') || name.startsWith('callbacks') || name.startsWith('watchlists')) {
    // A long body is read only for a caller whose key was looked up.
    context.apiKey = readApiKey(header)
    // Background batches belong to accounts.
    if (name !== 'batch') requireKey(context.apiKey)
  }
  const input = await readInput(call, name, method, operation, context)
  context.apiKey ??= readApiKey(header)
  const format = fileFormatOf(route)
  if (format !== undefined) return (isHead ? headOfFile : streamResults)(call, format, input, context)
  const json = await callProcedure(method, call.path, input, context)
  const headers = ['content-type', 'application/json']
  if (!operation.creates) return { status: 200, headers, body: json }
  const { id }: { id: string } = JSON.parse(json)
  return { status: 201, headers: [...headers, 'location', `/api${call.path}/${id}`], body: json }
}

/** Returns only a file's headers and frees its slot at once, because the file will not be read. */
async function headOfFile(call: Call, format: FileFormat, input: object, context: Context): Promise<Answer> {
  const over = new AbortController()
  const own = {
    client: () => call.client(),
    // Compressing the response would start reading the file.
    header: (name: string) => (name === 'accept-encoding' ? null : call.header(name)),
    signal: () => over.signal,
  }
  const { status, headers } = await streamResults(call, format, input, { ...context, call: own })
  over.abort()
  return { status, headers, body: '' }
}

/** @throws PinrefError `invalid_api_key` if the key is missing or malformed. */
function requireKey(key: string | null): void {
  if (key === null) throw noApiKey()
  if (accountOfKey(key) === null) throw invalidApiKey()
}
