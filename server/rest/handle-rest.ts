import { PinrefError } from '@/server/errors'
import { type Context, createContext, nobody } from '@/server/trpc/context'
import { toPinrefError } from '@/server/trpc/error'
import { reportDefect } from '@/server/trpc/report-defect'
import type { Answer, Call } from './call'
import { callProcedure } from './call-procedure'
import { corsHeaders, preflight } from './cors'
import { readApiKey } from './credentials'
import type { HeaderList } from './header-list'
import { problemAnswer } from './problem-answer'
import { rateLimitHeaders } from './rate-limit-headers'

/**
 * Answers a call of an operation: the method, the size, the JSON and the key are settled before the procedure is reached;
 * body and headers are made here.
 * @throws an Error for what is a defect, never a `PinrefError`.
 */
export async function handleRest(call: Call): Promise<Answer> {
  if (call.method === 'OPTIONS') return preflight
  const context = createContext({ call, record: call.record, client: call.client, apiKey: null, account: nobody })
  try {
    if (call.method !== 'POST') {
      const detail = `Send a POST with a JSON body to /api${call.path}.`
      throw new PinrefError('method_not_allowed', detail, { allow: 'POST, OPTIONS' })
    }
    const body = parseBody(await call.readBody())
    context.apiKey = readApiKey(call)
    const outcome = await callProcedure(call.path, body, context)
    if ('error' in outcome) {
      reportDefect(outcome.error, call.record.requestId)
      throw toPinrefError(outcome.error)
    }
    return {
      status: 200,
      headers: ['content-type', 'application/json', ...corsHeaders, ...quotaHeaders(context)],
      body: outcome.json,
    }
  } catch (error) {
    if (!(error instanceof PinrefError)) throw error
    call.record.code = error.code
    return problemAnswer(error, call.record.requestId, [...corsHeaders, ...quotaHeaders(context)])
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

function quotaHeaders({ metering: { admission, quota } }: Context): HeaderList {
  if (!admission || !quota) return []
  return rateLimitHeaders(quota, !admission.admitted && !admission.tooFast, Date.now())
}
