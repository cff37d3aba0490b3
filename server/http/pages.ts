import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream'
import type { Answer } from '@/server/rest/call'
import { apiSecurityHeaders } from '@/server/security-headers'
import { sendAnswer, writeTimeoutMs } from './node-call'
import type { Listener } from './node-host'
import { isForSharedPage, sharedPages } from './shared-pages'

/** How long a page may take until it comes. */
const timeoutMs = 30_000

/** The process that draws the pages. */
interface Pages {
  /** The unix socket that it listens on. */
  socket: string
  /** Waits until it can draw. */
  prepared: Promise<void>
}

/**
 * Hands requests for pages on to the process that draws them, and its answers back; a page that is the same for everybody comes
 * from memory. A request goes without its body: nothing
 * that is not under `/api` reads one. While the process is away the answer is 503.
 */
export function passOnTo({ socket, prepared }: Pages, stopping: AbortSignal): Listener {
  const agent = new Agent({ keepAlive: true })
  /** When the page last asked for over a connection is answered. */
  const answered = new WeakMap<Socket, Promise<void>>()

  function passOn(incoming: IncomingMessage, outgoing: ServerResponse) {
    const { method, url: path } = incoming
    const asked = request({
      agent,
      socketPath: socket,
      method,
      path,
      headers: headersOf(incoming),
      timeout: timeoutMs,
    })
    asked.once('response', (answer) => {
      const closing = stopping.aborted ? ['connection', 'close'] : []
      outgoing.writeHead(answer.statusCode ?? 502, [...linesOf(answer), ...closing])
      outgoing.setTimeout(writeTimeoutMs)
      // Goes at the pace of the caller; when either side breaks off, both connections are closed.
      pipeline(answer, outgoing, () => {})
    })
    let tookTooLong = false
    asked.once('timeout', () => {
      tookTooLong = true
      asked.destroy()
    })
    asked.on('error', () => {
      if (outgoing.headersSent) outgoing.destroy()
      // A process that is replaced closes the connections kept to it, one of which this may have been sent over meanwhile.
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
    // One at a time: of answers that are not read, a connection may hold up one.
    const before = answered.get(connection)
    answered.set(connection, new Promise((resolve) => outgoing.once('close', resolve)))
    void Promise.allSettled([prepared, before]).then(() => {
      if (!connection.destroyed) void answer(incoming, outgoing)
    })
  }
}

/** Whether to ask twice is the same as to ask once. */
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
 * Which headers of a message are handed on: not those about its connection, among them those that it names so itself.
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
  // Next would take it from the connection, which is ours here.
  headers['x-forwarded-for'] ??= incoming.socket.remoteAddress ?? ''
  return headers
}

/** The header lines of an answer, names and values by turns. */
function linesOf(answer: IncomingMessage): string[] {
  const isKept = isHandedOn(answer)
  return answer.rawHeaders.filter((_, index, lines) => isKept(lines[index - (index % 2)]?.toLowerCase() ?? ''))
}

/** What is answered while the process is away. */
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
