import { agentTimeoutMs, maxAgentBytes } from '@/server/entrances/mcp/limits'
import { type Answer, type Call, toResponse } from '@/server/entrances/rest/call'
import { handleRest } from '@/server/entrances/rest/handle-rest'
import { apiHeaders, pairs } from '@/server/entrances/rest/headers'
import { lookupAt } from '@/server/entrances/rest/lookups'
import { corsHeaders, noSuchRoute, preflight, problemAnswer } from '@/server/entrances/rest/refusals'
import { type OperationRoute, withoutSlash } from '@/server/entrances/rest/served-router'
import { errorForCaller } from '@/server/entrances/trpc/error'
import { fileMs } from '@/server/features/batches/limits'
import { stripeLimits, stripeMs } from '@/server/features/billing/status'
import { authTimeoutMs } from '@/server/features/sign-in/sign-in-options'
import { type Client, networkOf } from '@/server/metering/access/client'
import { withinReads } from '@/server/metering/access/limiter'
import { type Limit, limits } from '@/server/metering/access/limits'
import { paceRefusal, pauseRefusal, tooManyRequests } from '@/server/metering/access/refusals'
import {
  type CallRecord,
  finishRecord,
  recordProblem,
  startRecord,
  timed,
} from '@/server/platform/observability/call-record'
import { PinrefError } from '@/server/platform/problems/errors'
import { jobMs } from '@/server/platform/queue/job-queue'
import { maxRequestBytes, readRequestText } from '@/server/platform/runtime/bounded-body'
import { isSite } from '@/server/platform/runtime/per-process'
import { env } from '@/server/platform/settings/env'
import { answerDaily, answerJob, dailyMs } from './background-work'
import { documents } from './documents'
import { answerUnsubscribe, maxUnsubscribeBytes } from './unsubscribe'

/** Handles a route file's requests like `answerApi`. In a site process, route files return 404. */
export async function handleApi(request: Request, client: Client): Promise<Response> {
  // Next also routes path spellings here that our own server rejects, and only our server knows the caller's address.
  return isSite.value ? toResponse(answerFailure(noSuchRoute())) : answerApi(request, client)
}

/**
 * Handles every request under `/api`, and agents' requests elsewhere (`isForAgents`), on any host. Never throws: an
 * error on our side is logged and returned as `internal_error`.
 * @param incoming only the request's path, method, headers, and body are used; the host in its URL is ignored.
 */
export async function answerApi(incoming: Request, client: Client): Promise<Response> {
  const request = withoutTrailingSlash(incoming)
  const { pathname, search } = new URL(request.url)
  const isBelow = /^\/api(?:\/|$)/.test(pathname)
  const path = isBelow ? pathname.slice('/api'.length) : pathname
  const known = isBelow ? knownRouteAt(path) : rootRouteAt(path)
  const operation = known ? undefined : await operationAt(path)
  if (operation) return toResponse(await handleRest(requestCall(request, path, search.slice(1), client), operation))
  const route = known ?? unknownRoute(path)
  if ('answerCall' in route)
    return toResponse(await answerCall(requestCall(request, path, search.slice(1), client), route))
  const { name, answer, methods, headers } = route
  const record = startRecord(request.method, name, request.headers.get('traceparent'))
  let response: Response
  try {
    const isPreflight = methods !== undefined && request.method === 'OPTIONS'
    response = isPreflight ? toResponse(preflight(methods, headers)) : await answer(request, client, record)
  } catch (error) {
    response = toResponse(await answerError(error, record, client, request.signal))
  }
  if (methods) for (const [header, value] of pairs(corsHeaders)) response.headers.set(header, value)
  return finished(response, record, request)
}

/**
 * Handles a call to a route that needs no `Request`, on any host. Never throws, like `answerApi`.
 * @param route from `callRouteAt` or `callRouteOf`.
 */
export async function answerCall(call: Call, { name, answerCall: answer }: CallRoute): Promise<Answer> {
  const record = startRecord(call.method, name, call.header('traceparent'))
  let answered: Answer
  try {
    answered = await answer(call, record)
  } catch (error) {
    answered = await answerError(error, record, call.client(), call.signal())
  }
  const { status, headers, body } = answered
  finishRecord(record, status, call.signal().aborted)
  return { status, headers: [...headers, ...apiHeaders(record)], body }
}

/** Returns the response to a call whose handler failed; after a pause, if the error is the caller's. */
async function answerError(error: unknown, record: CallRecord, client: Client, signal: AbortSignal): Promise<Answer> {
  const problem = errorForCaller(error, record.requestId, signal)
  recordProblem(record, problem)
  const answer = problemAnswer(problem, record.requestId)
  if (answer.status < 500) await paceRefusal(client, signal)
  return answer
}

