import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { toResponse } from '@/server/entrances/rest/call'
import { longBodyOf } from '@/server/entrances/trpc/admit-own'
import { answerFile } from '@/server/entrances/trpc/batches/results'
import { resultFilters } from '@/server/entrances/trpc/batches/schemas'
import { type Body, shortJson } from '@/server/entrances/trpc/entrance'
import { errorForCaller, toPinrefError } from '@/server/entrances/trpc/error'
import type { Context } from '@/server/entrances/trpc/init'
import { memberOf } from '@/server/entrances/trpc/member'
import { pageAccountHeader } from '@/server/entrances/trpc/page-account'
import { appRouter, procedures } from '@/server/entrances/trpc/router'
import { fileTypes } from '@/server/features/batches/file-formats'
import { signedInPerson } from '@/server/features/sign-in/session'
import type { Client } from '@/server/metering/access/client'
import { type CallRecord, recordProblem } from '@/server/platform/observability/call-record'
import { PinrefError } from '@/server/platform/problems/errors'
import { problems, retryAfterHeaderOf, retryAfterOf } from '@/server/platform/problems/problem'
import { maxRequestBytes, readRequestText } from '@/server/platform/runtime/bounded-body'
import { env } from '@/server/platform/settings/env'

/**
 * Handles the dashboard's calls. The session cookie is accepted here, so calls from other sites' pages are rejected.
 * Each request has only one call, because a tRPC batch could contain any amount of work.
 */
export async function handleTrpc(request: Request, client: Client, record: CallRecord): Promise<Response> {
  if (isCrossSite(request)) {
    throw new PinrefError('cross_site', 'This endpoint is for the dashboard only. Call /api/resolve with an API key.')
  }
  const context = browserContext(request, client, record)
  return callProcedure(request, context).finally(() => context.body?.release())
}

const endpoint = '/api/trpc'

async function callProcedure(request: Request, context: Context): Promise<Response> {
  const { record } = context
  return fetchRequestHandler({
    endpoint,
    req: request.method === 'POST' ? await bounded(request, context) : request,
    router: appRouter,
    createContext: ({ info }) => {
      if (hasKey(request.headers)) throw new PinrefError('invalid_request', keyDetail)
      if (info.isBatchCall) throw new PinrefError('invalid_request', batchDetail)
      return context
    },
    onError: ({ error }) => {
      recordProblem(record, errorForCaller(error, record.requestId, request.signal))
    },
    responseMeta: ({ errors: [error] }) => (error ? metaOf(toPinrefError(error)) : {}),
  })
}

/** Whether a call has an API key. Any other `Authorization` header may come from a proxy that requires a password. */
const hasKey = (headers: Headers): boolean =>
  Boolean(headers.get('x-api-key')?.trim()) || /^bearer +pr_/i.test(headers.get('authorization') ?? '')

const keyDetail =
  'API keys do not work here, because this endpoint is for the dashboard. Use the REST API, such as POST /api/resolve. ' +
  'GET /api/openapi.json lists all operations.'

/** The error detail for every call made with tRPC's `httpBatchLink`. */
const batchDetail =
  'Send one call per request: in tRPC, use httpLink instead of httpBatchLink. For many lookups at once, call listings.batch.'

/** Returns the context of a call from one of our pages. */
function browserContext(request: Request, client: Client, record: CallRecord): Context {
  let person: ReturnType<Context['signedIn']> | undefined
  return {
    call: { client: () => client, signal: () => request.signal, header: (name) => request.headers.get(name) },
    record,
    apiKey: null,
    signedIn: () => {
      person ??= signedInPerson(request.headers)
      return person
    },
    metering: {},
  }
}

function metaOf(error: PinrefError) {
  const seconds = retryAfterHeaderOf(retryAfterOf(error))
  const headers: Record<string, string> = seconds === null ? {} : { 'retry-after': String(seconds) }
  return { status: problems[error.code].status, headers }
}

/** Returns the same request with its body read. @throws PinrefError if the body is too large. */
async function bounded(request: Request, context: Context): Promise<Request> {
  const { url, method, headers, signal } = request
  const name = new URL(url).pathname.slice(`${endpoint}/`.length)
  const { maxBytes, maxPageBytes = maxBytes, long } = procedures.get(name)?.meta.body ?? shortJson
  const mayBeLong = long && maxPageBytes > maxRequestBytes
  const body = await (mayBeLong
    ? readLong(request, context, maxPageBytes, long)
    : readRequestText(request, maxPageBytes))
  return new Request(url, { method, headers, signal, body })
}

/**
 * Reads a body that may be long. If the caller was already rejected, returns an empty object, and the procedure rejects the
 * call.
 */
async function readLong(
  request: Request,
  context: Context,
  maxBytes: number,
  long: NonNullable<Body['long']>,
): Promise<string> {
  if ((await memberOf(context).catch(() => null)) === null) return '{}'
  context.body = longBodyOf(context, long)
  try {
    return await readRequestText(request, maxBytes, context.body)
  } catch (error) {
    if (!(error instanceof PinrefError) || error.code === 'payload_too_large') throw error
    context.early = Promise.reject(error)
    context.early.catch(() => {})
    return '{}'
  }
}

/**
 * Whether a browser sent this request for another site's page. Pages on a sibling host of ours count as another site's
 * pages, because the sibling may belong to someone else. Every current browser sends `Sec-Fetch-Site` over HTTPS and on
 * localhost. Otherwise, this checks `Origin`, which is sent with every POST and every cross-site call. A request with
 * neither header is not from a browser.
 * @see https://www.w3.org/TR/fetch-metadata/
 */
export function isCrossSite(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const origin = request.headers.get('origin')
  if (origin === null) return false
  return hostOf(origin) !== request.headers.get('host')?.toLowerCase() && origin !== new URL(env().APP_URL).origin
}

/** Returns the host and port of an origin; null for the string `null` and anything else that is not an origin. */
const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null)

/** `batch_4fQ0zL2mXb7K9aRt.csv` */
const fileForm = new RegExp(`^/files/(batch_\\w+)\\.(${Object.keys(fileTypes).join('|')})$`)

/**
 * Handles `GET /api/files/<batch>.csv` and `.jsonl`: returns a batch's results to the signed-in account that owns it,
 * as a file download for a spreadsheet that starts before the whole file is written. The query parameters that
 * filter results filter its lines, and `x-pinref-account` names the page's account.
 * @throws PinrefError `cross_site`, `route_not_found`, `method_not_allowed`, `not_signed_in`, `batch_not_found`; a TRPCError
 *   for one of these.
 */
export async function answerBatchFile(request: Request, client: Client, record: CallRecord): Promise<Response> {
  if (isCrossSite(request)) throw new PinrefError('cross_site', 'Download this file from the batch page.')
  const { pathname, searchParams } = new URL(request.url)
  const [, id, file] = fileForm.exec(pathname.replace(/^\/api/, '')) ?? []
  if (id === undefined || file === undefined) throw new PinrefError('route_not_found', 'This file does not exist.')
  if (request.method !== 'GET')
    throw new PinrefError('method_not_allowed', 'Use GET to download files.', { allow: 'GET' })
  const context = browserContext(request, client, record)
  const { call } = context
  // A link sends no headers.
  const ofPage = searchParams.get(pageAccountHeader)
  context.call = { ...call, header: (name) => (name === pageAccountHeader ? ofPage : call.header(name)) }
  const filter = Object.fromEntries([...searchParams].filter(([name]) => Object.hasOwn(resultFilters, name)))
  return toResponse(await answerFile(context, { ...filter, id, file, format: 'spreadsheet' }))
}
