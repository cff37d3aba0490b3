import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream'
import type { Answer } from '@/server/entrances/rest/call'
import { apiSecurityHeaders } from '@/server/platform/runtime/security-headers'
import { env } from '@/server/platform/settings/env'
import { sendAnswer, writeTimeoutMs } from './node-call'
import type { Listener } from './node-host'
import { isForSharedPage, sharedPages } from './shared-pages'

/** The process that renders the pages. */
interface Pages {
  /** The unix socket that the process listens on. */
  socket: string
  /** Resolves when the process can render pages. */
  prepared: Promise<void>
}

/**
 * Returns a listener that forwards page requests to the rendering process and returns its responses. Pages that are the
 * same for everyone come from memory. Requests are forwarded without a body, because only `/api` reads a request body.
 * If the process is down, or takes longer than `PAGE_TIMEOUT_MS`, the response is 503.
 */
export function proxyPages({ socket, prepared }: Pages, stopping: AbortSignal): Listener {
  const agent = new Agent({ keepAlive: true })
  /** For each connection, a promise that resolves when the last page requested over it has been sent. */
  const lastAnswers = new WeakMap<Socket, Promise<void>>()

  function forward(incoming: IncomingMessage, outgoing: ServerResponse) {
    const { method, url: path } = incoming
    const upstream = request({
      agent,
      socketPath: socket,
      method,
      path,
      headers: headersOf(incoming),
      timeout: env().PAGE_TIMEOUT_MS,
    })
    upstream.once('response', (answer) => {
      const closing = stopping.aborted ? ['connection', 'close'] : []
      outgoing.writeHead(answer.statusCode ?? 502, [...linesOf(answer), ...closing])
      outgoing.setTimeout(writeTimeoutMs)
      // The response is sent at the caller's pace. If either side disconnects, both connections are closed.
      pipeline(answer, outgoing, () => {})
    })
    let tookTooLong = false
    upstream.once('timeout', () => {
      tookTooLong = true
      upstream.destroy()
    })
    upstream.on('error', () => {
      if (outgoing.headersSent) outgoing.destroy()
      // A replaced process closes its keep-alive connections, and this request may have just been sent over such a
      // connection.
      else if (upstream.reusedSocket && isRepeatable(method) && !tookTooLong && !outgoing.destroyed)
        forward(incoming, outgoing)
      else sendAnswer(outgoing, away(), stopping.aborted)
    })
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) upstream.destroy()
    })
    upstream.end()
  }

  const sendShared = sharedPages(socket)
  async function answer(incoming: IncomingMessage, outgoing: ServerResponse) {
    const isAnswered = isForSharedPage(incoming) && (await sendShared(incoming, outgoing, stopping))
    if (!isAnswered && !outgoing.destroyed) forward(incoming, outgoing)
  }

  return (incoming, outgoing) => {
    const { socket: connection } = incoming
    // Only one page at a time per connection, so that a caller who does not read responses blocks only one page.
    const before = lastAnswers.get(connection)
    lastAnswers.set(connection, new Promise((resolve) => outgoing.once('close', resolve)))
    void Promise.allSettled([prepared, before]).then(() => {
      if (!connection.destroyed) void answer(incoming, outgoing)
    })
  }
}

/** Whether sending a request twice has the same effect as sending it once. */
const isRepeatable = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD'

/** Headers that apply to one connection, not to the message. */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Headers that announce a body. */
const ofBody: ReadonlySet<string> = new Set(['content-length', 'expect'])

/**
 * Returns a test for which of a message's headers to forward: all except connection headers, including any listed in
 * its `Connection` header.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-connection
 */
function forwardableHeaders({ headers: { connection } }: IncomingMessage): (name: string) => boolean {
  const listed = connection?.split(',').map((name) => name.trim().toLowerCase())
  return (name) => !hopByHop.has(name) && !listed?.includes(name)
}

function headersOf(incoming: IncomingMessage): OutgoingHttpHeaders {
  const isForwardable = forwardableHeaders(incoming)
  const headers: OutgoingHttpHeaders = Object.fromEntries(
    Object.entries(incoming.headers).filter(([name]) => isForwardable(name) && !ofBody.has(name)),
  )
  // Otherwise, Next would use the connection's address, which is that of this process.
  headers['x-forwarded-for'] ??= incoming.socket.remoteAddress ?? ''
  return headers
}

/** Returns a response's header lines, alternating names and values. */
function linesOf(answer: IncomingMessage): string[] {
  const isForwardable = forwardableHeaders(answer)
  return answer.rawHeaders.filter((_, index, lines) => isForwardable(lines[index - (index % 2)]?.toLowerCase() ?? ''))
}

/** Returns the response sent while the process is down. */
const away = (): Answer => ({
  status: 503,
  headers: [
    ...Object.entries(apiSecurityHeaders()).flat(),
    ...['content-type', 'text/html; charset=utf-8'],
    ...['cache-control', 'no-store'],
    ...['retry-after', '1'],
  ],
  body: '<!doctype html><title>Pinref</title><p>This page will be back in a moment. Try reloading it.</p>\n',
})