/** Returns the route of a path below `/api` that needs no `Request`; undefined for all others. */
export function callRouteAt(path: string): CallRoute | undefined {
  const route = Object.hasOwn(otherRoutes, path) ? otherRoutes[path] : undefined
  return route && 'answerCall' in route ? route : undefined
}

/** Returns an operation's route. A process that has answered only lookups loads the other operations first. */
async function operationAt(path: string): Promise<OperationRoute | undefined> {
  return lookupAt(path) ?? (await import('@/server/entrances/rest/procedures')).operationAt(path)
}

/**
 * Returns the same request without a trailing slash in its path. Libraries that handle requests for us also read the
 * path.
 */
function withoutTrailingSlash(request: Request): Request {
  const url = new URL(request.url)
  const path = withoutSlash(url.pathname)
  if (path === url.pathname) return request
  url.pathname = path
  return new Request(url, request)
}

/**
 * Returns the response to a call that failed before it was handled.
 * @param url the call's path and query, if they could be read.
 */
export function answerFailure(error: unknown, url = ''): Answer<string> {
  const record = startRecord('', routeOf(url)?.name ?? 'unknown', null)
  const problem = error instanceof PinrefError ? error : errorForCaller(error, record.requestId)
  recordProblem(record, problem)
  const { status, headers, body } = problemAnswer(problem, record.requestId)
  finishRecord(record, status)
  return { status, headers: [...headers, ...apiHeaders(record)], body }
}

/** Converts a fetch-style request to an operation call. */
const requestCall = (request: Request, path: string, query: string, client: Client): Call => ({
  method: request.method,
  path,
  query,
  header: (name) => request.headers.get(name),
  readBody: (maxBytes, long) => readRequestText(request, maxBytes, long),
  client: () => client,
  signal: () => request.signal,
})

function finished(response: Response, record: CallRecord, { signal }: Request): Response {
  finishRecord(record, response.status, signal.aborted)
  for (const [name, value] of pairs(apiHeaders(record))) {
    // API descriptions may be cached.
    if (name !== 'cache-control' || !response.headers.has(name)) response.headers.set(name, value)
  }
  return response
}

/** What a route guarantees at its entrance: the answers to the questions under "Add an entry point" in docs/contributing.md. */
interface RouteEntrance {
  /** Who may enter: everyone, Pinref's own pages, agents, or only callers who send a token, a signature, or a secret. */
  who: 'anyone' | 'own pages' | 'agents' | 'token' | 'signature' | 'secret'
  /** The limit that each request counts against; null if only a caller with a signature or a secret enters. */
  limit: Limit | 'by path' | null
  /** The maximum body size in bytes; 0 if the body is not read. */
  maxBytes: number | 'by path'
  /** How long a response may take, in milliseconds. */
  timeoutMs: () => number | 'by path'
}

/** A path's name in the log, and what its entrance guarantees. The name is never the path as sent, which could be anything. */
interface NamedRoute {
  name: string
  entrance: RouteEntrance
  /**
   * Whether a site process handles the route, because it needs a session, a password, or a token from better-auth. Other
   * routes identify callers by a key, a secret, or a signed link, so the workers handle them.
   */
  isForSite?: true
}

/** A route that is called as often as an operation, and handled in the same way. */
interface CallRoute extends NamedRoute {
  answerCall(call: Call, record: CallRecord): Promise<Answer>
}

/** A route whose handler gets a fetch-style request. */
interface Route extends NamedRoute {
  answer(request: Request, client: Client, record: CallRecord): Response | Promise<Response>
  /**
   * The methods allowed for other sites' pages; undefined if those pages may not call the route, or if the route
   * handles them itself.
   */
  methods?: readonly string[]
  /** The headers allowed for those pages, in addition to the API's. */
  headers?: readonly string[]
}

// These modules take a long time to load, so each is loaded on the first call that needs it.
const answerAuth: Route['answer'] = async (request, client) => {
  const { handleAuth } = await import('@/server/features/sign-in/handle-auth')
  const { endPerson } = await import('@/server/features/account-data/deletion')
  return handleAuth(request, client, endPerson)
}

/** Opens an app's request in its user's browser, which gets a page instead of a problem in JSON. */
const answerAuthorize: Route['answer'] = async (request, client, record) => {
  try {
    return await answerAuth(request, client, record)
  } catch (error) {
    recordProblem(record, errorForCaller(error, record.requestId, request.signal))
    const { notNow } = await import('@/server/features/sign-in/handle-auth')
    return notNow()
  }
}

const answerWebhook: Route['answer'] = async (request, client) => {
  const { handleWebhook } = await import('@/server/features/billing/webhook')
  return handleWebhook(request, client)
}

