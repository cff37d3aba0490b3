import type { Client } from '@/server/access/client'
import { handleAuth } from '@/server/accounts/handle-auth'
import { handleWebhook } from '@/server/billing/webhook'
import { PinrefError } from '@/server/errors'
import { type CallRecord, startRecord } from '@/server/observability/call-record'
import { isOperation } from '@/server/rest/call-procedure'
import { pairs } from '@/server/rest/header-list'
import { openApiJson } from '@/server/rest/openapi'
import { answerOperation, failureAnswer, finish } from './answer-operation'
import { handleTrpc } from './handle-trpc'
import { health, readiness } from './health'
import { requestCall, toResponse } from './request-call'

/** What is read with GET. */
const documents: Record<string, () => Response | Promise<Response>> = {
  '/health': health,
  '/health/ready': readiness,
  '/openapi.json': () => new Response(openApiJson(), { headers: { 'content-type': 'application/json' } }),
}

/**
 * Answers everything under `/api`, on any host. Never throws: a defect is logged and answered as `internal_error`.
 * @param request only its path, method, headers and body count; the host in its address is never looked at.
 */
export async function handleApi(request: Request, client: Client): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/^\/api/, '')
  const start = (operation: string) => startRecord(request.method, operation, request.headers.get('traceparent'))
  if (isOperation(path)) {
    return toResponse(await answerOperation(requestCall(request, path, client, start(path.slice(1)))))
  }
  const { name, answer } = doorAt(path)
  const record = start(name)
  const answering = (async () => answer(request, client, record))()
  return finished(await answering.catch((error: unknown) => toResponse(failureAnswer(error, record))), record)
}

/** Answers a call that failed before it could be handed to `handleApi`. */
export function answerFailure(error: unknown): Response {
  const record = startRecord('', 'unknown', null)
  return finished(toResponse(failureAnswer(error, record)), record)
}

function finished(response: Response, record: CallRecord): Response {
  for (const [name, value] of pairs(finish(record, response.status))) response.headers.set(name, value)
  return response
}

/** What answers below one path, and what the log calls it: never the path as it was sent, which may be anything. */
interface Door {
  name: string
  answer(request: Request, client: Client, record: CallRecord): Response | Promise<Response>
}

function doorAt(path: string): Door {
  if (path.startsWith('/trpc/')) return { name: 'trpc', answer: handleTrpc }
  if (path.startsWith('/auth/')) return { name: 'auth', answer: handleAuth }
  if (path === '/billing/webhook') return { name: 'webhook', answer: handleWebhook }
  const document = Object.hasOwn(documents, path) ? documents[path] : undefined
  if (document) return { name: path.slice(1), answer: ({ method }) => readWithGet(method, path, document) }
  return { name: 'unknown', answer: nothingHere }
}

function readWithGet(method: string, path: string, read: () => Response | Promise<Response>) {
  if (method === 'GET' || method === 'HEAD') return read()
  throw new PinrefError('method_not_allowed', `Read /api${path} with GET.`, { allow: 'GET, HEAD' })
}

function nothingHere(): never {
  throw new PinrefError('route_not_found', 'There is nothing here. The reference lists every route: /api/openapi.json')
}
