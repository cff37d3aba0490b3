import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import type { Client } from '@/server/access/client'
import { accountOf } from '@/server/accounts/session'
import { mostBytes as mostBytesOfLines } from '@/server/batches/limits'
import { PinrefError } from '@/server/errors'
import type { CallRecord } from '@/server/observability/call-record'
import { problems, retryAfterOf } from '@/server/problem'
import { mostRequestBytes, readRequestText } from '@/server/runtime/bounded-body'
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
  const context = browserContext(request, client, record)
  return fetchRequestHandler({
    endpoint: '/api/trpc',
    req: request.method === 'POST' ? await bounded(request, context) : request,
    router: appRouter,
    createContext: ({ info }) => {
      if (info.isBatchCall) throw new PinrefError('invalid_request', oneEach)
      return context
    },
    onError: ({ error }) => {
      record.code = toldError(error, record.requestId, request.signal).code
    },
    responseMeta: ({ errors: [error] }) => (error ? metaOf(toPinrefError(error)) : {}),
  })
}

/** Told to each call of tRPC's `httpBatchLink`. */
const oneEach =
  'Send one call in each request: use httpLink of tRPC in place of httpBatchLink. For many lookups at once, call listings.batch.'

/** The context of a call from one of our pages. */
export function browserContext(request: Request, client: Client, record: CallRecord): Context {
  let account: ReturnType<Context['account']> | undefined
  return {
    call: { client: () => client, signal: () => request.signal, header: (name) => request.headers.get(name) },
    record,
    apiKey: null,
    account: () => {
      account ??= accountOf(request.headers)
      return account
    },
    metering: {},
  }
}

function metaOf(error: PinrefError) {
  const seconds = retryAfterOf(error)
  const headers: Record<string, string> = seconds === null ? {} : { 'retry-after': String(seconds) }
  return { status: problems[error.code].status, headers }
}

/** The one call with a larger body, a part of the lines of a batch. */
const linesPath = '/api/trpc/batches.putPart'

/** The same request with its body read, and refused where it is too large. */
async function bounded(request: Request, { account }: Context): Promise<Request> {
  const { url, method, headers, signal } = request
  const isLines = new URL(url).pathname === linesPath
  // Megabytes are read for nobody who is not signed in; the procedure says so then.
  const body =
    isLines && (await account()) === null
      ? '{}'
      : await readRequestText(request, isLines ? mostBytesOfLines : mostRequestBytes)
  return new Request(url, { method, headers, signal, body })
}
