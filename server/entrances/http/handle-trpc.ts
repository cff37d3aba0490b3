import { callTRPCProcedure, getTRPCErrorFromUnknown, getTRPCErrorShape, TRPCError } from '@trpc/server'
import type { Answer, Call } from '@/server/entrances/rest/call'
import { longBodyOf } from '@/server/entrances/trpc/admit-own'
import { answerFile } from '@/server/entrances/trpc/batches/results'
import { resultFilters } from '@/server/entrances/trpc/batches/schemas'
import { type Body, shortJson } from '@/server/entrances/trpc/entrance'
import { errorForCaller } from '@/server/entrances/trpc/error'
import type { Context } from '@/server/entrances/trpc/init'
import { memberOf } from '@/server/entrances/trpc/member'
import { pageAccountHeader } from '@/server/entrances/trpc/page-account'
import { appRouter, procedures } from '@/server/entrances/trpc/router'
import { fileTypes } from '@/server/features/batches/file-formats'
import { signedInPerson } from '@/server/features/sign-in/session'
import { type CallRecord, recordProblem } from '@/server/platform/observability/call-record'
import { PinrefError } from '@/server/platform/problems/errors'
import { problems, retryAfterHeaderOf, retryAfterOf } from '@/server/platform/problems/problem'
import { maxRequestBytes } from '@/server/platform/runtime/bounded-body'
import { env } from '@/server/platform/settings/env'

/** The path of the dashboard's calls, below `/api`. The name of a procedure follows. */
const endpoint = '/trpc/'

/**
 * Handles the dashboard's calls. The session cookie is accepted here, so calls from other sites' pages are rejected.
 * Each request has only one call, because a tRPC batch could contain any amount of work.
 * @throws PinrefError `cross_site`; an error of `readBody`. All other errors are responses in tRPC's form.
 */
export async function handleTrpc(call: Call, record: CallRecord): Promise<Answer<string>> {
  if (isCrossSite(call)) {
    throw new PinrefError('cross_site', 'This endpoint is for the dashboard only. Call /api/resolve with an API key.')
  }
  const name = call.path.slice(endpoint.length)
  const context = browserContext(call, record)
  try {
    const body = call.method === 'POST' ? await readBody(call, name, context) : null
    return await answerProcedure(call, name, body, context)
  } finally {
    context.body?.release()
  }
}

/**
 * Calls a procedure as tRPC's own adapters do, but without a `Request`, a `Response`, and their signals, which would take
 * longer than the work of a short call.
 * @param body null if the input is in the query.
 */
async function answerProcedure(
  call: Call,
  name: string,
  body: string | null,
  context: Context,
): Promise<Answer<string>> {
  const type = body === null ? 'query' : 'mutation'
  try {
    if (hasKey(call)) throw new PinrefError('invalid_request', keyDetail)
    const query = new URLSearchParams(call.query)
    if (query.get('batch') === '1') throw new PinrefError('invalid_request', batchDetail)
    checkCall(call, name, type)
    const text = body ?? query.get('input')
    const getRawInput = async () => (body === null && !text ? undefined : parseInput(text ?? ''))
    const own = { path: name, type, ctx: context, getRawInput } as const
    const data = await callTRPCProcedure({ router: appRouter, signal: undefined, batchIndex: 0, ...own })
    return jsonAnswer(200, [], { result: { data } })
  } catch (thrown) {
    const { record } = context
    const error = getTRPCErrorFromUnknown(thrown)
    const problem = errorForCaller(error, record.requestId, call.signal())
    recordProblem(record, problem)
    const seconds = retryAfterHeaderOf(retryAfterOf(problem))
    const headers = seconds === null ? [] : ['retry-after', String(seconds)]
    const { _config: config } = appRouter._def
    const shape = getTRPCErrorShape({ config, error, type, path: name, input: undefined, ctx: context })
    return jsonAnswer(problems[problem.code].status, headers, { error: shape })
  }
}

