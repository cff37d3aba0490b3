import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import type { Client } from '@/server/access/client'
import { accountOf } from '@/server/accounts/session'
import { PinrefError } from '@/server/errors'
import type { CallRecord } from '@/server/observability/call-record'
import { problems, retryAfterOf } from '@/server/problem'
import { readRequestText } from '@/server/runtime/bounded-body'
import type { Context } from '@/server/trpc/context'
import { toldError, toPinrefError } from '@/server/trpc/error'
import { appRouter } from '@/server/trpc/router'
import { isCrossSite } from './same-site'

/**
 * Answers the dashboard's calls. The session cookie counts here, so pages of other sites are refused. One call per request: a
 * batch would let one request ask for any amount of work.
 */
export async function handleTrpc(request: Request, client: Client, record: CallRecord): Promise<Response> {
  if (isCrossSite(request)) {
    throw new PinrefError('cross_site', 'This address is for our own pages. Call /api/resolve with a key.')
  }
  const context: Context = {
    call: { client: () => client, signal: () => request.signal, header: (name) => request.headers.get(name) },
    record,
    apiKey: null,
    account: () => accountOf(request.headers),
    metering: {},
  }
  return fetchRequestHandler({
    endpoint: '/api/trpc',
    req: request.method === 'POST' ? await bounded(request) : request,
    router: appRouter,
    allowBatching: false,
    createContext: () => context,
    onError: ({ error }) => {
      record.code = toldError(error, record.requestId, request.signal).code
    },
    responseMeta: ({ errors: [error] }) => (error ? metaOf(toPinrefError(error)) : {}),
  })
}

function metaOf(error: PinrefError) {
  const seconds = retryAfterOf(error)
  const headers: Record<string, string> = seconds === null ? {} : { 'retry-after': String(seconds) }
  return { status: problems[error.code].status, headers }
}

/** The same request with its body read, and refused where it is too large. */
async function bounded(request: Request): Promise<Request> {
  const { url, method, headers, signal } = request
  return new Request(url, { method, headers, signal, body: await readRequestText(request) })
}
