import { errorForCaller } from '@/server/entrances/trpc/error'
import type { Context } from '@/server/entrances/trpc/init'
import { accountOfKey } from '@/server/metering/access/api-key'
import { invalidApiKey, noApiKey, paceRefusal } from '@/server/metering/access/refusals'
import { recordFailedCall } from '@/server/metering/usage/failed-calls'
import { recordFirstCall } from '@/server/metering/usage/first-call'
import { finishRecord, recordProblem, startRecord } from '@/server/platform/observability/call-record'
import type { PinrefError } from '@/server/platform/problems/errors'
import type { Answer, Call } from './call'
import { apiHeaders, deprecationHeaders, quotaHeaders, readApiKey } from './headers'
import { readInput } from './inputs'
import { corsHeaders, methodNotAllowed, preflight, problemAnswer } from './refusals'
import type { Operation, OperationMethod, OperationRoute } from './served-router'

/**
 * Handles a call to an operation, on any host. Checks the method and size, parses the JSON, and reads the key before
 * the procedure runs. Afterward, builds the response body and all headers. Never throws.
 * @param route the operation at the call's path, found by the host.
 */
export async function handleRest(call: Call, route: OperationRoute): Promise<Answer> {
  const { name, operations } = route
  const method = call.method === 'HEAD' ? 'GET' : call.method
  const operation = Object.hasOwn(operations, method) ? operations[method as OperationMethod] : undefined
  const record = startRecord(call.method, name, call.header('traceparent'), operation?.work !== 'long')
  // Cookies are not read here, so no one is signed in.
  const context: Context = { call, record, apiKey: null, signedIn: async () => null, metering: {} }
  let hasLeft = false
  let answer: Answer
  let failure: PinrefError | undefined
  try {
    answer = operation ? await respond(call, route, operation, context) : answerOther(call, route)
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
  const isPaced = answer.status === 401 || answer.status === 429 || failure?.code === 'account_suspended'
  if (isPaced) await paceRefusal(call.client(), call.signal())
  const headers = [
    ...answer.headers,
    ...corsHeaders,
    ...quotaHeaders(context.metering, failure),
    ...deprecationHeaders(operation?.deprecation),
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
    return readApiKey(call)
  } catch {
    return null
  }
}

/** Records a key's first call, for the page that is waiting for it. */
function noteFirst(call: Call, { apiKey, metering, record, output }: Context, { status }: Answer): void {
  if (apiKey === null || !metering.admission || status >= 400) return
  const { operation, durationMs } = record
  const facts = { operation, status, durationMs, address: call.client().address }
  recordFirstCall(metering.admission.caller, apiKey, facts, output)
}

/** Responds to a method that the route has no operation for. @throws PinrefError `method_not_allowed`. */
function answerOther({ method, path }: Call, { methods, operations }: OperationRoute): Answer {
  if (method !== 'OPTIONS') throw methodNotAllowed(methods, path)
  return preflight(methods, operations.POST?.idempotent ? ['Idempotency-Key'] : [])
}

/** Runs the steps of a call in order and returns the response. */
async function respond(call: Call, route: OperationRoute, operation: Operation, context: Context): Promise<Answer> {
  const { isCallerFirst, who, body, format, creates } = operation
  // A long body is read only for a caller whose key was looked up.
  if (isCallerFirst || body.long) context.apiKey = readApiKey(call)
  if (isCallerFirst && !who.includes('visitor')) requireKey(context.apiKey)
  const input = await readInput(call, operation, context)
  context.apiKey ??= readApiKey(call)
  if (format) return respondWithFile(call, { ...input, ...route.form.exec(call.path)?.groups, file: format }, context)
  const json = await route.callProcedure(operation, call.path, input, context)
  const headers = ['content-type', 'application/json']
  if (!creates) return { status: 200, headers, body: json }
  const { id } = context.output as { id: string }
  return {
    status: 201,
    headers: [...headers, 'location', `/api${creates === true ? call.path : creates}/${id}`],
    body: json,
  }
}

async function respondWithFile(call: Call, input: object, context: Context): Promise<Answer> {
  // Imported here, because no other call needs this module.
  const { answerFile } = await import('@/server/entrances/trpc/batches/results')
  return call.method === 'HEAD' ? headOfFile(call, input, context, answerFile) : answerFile(context, input)
}

/** Returns only a file's headers and frees its slot at once, because the file will not be read. */
async function headOfFile(
  call: Call,
  input: object,
  context: Context,
  answerFile: (context: Context, input: object) => Promise<Answer>,
): Promise<Answer> {
  const over = new AbortController()
  const own = {
    client: () => call.client(),
    // Compressing the response would start reading the file.
    header: (name: string) => (name === 'accept-encoding' ? null : call.header(name)),
    signal: () => over.signal,
  }
  const { status, headers } = await answerFile({ ...context, call: own }, input)
  over.abort()
  return { status, headers, body: '' }
}

/** @throws PinrefError `invalid_api_key` if the key is missing or malformed. */
function requireKey(key: string | null): void {
  if (key === null) throw noApiKey()
  if (accountOfKey(key) === null) throw invalidApiKey()
}
