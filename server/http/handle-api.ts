import { randomUUID } from 'node:crypto'
import type { Client } from '@/server/access/client'
import { authPath } from '@/server/accounts/auth'
import { handleAuth } from '@/server/accounts/handle-auth'
import { handleWebhook } from '@/server/billing/webhook'
import { PinrefError } from '@/server/errors'
import { logError } from '@/server/log'
import { handleRest, isOperation } from '@/server/rest/handle-rest'
import { openApiJson } from '@/server/rest/openapi'
import { problemResponse } from '@/server/rest/problem-response'
import { internalError } from '@/server/trpc/error'
import { health, readiness } from './health'
import { apiSecurityHeaders } from './security-headers'
import { handleTrpc, trpcEndpoint } from './trpc-door'

/** What every answer under `/api` carries. */
const commonHeaders = {
  'x-api-version': '1',
  'cache-control': 'no-store',
}

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
  const requestId = randomUUID()
  const response = await route(request, client, requestId).catch((error: unknown) => failure(error, requestId))
  return finished(response, requestId)
}

/** Answers a call that failed before it could be handed to `handleApi`. */
export function answerFailure(error: unknown): Response {
  const requestId = randomUUID()
  return finished(failure(error, requestId), requestId)
}

function failure(error: unknown, requestId: string): Response {
  if (error instanceof PinrefError) return problemResponse(error, requestId)
  logError('a request failed', { requestId, error })
  return problemResponse(internalError(error), requestId)
}

function finished(response: Response, requestId: string): Response {
  response.headers.set('x-request-id', requestId)
  for (const [name, value] of Object.entries({ ...commonHeaders, ...apiSecurityHeaders() }))
    response.headers.set(name, value)
  return response
}

async function route(request: Request, client: Client, requestId: string): Promise<Response> {
  const { pathname } = new URL(request.url)
  const path = pathname.replace(/^\/api/, '')
  if (isOperation(path)) return handleRest(request, path, client, requestId)
  if (pathname.startsWith(`${trpcEndpoint}/`)) return handleTrpc(request, client, requestId)
  if (pathname.startsWith(`${authPath}/`)) return handleAuth(request, client)
  if (path === '/billing/webhook') return handleWebhook(request, requestId)
  const document = documents[path]
  if (!document)
    throw new PinrefError(
      'route_not_found',
      'There is nothing here. The reference lists every route: /api/openapi.json',
    )
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const error = new PinrefError('method_not_allowed', `Read /api${path} with GET.`)
    return problemResponse(error, requestId, { allow: 'GET, HEAD' })
  }
  return document()
}