const answerTrpc: CallRoute['answerCall'] = async (call, record) => {
  const { handleTrpc } = await import('./handle-trpc')
  return handleTrpc(call, record)
}

const answerFile: CallRoute['answerCall'] = async (call, record) => {
  const { answerBatchFile } = await import('./handle-trpc')
  return answerBatchFile(call, record)
}

const answerAgent: CallRoute['answerCall'] = async (call, record) => {
  const { handleMcp } = await import('@/server/entrances/mcp/handle-mcp')
  return handleMcp(call, record)
}

/** Handles calls from apps that connect over OAuth. If there is no valid token, the response says where to get one. */
const answerApp: Route['answer'] = async (request, client, record) => {
  const { appCaller, hasApps, scopeChallenge } = await import('@/server/features/sign-in/connected-apps')
  if (!hasApps()) throw noSuchRoute()
  function refuse(problem: PinrefError, status: number, challenge: string): Response {
    recordProblem(record, problem)
    const response = toResponse({ ...problemAnswer(problem, record.requestId), status })
    response.headers.set('www-authenticate', challenge)
    return response
  }
  const caller = await timed(record, 'storeMs', () => appCaller(request.headers, client))
  if ('challenge' in caller) {
    const unknown = new PinrefError('not_signed_in', 'Add Pinref to your agent, or use /api/mcp with an API key.')
    await paceRefusal(client, request.signal)
    return refuse(unknown, caller.status, caller.challenge)
  }
  const { handleMcp, ScopeError } = await import('@/server/entrances/mcp/handle-mcp')
  try {
    return toResponse(await handleMcp(requestCall(request, '/mcp', '', client), record, caller))
  } catch (error) {
    if (error instanceof ScopeError) return refuse(error, 403, scopeChallenge(error.scopes))
    throw error
  }
}

/**
 * Responds with the metadata that directs apps to `/mcp`. No other path serves the metadata, because agents that find
 * it ignore their API key.
 */
const answerMetadata: Route['answer'] = async (request, client, record) => {
  const { isAppMetadata } = await import('@/server/features/sign-in/connected-apps')
  if (!isAppMetadata(new URL(request.url).pathname)) throw noSuchRoute()
  return answerAuth(request, client, record)
}

/** Documents and nonexistent paths, which at most read the store's state. */
const toRead: RouteEntrance = {
  who: 'anyone',
  limit: limits.reads,
  maxBytes: 0,
  timeoutMs: () => env().STORE_TIMEOUT_MS,
}

const toSignIn: RouteEntrance = {
  who: 'anyone',
  limit: 'by path',
  maxBytes: maxRequestBytes,
  timeoutMs: () => authTimeoutMs,
}

const forAgents: RouteEntrance = {
  who: 'agents',
  limit: limits.burst,
  maxBytes: maxAgentBytes,
  timeoutMs: agentTimeoutMs,
}

/** The headers that agents send. In a browser, agents also send these headers when they look for metadata. */
const headers = ['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name']

/** A path that agents try, with nothing behind it. */
const nowhere: Route = {
  name: 'unknown',
  answer: () => Promise.reject(noSuchRoute()),
  entrance: { ...toRead, limit: limits.refusals },
}

/** Where apps that run in web pages connect. Only our own pages may use account actions with a cookie. */
const forApps: Route = {
  name: 'auth',
  answer: answerAuth,
  entrance: toSignIn,
  methods: ['POST'],
  headers,
  isForSite: true,
}

/**
 * The routes for agents outside `/api`, by the start of their paths. Agents that run in web pages may call all of these
 * routes, because none of them reads a cookie. `/mcp` accepts only POST, but pages may try other methods to check.
 */
export const rootRoutes: Readonly<Record<string, Route>> = {
  '/mcp': {
    name: 'app',
    answer: answerApp,
    entrance: { ...forAgents, who: 'token' },
    methods: ['GET', 'POST', 'DELETE'],
    headers,
    isForSite: true,
  },
  '/.well-known/oauth': {
    name: 'oauth',
    answer: answerMetadata,
    entrance: toSignIn,
    methods: ['GET'],
    headers,
    isForSite: true,
  },
  '/.well-known/openid': { ...nowhere, methods: ['GET'], headers },
  // Agents that use a 2025 revision register here if they find no metadata.
  '/register': { ...nowhere, methods: ['POST'], headers },
}

/** Whether a URL path, with its query, is for agents even though it is not under `/api`. */
export const isForAgents = (url: string): boolean =>
  /^\/(?:(?:mcp|register)\/?(?:\?|$)|\.well-known\/(?:oauth|openid))/.test(url)

/**
 * The routes other than the operations and the documents. A path that ends with a slash includes everything below it.
 */
