import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import { type Answer, toResponse } from '@/server/entrances/rest/call'
import { handleRest } from '@/server/entrances/rest/handle-rest'
import { operationAt } from '@/server/entrances/rest/procedures'
import { withoutSlash } from '@/server/entrances/rest/served-router'
import { type Client, clientBehindProxies } from '@/server/metering/access/client'
import { PinrefError } from '@/server/platform/problems/errors'
import { env } from '@/server/platform/settings/env'
import { answerApi, answerCall, answerFailure, callRouteAt, isForAgents, isForSite } from './handle-api'
import { pathOfMisplacedCall } from './misplaced-call'
import { endInTime, NodeCall, sendAnswer, writeTimeoutMs } from './node-call'

export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** Returns the caller of a request to a node server. */
export const clientOf = (incoming: IncomingMessage): Client =>
  clientBehindProxies(incoming.socket.remoteAddress ?? null, forwardedFor(incoming), env().TRUSTED_PROXIES)

/**
 * Returns a listener that handles the parts of the API that are called less often than the operations, with fetch-style
 * requests.
 * @param callerOf returns the caller of a request.
 * @param isLast whether to close the connection after the response.
 */
export function apiListener(callerOf: (incoming: IncomingMessage) => Client, isLast: () => boolean): Listener {
  return getRequestListener(
    async (request, { incoming, outgoing }) => {
      const response = await answerApi(request, callerOf(incoming as IncomingMessage))
      if (isLast()) response.headers.set('connection', 'close')
      endInTime((outgoing as ServerResponse).setTimeout(writeTimeoutMs))
      return response
    },
    // Next also replaces the other global classes.
    { overrideGlobalObjects: false, hostname: 'localhost', errorHandler: answerUnreadable },
  )
}

/**
 * Returns a listener for all requests to a node server. The listener handles requests under `/api` and agents'
 * requests, and passes all others to `pages`. Calls to operations use node's own messages.
 * @param stopping aborts when the server should stop. From then on, each response is the last one on its connection.
 * @param calls handles the calls for a site process; null if this process handles them too.
 */
export function nodeHost(pages: Listener, stopping: AbortSignal, calls: Listener | null = null): Listener {
  const restOfApi = apiListener(clientOf, () => stopping.aborted)
  const notOperation = (incoming: IncomingMessage, outgoing: ServerResponse, url: string) =>
    calls !== null && isForSite(url) ? calls(incoming, outgoing) : restOfApi(incoming, outgoing)

  return (incoming, outgoing) => {
    // If the socket is null, the response has to wait for an earlier response on the same connection.
    if (outgoing.socket === null && !mayWait(incoming.socket, outgoing)) return
    const rawUrl = incoming.url ?? ''
    const url = plain.test(rawUrl) ? rawUrl : readTarget(rawUrl)
    const answer = (response: Answer) => sendAnswer(outgoing, response, stopping.aborted)
    if (url === null) return answer(answerFailure(ambiguous()))
    if (!hasOneHost(incoming)) return answer(answerFailure(hostless()))
    // From here on, all code must see the same URL.
    incoming.url = url
    if (isForAgents(url)) return void notOperation(incoming, outgoing, url)
    if (!isApi(url)) {
      if (isRead(incoming)) return pages(incoming, outgoing)
      const rejected = pathOfMisplacedCall(url.replace(/\?.*$/s, ''))
      if (rejected === null) return answer(answerFailure(readOnly()))
      incoming.url = rejected
      return restOfApi(incoming, outgoing)
    }
    const target = belowApi(url)
    const call = () => new NodeCall(incoming, outgoing, target, clientOf)
    const operation = operationAt(target.path)
    if (operation) return void handleRest(call(), operation).then(answer)
    const route = callRouteAt(target.path)
    if (route) return void answerCall(call(), route).then(answer)
    void notOperation(incoming, outgoing, url)
  }
}

/** A path that can be interpreted in only one way, like nearly all paths. */
const plain = /^\/[\w-]+(?:\/[\w-]+)*$/

/** Whether a path belongs to the API. */
const isApi = (url: string) => /^\/api(?:[/?]|$)/.test(url)

/** Returns the path below `/api` without a trailing slash, and the query. */
export function belowApi(url: string): { path: string; query: string } {
  const query = url.indexOf('?')
  if (query < 0) return { path: withoutSlash(url.slice('/api'.length)), query: '' }
  return { path: withoutSlash(url.slice('/api'.length, query)), query: url.slice(query + 1) }
}

/** Whether a request has exactly one `Host` header; an HTTP/1.0 request may have none. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  for (let line = 0; line < rawHeaders.length; line += 2) {
    if (rawHeaders[line]?.length === 4 && rawHeaders[line]?.toLowerCase() === 'host') hosts += 1
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

/** Whether a request only reads. Pages do not accept other requests, because no page has a form. */
const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

function forwardedFor({ headers }: IncomingMessage): string | null {
  const value = headers['x-forwarded-for']
  return typeof value === 'string' ? value : (value?.join(', ') ?? null)
}

const ambiguous = () =>
  new PinrefError(
    'invalid_request',
    'The request path is ambiguous. Remove dot segments, double slashes, backslashes, and unencoded characters.',
  )
const hostless = () => new PinrefError('invalid_request', 'Send one Host header.')
const readOnly = () => new PinrefError('method_not_allowed', 'Use GET for pages.', { allow: 'GET, HEAD' })

/** Responds to a request that cannot be converted to a fetch-style request. */
function answerUnreadable(error: unknown): Response {
  const unreadable = new PinrefError('invalid_request', 'The request path could not be read.')
  return toResponse(answerFailure(error instanceof RequestError ? unreadable : error))
}

/**
 * Returns the path and query of a request line, e.g. `/api/convert?x=1`. Returns null if two programs could read the path
 * differently because of dot segments, backslashes, empty segments, or invalid characters: a proxy in front may have applied its
 * rules to an interpretation that differs from ours. For the absolute form (`http://host/path`), the host is dropped.
 * @see https://www.rfc-editor.org/rfc/rfc9112#name-request-target
 */
export function readTarget(target: string): string | null {
  const [, origin, rest = ''] = /^(https?:\/\/[^/?#\\]+)?(.*)$/is.exec(target) ?? []
  const address = origin && !rest.startsWith('/') ? `/${rest}` : rest
  const [path = ''] = address.split('?')
  if (!/^\/[\x21\x22\x24-\x7e]*$/.test(address) || path.includes('//')) return null
  return new URL(`http://localhost${path}`).pathname === path ? address : null
}

/** How many pipelined requests may wait on one connection. Nearly all clients wait for a response before the next request. */
const maxWaiting = 10

const waiting = new WeakMap<Socket, number>()

/**
 * Counts a request that arrived before the previous one on its connection was answered. Node would accept any number of them and
 * hold the responses for a caller who does not read them, so a connection with too many waiting requests is closed.
 * @returns false if the connection was closed.
 */
function mayWait(connection: Socket, outgoing: ServerResponse): boolean {
  const count = (waiting.get(connection) ?? 0) + 1
  if (count > maxWaiting) {
    connection.destroy()
    return false
  }
  waiting.set(connection, count)
  outgoing.once('close', () => waiting.set(connection, (waiting.get(connection) ?? 1) - 1))
  return true
}
