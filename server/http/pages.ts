import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { env } from '@/server/env'
import type { Answer } from '@/server/rest/call'
import { apiSecurityHeaders } from '@/server/security-headers'
import { sendAnswer, writeTimeoutMs } from './node-call'
import type { Listener } from './node-host'
import { isForSharedPage, sharedPages } from './shared-pages'

/** The process that draws the pages. */
interface Pages {
  /** The unix socket that it listens on. */
  socket: string
  /** Resolves when the process can draw pages. */
  prepared: Promise<void>
}

/**
 * Returns a listener that passes requests for pages on to the process that draws them, and its answers back. A page that is the
 * same for everybody comes from memory. Requests are passed on without a body, because only `/api` reads one. While the process
 * is down, or takes longer than `PAGE_TIMEOUT_MS`, the answer is 503.
 */
export function proxyPages({ socket, prepared }: Pages, stopping: AbortSignal): Listener {
  const agent = new Agent({ keepAlive: true })
  /** For each connection, a promise that resolves when the last page requested over it is answered. */
  const answered = new WeakMap<Socket, Promise<void>>()

  function passOn(incoming: IncomingMessage, outgoing: ServerResponse) {
    const { method, url: path } = incoming
    const asked = request({
      agent,
      socketPath: socket,
      method,
      path,
      headers: headersOf(incoming),
      timeout: env().PAGE_TIMEOUT_MS,
    })
    asked.once('response', (answer) => {
      const closing = stopping.aborted ? ['connection', 'close'] : []
      outgoing.writeHead(answer.statusCode ?? 502, [...linesOf(answer), ...closing])
      outgoing.setTimeout(writeTimeoutMs)
      // The answer is sent at the pace of the caller. If either side breaks off, both connections are closed.
      pipeline(answer, outgoing, () => {})
    })
    let tookTooLong = false
    asked.once('timeout', () => {
      tookTooLong = true
      asked.destroy()
    })
    asked.on('error', () => {
      if (outgoing.headersSent) outgoing.destroy()
      // A process that is replaced closes its kept-alive connections, and this request may just have been sent over one.
      else if (asked.reusedSocket && isRepeatable(method) && !tookTooLong && !outgoing.destroyed)
        passOn(incoming, outgoing)
      else sendAnswer(outgoing, away(), stopping.aborted)
    })
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) asked.destroy()
    })
    asked.end()
  }

  const sendShared = sharedPages(socket)
  async function answer(incoming: IncomingMessage, outgoing: ServerResponse) {
    const isAnswered = isForSharedPage(incoming) && (await sendShared(incoming, outgoing, stopping))
    if (!isAnswered && !outgoing.destroyed) passOn(incoming, outgoing)
  }

  return (incoming, outgoing) => {
    const { socket: connection } = incoming
    // One page at a time, so that a connection whose answers are not read holds up only one.
    const before = answered.get(connection)
    answered.set(connection, new Promise((resolve) => outgoing.once('close', resolve)))
    void Promise.allSettled([prepared, before]).then(() => {
      if (!connection.destroyed) void answer(incoming, outgoing)
    })
  }
}

/** Whether a request may be sent twice without a different effect. */
const isRepeatable = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD'

/** Headers that are about one connection, not about the message. */
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
 * Returns a test for which headers of a message to pass on: all but those about its connection, including any that its
 * `Connection` header names.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-connection
 */
function isHandedOn({ headers: { connection } }: IncomingMessage): (name: string) => boolean {
  const named = connection?.split(',').map((name) => name.trim().toLowerCase())
  return (name) => !hopByHop.has(name) && !named?.includes(name)
}

function headersOf(incoming: IncomingMessage): OutgoingHttpHeaders {
  const isKept = isHandedOn(incoming)
  const headers: OutgoingHttpHeaders = Object.fromEntries(
    Object.entries(incoming.headers).filter(([name]) => isKept(name) && !ofBody.has(name)),
  )
  // Otherwise Next would take the address from the connection, which comes from this process.
  headers['x-forwarded-for'] ??= incoming.socket.remoteAddress ?? ''
  return headers
}

/** Returns the header lines of an answer, alternating names and values. */
function linesOf(answer: IncomingMessage): string[] {
  const isKept = isHandedOn(answer)
  return answer.rawHeaders.filter((_, index, lines) => isKept(lines[index - (index % 2)]?.toLowerCase() ?? ''))
}

/** Returns the answer that is sent while the process is down. */
const away = (): Answer => ({
  status: 503,
  headers: [
    ...Object.entries(apiSecurityHeaders()).flat(),
    ...['content-type', 'text/html; charset=utf-8'],
    ...['cache-control', 'no-store'],
    ...['retry-after', '1'],
  ],
  body: '<!doctype html><title>Pinref</title><p>This page will be back in a moment. Reload it then.</p>\n',
})
