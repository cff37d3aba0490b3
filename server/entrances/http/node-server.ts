import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { pairs } from '@/server/entrances/rest/headers'
import { PinrefError } from '@/server/platform/problems/errors'
import { refuseUnanswered } from '@/server/platform/runtime/unanswered-calls'
import { answerFailure } from './handle-api'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/**
 * How long a request may take to arrive. A slow request must not hold a connection for node's default of five minutes.
 * The header timeout must be shorter than the request timeout, and both must be checked often; otherwise node enforces
 * neither. Keep-alive connections outlast the minute that is usual for proxies, so that the proxy closes them first.
 */
const timeouts = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 72_000,
}

/** How long a caller may take to close a connection from which no more requests are read. */
const partingMs = 2_000

/** Creates a node server that sends only our own responses: a problem body instead of node's bare status. */
export function createNodeServer(listener: Listener): Server {
  const server = createServer({ ...timeouts, requireHostHeader: false }, listener)
  // An unknown `Expect` header is ignored.
  server.on('checkExpectation', listener)
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // If an earlier pipelined call is not yet answered, node would write this into the middle of its response.
    if (response.socket) response.writeContinue()
    listener(request, response)
  })
  server.on('clientError', (error, socket) => answerMalformed(error, socket as Socket))
  return server
}

/** Responds to a request that is not HTTP, has oversized headers, or takes too long to arrive. */
function answerMalformed(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0) {
    closeIfSilent(socket)
    return
  }
  const { status, headers, body } = answerFailure(
    malformed[error.code ?? '']?.() ?? invalid('The request is not valid HTTP.'),
  )
  const lines = pairs(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const length = `content-length: ${Buffer.byteLength(body)}\r\n`
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}${length}connection: close\r\n\r\n${body}`)
  // A caller that never closes its side would hold the connection forever.
  socket.setTimeout(partingMs)
}

/**
 * Closes a connection over which nothing has been received, such as one that a browser opened in advance. A response could
 * cross with the first request, and the client would take it for that request's. If this process was too busy to read
 * the request, it is in the socket's buffer and is read before `setImmediate` runs.
 */
const closeIfSilent = (socket: Socket) => setImmediate(() => socket.bytesRead === 0 && socket.destroy())

const invalid = (detail: string) => new PinrefError('invalid_request', detail)

const malformed: Record<string, () => PinrefError> = {
  HPE_HEADER_OVERFLOW: () => invalid('Send at most 16 KiB of headers.'),
  ERR_HTTP_REQUEST_TIMEOUT: () => new PinrefError('body_too_slow', 'The request took too long to arrive.'),
}

/** How long idle connections remain open, because a caller or a proxy may be sending a call at that moment. */
const idleMs = 1_500

/**
 * How long a body may still take to arrive, and a call may wait for its turn. The rest of the time is for the calls that
 * have begun.
 */
const lastBeginMs = 8_000

/** When calls that another process has not finished are refused. */
const lastAnswerMs = 18_000

/** When the remaining connections are closed. */
export const drainTimeoutMs = 20_000

/**
 * Stops a server without losing a call: accepts no new connections, answers calls that are in flight or arrive over open
 * connections, and waits until all connections are closed. Each response must announce that it is the last one on its
 * connection. A call that has to wait too long gets an error, because for a closed connection, a proxy would return 502.
 * @param open the server's open connections.
 */
export async function drain(server: Server, open: ReadonlySet<Socket>): Promise<void> {
  // An HTTP server's `close` would close idle connections immediately.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve))
  await Promise.race([closed, sleep(idleMs)])
  // Runs right after the sockets are read, so that a connection whose call has arrived is no longer idle.
  const idle = setInterval(() => setImmediate(closeIdle, server, open), 50)
  const late = [
    setTimeout(refuseUnanswered, lastBeginMs - idleMs, false),
    setTimeout(refuseUnanswered, lastAnswerMs - idleMs, true),
    setTimeout(() => server.closeAllConnections(), drainTimeoutMs - idleMs),
  ]
  await closed
  clearInterval(idle)
  for (const timer of late) clearTimeout(timer)
}

function closeIdle(server: Server, open: ReadonlySet<Socket>): void {
  server.closeIdleConnections()
  // Node does not consider a connection idle if nothing has been received over it.
  for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
}
