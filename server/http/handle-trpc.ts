import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import type { Client } from '@/server/access/client'
import { maxBytes as maxBytesOfLines } from '@/server/batches/limits'
import { env } from '@/server/env'
import { PinrefError } from '@/server/errors'
import { type CallRecord, noteProblem } from '@/server/observability/call-record'
import { problems, retryAfterHeaderOf, retryAfterOf } from '@/server/problem'
import { readRequestText } from '@/server/runtime/bounded-body'
import { signedInAccount } from '@/server/sign-in/session'
import { linesBody } from '@/server/trpc/admit-own'
import type { Context } from '@/server/trpc/context'
import { errorForCaller, toPinrefError } from '@/server/trpc/error'
import { appRouter } from '@/server/trpc/router'

/**
 * Answers the dashboard's calls. The session cookie counts here, so pages of other sites are refused. A request carries only one
 * call: with a batch, one request could ask for any amount of work.
 */
export async function handleTrpc(request: Request, client: Client, record: CallRecord): Promise<Response> {
  if (isCrossSite(request)) {
    throw new PinrefError('cross_site', 'This address is for our own pages. Call /api/resolve with a key.')
  }
  const context = browserContext(request, client, record)
  return answered(request, context).finally(() => context.body?.release())
}

async function answered(request: Request, context: Context): Promise<Response> {
  const { record } = context
  return fetchRequestHandler({
    endpoint: '/api/trpc',
    req: request.method === 'POST' ? await bounded(request, context) : request,
    router: appRouter,
    createContext: ({ info }) => {
      if (hasKey(request.headers)) throw new PinrefError('invalid_request', keysElsewhere)
      if (info.isBatchCall) throw new PinrefError('invalid_request', oneEach)
      return context
    },
    onError: ({ error }) => {
      noteProblem(record, errorForCaller(error, record.requestId, request.signal))
    },
    responseMeta: ({ errors: [error] }) => (error ? metaOf(toPinrefError(error)) : {}),
  })
}

/** Whether a call carries an API key. Another `Authorization` may come from a proxy that asks for a password. */
const hasKey = (headers: Headers): boolean =>
  headers.has('x-api-key') || /^bearer +pr_/i.test(headers.get('authorization') ?? '')

const keysElsewhere =
  'API keys do not work here: this address is for the dashboard. Send the call to the REST API, such as POST /api/resolve. ' +
  'GET /api/openapi.json lists all operations.'

/** The error detail for every call made with tRPC's `httpBatchLink`. */
const oneEach =
  'Send one call in each request: use httpLink of tRPC in place of httpBatchLink. For many lookups at once, call listings.batch.'

/** Returns the context of a call from one of our pages. */
export function browserContext(request: Request, client: Client, record: CallRecord): Context {
  let account: ReturnType<Context['account']> | undefined
  return {
    call: { client: () => client, signal: () => request.signal, header: (name) => request.headers.get(name) },
    record,
    apiKey: null,
    account: () => {
      account ??= signedInAccount(request.headers)
      return account
    },
    metering: {},
  }
}

function metaOf(error: PinrefError) {
  const seconds = retryAfterHeaderOf(retryAfterOf(error))
  const headers: Record<string, string> = seconds === null ? {} : { 'retry-after': String(seconds) }
  return { status: problems[error.code].status, headers }
}

/** The only call with a larger body: it carries a part of a batch's lines. */
const linesPath = '/api/trpc/batches.putPart'

/** Returns the same request with its body already read. @throws PinrefError if the body is too large. */
async function bounded(request: Request, context: Context): Promise<Request> {
  const { url, method, headers, signal } = request
  const isLines = new URL(url).pathname === linesPath
  const body = isLines ? await readLines(request, context) : await readRequestText(request)
  return new Request(url, { method, headers, signal, body })
}

/** Reads a part of a batch's lines. For a caller who is refused before that, an empty object: the procedure then refuses it. */
async function readLines(request: Request, context: Context): Promise<string> {
  if ((await context.account()) === null) return '{}'
  context.body = linesBody(context)
  try {
    return await readRequestText(request, maxBytesOfLines, context.body)
  } catch (error) {
    if (!(error instanceof PinrefError) || error.code === 'payload_too_large') throw error
    context.early = Promise.reject(error)
    context.early.catch(() => {})
    return '{}'
  }
}

/**
 * Whether a browser sent this request for a page that is not ours. Pages on a sibling of our own host count too, because they may
 * be somebody else's. Every current browser says so in `Sec-Fetch-Site`, over https and on localhost. Elsewhere `Origin` tells,
 * which comes with every POST and every cross-site call. A request with neither is not from a browser.
 * @see https://www.w3.org/TR/fetch-metadata/
 */
export function isCrossSite(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const origin = request.headers.get('origin')
  if (origin === null) return false
  return hostOf(origin) !== request.headers.get('host')?.toLowerCase() && origin !== new URL(env().APP_URL).origin
}

/** Returns the host and port of an origin; null for the text `null` and for anything that is not an origin. */
const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null)
