import { invalidApiKey } from '@/server/access/refusals'
import { PinrefError } from '@/server/errors'
import { finishRecord, startRecord } from '@/server/observability/call-record'
import type { Context } from '@/server/trpc/context'
import { toldError } from '@/server/trpc/error'
import type { Answer, Call } from './call'
import { corsHeaders, preflight } from './cors'
import { apiHeaders, quotaHeaders } from './headers'
import { problemAnswer } from './problem-answer'
import { callProcedure, mostBodyBytes, type OperationMethod, operationMethod } from './procedures'

/**
 * Answers a call of an operation, on any host. Method, size, JSON and key are settled before the procedure is reached; the
 * body and all headers are written here. Never throws.
 */
export async function handleRest(call: Call): Promise<Answer> {
  const record = startRecord(call.method, call.path.slice(1), call.header('traceparent'))
  // No cookie is read here: nobody is signed in.
  const context: Context = { call, record, apiKey: null, account: async () => null, metering: {} }
  let hasLeft = false
  const answer = await answered(call, context).catch((error: unknown) => {
    const signal = call.signal()
    hasLeft = signal.aborted
    const told = toldError(error, record.requestId, signal)
    record.code = told.code
    return problemAnswer(told, record.requestId)
  })
  finishRecord(record, answer.status, hasLeft)
  const headers = [...answer.headers, ...corsHeaders, ...quotaHeaders(context.metering), ...apiHeaders(record)]
  return { status: answer.status, headers, body: answer.body }
}

/** The steps of a call, in order. */
async function answered(call: Call, context: Context): Promise<Answer> {
  const method = operationMethod(call.path) ?? 'POST'
  if (call.method === 'OPTIONS') return preflight(method)
  if (call.method !== method) throw wrongMethod(method, call.path)
  const body = method === 'GET' ? null : parseObject(await call.readBody(mostBodyBytes(call.path)))
  context.apiKey = readApiKey(call)
  const json = await callProcedure(call.path, body, context)
  return { status: 200, headers: ['content-type', 'application/json'], body: json }
}

function wrongMethod(method: OperationMethod, path: string): PinrefError {
  const detail = method === 'GET' ? `Read /api${path} with GET.` : `Send a POST with a JSON body to /api${path}.`
  return new PinrefError('method_not_allowed', detail, { allow: `${method}, OPTIONS` })
}

function parseObject(text: string): object {
  const hint = 'Send a JSON object in the body.'
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new PinrefError(
      'invalid_request',
      `${text.trim() === '' ? 'The body is empty.' : 'The body is not JSON.'} ${hint}`,
    )
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new PinrefError('invalid_request', `The body is not a JSON object. ${hint}`)
  }
  return body
}

/**
 * The API key of a call: `X-API-Key`, else `Authorization: Bearer`; null where neither was sent.
 * @throws PinrefError `invalid_api_key` for another scheme, or a scheme without a key.
 */
function readApiKey(call: Call): string | null {
  const named = call.header('x-api-key')
  if (named !== null) return named.trim()
  const authorization = call.header('authorization')
  if (authorization === null) return null
  const [, token] = /^bearer +(\S+) *$/i.exec(authorization) ?? []
  if (!token) throw invalidApiKey()
  return token
}
