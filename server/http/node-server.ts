import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { PinrefError } from '@/server/errors'
import { pairs } from '@/server/rest/headers'
import { answerFailure } from './handle-api'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/**
 * How long a request may take to arrive: a slow one must not hold a connection for node's five minutes. The timeout of the
 * headers has to be the shorter one, and both have to be checked often, otherwise node enforces neither. Kept-alive connections
 * outlast a proxy's usual minute, so that the proxy is the one to close them.
 */
const timeouts = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 72_000,
}

/** How long a caller may take to close a connection from which no more requests will be read. */
const partingMs = 2_000

/**
 * Creates a node server that sends only our own answers: a problem body instead of the bare status that node itself would send.
 */
export function createNodeServer(listener: Listener): Server {
  const server = createServer({ ...timeouts, requireHostHeader: false }, listener)
  // An unknown `Expect` header is ignored.
  server.on('checkExpectation', listener)
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // If an earlier pipelined call is not answered yet, node would write this into the middle of that answer.
    if (response.socket) response.writeContinue()
    listener(request, response)
  })
  server.on('clientError', (error, socket) => answerMalformed(error, socket as Socket))
  return server
}

/** Answers a request that is not HTTP, has too large headers, or takes too long to arrive. */
function answerMalformed(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const detail = malformed[error.code ?? ''] ?? 'The request is not valid HTTP.'
  const { headers, body } = answerFailure(new PinrefError('invalid_request', detail))
  const lines = pairs(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const length = `content-length: ${Buffer.byteLength(body)}\r\n`
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join('')}${length}connection: close\r\n\r\n${body}`)
  // A caller who never closes its side would keep the connection forever.
  socket.setTimeout(partingMs)
}

const malformed: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'Send at most 16 KiB of headers.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request took too long to arrive.',
}