export const otherRoutes: Readonly<Record<string, Route | CallRoute>> = {
  '/trpc/': {
    name: 'trpc',
    answerCall: answerTrpc,
    entrance: { who: 'own pages', limit: 'by path', maxBytes: 'by path', timeoutMs: () => 'by path' },
    isForSite: true,
  },
  '/auth/oauth2/register': forApps,
  '/auth/oauth2/token': forApps,
  '/auth/oauth2/revoke': forApps,
  '/auth/oauth2/authorize': { name: 'auth', answer: answerAuthorize, entrance: toSignIn, isForSite: true },
  '/auth/': { name: 'auth', answer: answerAuth, entrance: toSignIn, isForSite: true },
  '/mcp': { name: 'mcp', answerCall: answerAgent, entrance: forAgents },
  '/files/': {
    name: 'files',
    answerCall: answerFile,
    entrance: { who: 'own pages', limit: limits.burst, maxBytes: 0, timeoutMs: () => fileMs },
    isForSite: true,
  },
  '/cron/daily': {
    name: 'cron',
    answer: answerDaily,
    entrance: { who: 'secret', limit: null, maxBytes: 0, timeoutMs: () => dailyMs },
  },
  '/queue': {
    name: 'queue',
    answer: answerJob,
    entrance: { who: 'signature', limit: null, maxBytes: maxRequestBytes, timeoutMs: () => jobMs },
  },
  '/unsubscribe': {
    name: 'unsubscribe',
    answer: answerUnsubscribe,
    entrance: {
      who: 'signature',
      limit: limits.burst,
      maxBytes: maxUnsubscribeBytes,
      timeoutMs: () => env().STORE_TIMEOUT_MS,
    },
  },
  '/billing/webhook': {
    name: 'webhook',
    answer: answerWebhook,
    entrance: {
      who: 'signature',
      limit: null,
      maxBytes: stripeLimits.maxEventBytes,
      timeoutMs: () => stripeMs,
    },
  },
}

/** Records a call whose caller disconnected before it was handled. @param url the call's path and query. */
export function recordLeft(method: string, url: string): void {
  finishRecord(startRecord(method, routeOf(url)?.name ?? 'unknown', null), 0, true)
}

/** Whether a site process handles requests to a URL, given as path and query. False for pages. */
export const isForSite = (url: string): boolean => routeOf(url)?.isForSite === true

/** Returns the route of a URL that needs no `Request`; undefined for all others. */
export function callRouteOf(url: string): CallRoute | undefined {
  const route = routeOf(url)
  return route && 'answerCall' in route ? route : undefined
}

/** Returns the route of a URL that belongs to no operation; undefined for a page. */
function routeOf(url: string): Route | CallRoute | undefined {
  const path = withoutSlash(url.replace(/\?.*$/s, ''))
  if (isForAgents(url)) return rootRouteAt(path)
  return path.startsWith('/api/') ? routeAt(path.slice('/api'.length)) : undefined
}

const routeAt = (path: string): Route | CallRoute => knownRouteAt(path) ?? unknownRoute(path)

/** Returns the route of a path that is not an operation's. */
function knownRouteAt(path: string): Route | CallRoute | undefined {
  const document = Object.hasOwn(documents, path) ? documents[path] : undefined
  if (document) {
    const answer = paced((request) => readWithGet(request, path, document))
    return { name: path.slice(1), answer, entrance: toRead, methods: ['GET'] }
  }
  for (const [start, route] of Object.entries(otherRoutes)) {
    if (start.endsWith('/') ? path.startsWith(start) : path === start) return route
  }
  return undefined
}

/** Returns the route of a path with nothing behind it. The error names the operation of a path such as `/v1/convert`. */
function unknownRoute(path: string): Route {
  const answer = paced(async () => {
    throw noSuchRoute(await operationAt(path.replace(/^(?:\/api)?(?:\/v\d+)?(?=\/)/, '')))
  })
  return { name: 'unknown', answer, entrance: toRead, methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] }
}

/**
 * After a pause, rejects a network that reads too much at once. The count is per process, because only the store could
 * count globally.
 */
function paced(read: (request: Request) => Response | Promise<Response>): Route['answer'] {
  return async (request, client) => {
    if (withinReads(networkOf(client))) return read(request)
    await pauseRefusal(request.signal)
    throw tooManyRequests(limits.reads)
  }
}

function rootRouteAt(path: string): Route | CallRoute {
  const start = Object.keys(rootRoutes).find((one) => path.startsWith(one))
  return rootRoutes[start ?? ''] ?? routeAt(path)
}

function readWithGet(request: Request, path: string, read: (request: Request) => Response | Promise<Response>) {
  if (request.method === 'GET' || request.method === 'HEAD') return read(request)
  throw new PinrefError('method_not_allowed', `Use GET for /api${path}.`, { allow: 'GET, HEAD' })
}