/** @throws TRPCError for an unknown procedure, a wrong method, or a body that is not JSON. */
function checkCall(call: Call, name: string, type: 'query' | 'mutation'): void {
  const procedure = procedures.get(name)
  if (!procedure) throw new TRPCError({ code: 'NOT_FOUND' })
  const isAllowed = procedure.type === type && (call.method === 'GET' || call.method === 'POST')
  if (!isAllowed) throw new TRPCError({ code: 'METHOD_NOT_SUPPORTED' })
  // Other sites' pages can send other types without asking first.
  const isJson = /^application\/json *(?:;|$)/i.test(call.header('content-type') ?? '')
  if (type === 'mutation' && !isJson) throw new TRPCError({ code: 'UNSUPPORTED_MEDIA_TYPE' })
}

function parseInput(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new TRPCError({ code: 'PARSE_ERROR', cause })
  }
}

const jsonAnswer = (status: number, headers: readonly string[], body: object): Answer<string> => ({
  status,
  headers: ['content-type', 'application/json', ...headers],
  body: JSON.stringify(body),
})

/** Whether a call has an API key. Any other `Authorization` header may come from a proxy that requires a password. */
const hasKey = (call: Call): boolean =>
  Boolean(call.header('x-api-key')?.trim()) || /^bearer +pr_/i.test(call.header('authorization') ?? '')

const keyDetail =
  'API keys do not work here, because this endpoint is for the dashboard. Use the REST API, such as POST /api/resolve. ' +
  'GET /api/openapi.json lists all operations.'

/** The error detail for every call made with tRPC's `httpBatchLink`. */
const batchDetail =
  'Send one call per request: in tRPC, use httpLink instead of httpBatchLink. For many lookups at once, call listings.batch.'

/** Returns the context of a call from one of our pages. */
function browserContext(call: Call, record: CallRecord): Context {
  let person: ReturnType<Context['signedIn']> | undefined
  return {
    call,
    record,
    apiKey: null,
    signedIn: () => {
      person ??= signedInPerson({ get: (name) => call.header(name) })
      return person
    },
    metering: {},
  }
}

/** Reads the body of a call to a procedure. @throws PinrefError if the body is too large; the errors of `Call.readBody`. */
async function readBody(call: Call, name: string, context: Context): Promise<string> {
  const { maxBytes, maxPageBytes = maxBytes, long } = procedures.get(name)?.meta.body ?? shortJson
  const mayBeLong = long && maxPageBytes > maxRequestBytes
  return mayBeLong ? readLong(call, context, maxPageBytes, long) : call.readBody(maxPageBytes)
}

/**
 * Reads a body that may be long. If the caller was already rejected, returns an empty object, and the procedure rejects the
 * call.
 */
async function readLong(
  call: Call,
  context: Context,
  maxBytes: number,
  long: NonNullable<Body['long']>,
): Promise<string> {
  if ((await memberOf(context).catch(() => null)) === null) return '{}'
  context.body = longBodyOf(context, long)
  try {
    return await call.readBody(maxBytes, context.body)
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
export function isCrossSite(call: Pick<Call, 'header'>): boolean {
  const site = call.header('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const origin = call.header('origin')
  if (origin === null) return false
  return hostOf(origin) !== call.header('host')?.toLowerCase() && origin !== new URL(env().APP_URL).origin
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
export async function answerBatchFile(call: Call, record: CallRecord): Promise<Answer> {
  if (isCrossSite(call)) throw new PinrefError('cross_site', 'Download this file from the batch page.')
  const [, id, file] = fileForm.exec(call.path) ?? []
  if (id === undefined || file === undefined) throw new PinrefError('route_not_found', 'This file does not exist.')
  if (call.method !== 'GET') throw new PinrefError('method_not_allowed', 'Use GET to download files.', { allow: 'GET' })
  const query = new URLSearchParams(call.query)
  const context = browserContext(call, record)
  // A link sends no headers.
  const ofPage = query.get(pageAccountHeader)
  context.call = {
    client: () => call.client(),
    signal: () => call.signal(),
    header: (name) => (name === pageAccountHeader ? ofPage : call.header(name)),
  }
  const filter = Object.fromEntries([...query].filter(([name]) => Object.hasOwn(resultFilters, name)))
  return answerFile(context, { ...filter, id, file, format: 'spreadsheet' })
}
