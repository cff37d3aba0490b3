import { windowSeconds } from '@/server/access/burst'
import type { Client } from '@/server/access/client'
import { PinrefError } from '@/server/errors'
import { type Context, createContext, nobody } from '@/server/trpc/context'
import { toPinrefError } from '@/server/trpc/error'
import { reportDefect } from '@/server/trpc/report-defect'
import { callProcedure } from './call-procedure'
import { corsHeaders, preflight } from './cors'
import { readApiKey } from './credentials'
import { problemResponse } from './problem-response'
import { rateLimitHeaders } from './rate-limit-headers'
import { readBody } from './read-body'

const operations = new Set(['/resolve', '/search', '/convert'])

/** Whether a path below `/api` is one of the three operations. */
export const isOperation = (path: string) => operations.has(path)

/**
 * Answers a call of an operation. Everything trpc-to-openapi would get wrong is settled before it is reached: the method,
 * the size, the JSON; and nothing it would write is sent: body and headers are made here.
 * @param path below `/api`, e.g. `/resolve`.
 */
export async function handleRest(request: Request, path: string, client: Client, requestId: string): Promise<Response> {
  if (request.method === 'OPTIONS') return preflight()
  const context = createContext({ requestId, client, apiKey: null, account: nobody, signal: request.signal })
  try {
    if (request.method !== 'POST') {
      throw new PinrefError('method_not_allowed', `Send a POST with a JSON body to /api${path}.`)
    }
    const body = parseBody(await readBody(request))
    context.apiKey = readApiKey(request.headers)
    const outcome = await callProcedure('POST', path, body, context)
    if ('error' in outcome) {
      reportDefect(outcome.error, requestId)
      throw toPinrefError(outcome.error)
    }
    return new Response(outcome.json, { headers: { 'content-type': 'application/json', ...commonHeaders(context) } })
  } catch (error) {
    if (!(error instanceof PinrefError)) throw error
    return problemResponse(error, requestId, { ...commonHeaders(context), ...headersOf(error) })
  }
}

function parseBody(text: string): object {
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

function commonHeaders({ metering: { admission, quota } }: Context): Record<string, string> {
  return { ...corsHeaders, ...(admission && quota && rateLimitHeaders(quota, admission.admitted, Date.now())) }
}

function headersOf({ code }: PinrefError): Record<string, string> {
  if (code === 'method_not_allowed') return { allow: 'POST, OPTIONS' }
  // Not the quota's end: the burst is over sooner.
  if (code === 'too_many_requests') return { 'retry-after': String(windowSeconds) }
  return code === 'invalid_api_key' ? { 'www-authenticate': 'Bearer' } : {}
}
