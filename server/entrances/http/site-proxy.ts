import {
  Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Answer } from '@/server/entrances/rest/call'
import { fileMs } from '@/server/features/batches/limits'
import { clientHeader } from '@/server/metering/access/client'
import { apiSecurityHeaders } from '@/server/platform/runtime/security-headers'
import { callCutShort, callLost, unansweredCalls } from '@/server/platform/runtime/unanswered-calls'
import { env } from '@/server/platform/settings/env'
import { answerFailure, isForSite, recordLeft } from './handle-api'
import { sendAnswer, writeTimeoutMs } from './node-call'
import { clientOf, type Listener } from './node-host'
import { isForSharedPage, sharedPages } from './shared-pages'

/** The site processes. */
interface Site {
  /** The unix sockets that the processes listen on. */
  sockets: readonly string[]
  /** Resolves when all processes can render pages and handle calls. */
  prepared: Promise<void>
}

/**
 * Returns a listener that forwards requests for pages, and calls that need a session or a grant, to a site process and
 * returns its responses. Pages that are the same for everyone come from memory. Bodies are forwarded at the pace at
 * which they are read, and only those of calls, because no page reads one. If no process is up, a page's response is 503
 * and a call's is 500. A page also gets 503 if it has not begun to arrive `PAGE_TIMEOUT_MS` after its request was read,
 * whatever it waits for.
 */
export function proxySite({ sockets, prepared }: Site, stopping: AbortSignal): Listener {
  const agent = new Agent({ keepAlive: true })
  /** For each connection, a promise that resolves when the last response forwarded over it has been sent. */
  const lastAnswers = new WeakMap<Socket, Promise<void>>()
  const inFlight = new Map(sockets.map((socket) => [socket, 0]))

  /** Returns the socket of the process with the fewest requests in flight, without the ones to avoid. */
  function leastBusy(avoid: ReadonlySet<string> = new Set()): string | undefined {
    const [first, ...others] = sockets.filter((socket) => !avoid.has(socket))
    return others.reduce((least, one) => (countOf(one) < countOf(least) ? one : least), first)
  }

  const countOf = (socket: string | undefined) => inFlight.get(socket ?? '') ?? 0

  function forward({ incoming, outgoing, isCall, closed, wait, refuse }: Exchange) {
    const { method = '', url: path = '' } = incoming
    const { signal } = wait
    const headers = linesForSite(incoming, isCall)
    const timeout = isCall ? fileMs : env().PAGE_TIMEOUT_MS
    let isSent = false
    let needsNewConnection = false
    void closed.then(() => {
      if (outgoing.writableFinished) return
      wait.abort()
      // A site process records the calls that it gets.
      if (isCall && !isSent) recordLeft(method, path)
    })
    attempt(new Set())

    /** @param failed the sockets of the processes that are down. */
    function attempt(failed: ReadonlySet<string>) {
      const socketPath = leastBusy(failed)
      if (socketPath === undefined) return refuse()
      const options = { socketPath, method, path, headers, timeout, signal }
      const attempted = request({ agent: needsNewConnection ? false : agent, ...options })
      inFlight.set(socketPath, countOf(socketPath) + 1)
      attempted.once('close', () => inFlight.set(socketPath, countOf(socketPath) - 1))
      let isAnswered = false
      attempted.once('response', (answer) => {
        isAnswered = true
        void pass(answer, attempted, outgoing)
      })
      let tookTooLong = false
      attempted.once('timeout', () => {
        tookTooLong = true
        attempted.destroy()
      })
      attempted.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
        // A response that fails halfway reports this itself.
        if (isAnswered || signal.aborted) return
        if (notConnected.has(code)) return attempt(new Set([...failed, socketPath]))
        if (!isRead(incoming) || !attempted.reusedSocket || tookTooLong) return refuse()
        // The process may have closed this keep-alive connection before it got the request. Over a new connection, it
        // gets the request, so a request that ends its process does not go to all the others.
        needsNewConnection = true
        attempt(failed)
      })
      onceConnected(attempted, () => {
        isSent = true
        if (!isCall || isRead(incoming)) attempted.end()
        else if (hasArrived(incoming)) attempted.end(bodyOf(incoming))
        else {
          // The call may be rejected before its body arrives.
          attempted.flushHeaders()
          incoming.pipe(attempted)
        }
      })
    }
  }

  /** Sends a response at the caller's pace. If either side disconnects, both connections are closed. */
  async function pass(answer: IncomingMessage, upstream: ClientRequest, outgoing: ServerResponse) {
    const { req: incoming } = outgoing
    const status = answer.statusCode ?? 502
    if (incoming.complete || isRead(incoming)) {
      const closing = stopping.aborted ? ['connection', 'close'] : []
      outgoing.writeHead(status, [...forwardedLines(answer), ...closing]).setTimeout(writeTimeoutMs)
      // Node emits the event between reading the headers and reading what has arrived of the body.
      await null
      if (answer.complete && !outgoing.destroyed) outgoing.end(bodyOf(answer))
      else pipeline(answer, outgoing, () => {})
      return
    }
    // The call was rejected before its whole body arrived.
    incoming.unpipe(upstream)
    const body = await text(answer).catch(() => null)
    upstream.destroy()
    const headers = forwardedLines(answer, ['content-length'])
    if (outgoing.headersSent) return
    if (body === null) outgoing.destroy()
    else sendAnswer(outgoing, { status, headers, body }, stopping.aborted)
  }

  const sendShared = sharedPages(() => leastBusy() ?? '')
  async function answer(exchange: Exchange) {
    const { incoming, outgoing, wait } = exchange
    const isAnswered = isForSharedPage(incoming) && (await sendShared(incoming, outgoing, stopping))
    if (!isAnswered && !outgoing.destroyed && !wait.signal.aborted) forward(exchange)
  }

  return (incoming, outgoing) => {
    const { socket: connection, method = '', url = '' } = incoming
    const isCall = isForSite(url)
    // Only one at a time per connection, so that a caller who does not read responses blocks only one request.
    const before = lastAnswers.get(connection)
    // The only listener here: `pipeline` adds seven, and Node warns of more than ten.
    const closed = new Promise<void>((resolve) => outgoing.once('close', resolve))
    lastAnswers.set(connection, closed)
    const wait = new AbortController()
    function refuse(error = callLost()) {
      if (outgoing.headersSent || outgoing.destroyed) return
      incoming.unpipe()
      sendAnswer(outgoing, isCall ? answerFailure(error, url) : pageFailed(), stopping.aborted)
      wait.abort()
    }
    const refuseLate = (isFinal: boolean) => {
      if (isFinal) refuse()
      else if (isCall && !isRead(incoming) && !incoming.complete) refuse(callCutShort())
    }
    unansweredCalls.add(refuseLate)
    const late = isCall ? undefined : setTimeout(refuse, env().PAGE_TIMEOUT_MS)
    void closed.then(() => {
      clearTimeout(late)
      unansweredCalls.delete(refuseLate)
    })
    void Promise.allSettled([prepared, before]).then(() => {
      if (wait.signal.aborted) return
      if (!connection.destroyed) void answer({ incoming, outgoing, isCall, closed, wait, refuse })
      else if (isCall) recordLeft(method, url)
    })
  }
}

/** A request and its response. */
interface Exchange {
  incoming: IncomingMessage
  outgoing: ServerResponse
  isCall: boolean
  /** Resolves when the response is closed. */
  closed: Promise<void>
  /** Aborts when the caller has disconnected, or has got a response that no process sent. */
  wait: AbortController
  /** Sends the response to a request that no process could answer, unless a response has begun. */
  refuse(): void
}

/** Whether sending a request twice has the same effect as sending it once, and its body means nothing. */
const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD'

/** Whether a request's whole body has arrived. Node reports this later, after the call's work has begun. */
const hasArrived = ({ complete, headers, readableLength }: IncomingMessage): boolean =>
  complete || readableLength === Number(headers['content-length'])

/**
 * Returns the body of a message that has arrived completely, as short ones usually have. It is then sent in one piece
 * with the headers, which takes a fraction of the time of a pipe.
 */
function bodyOf(message: IncomingMessage): Buffer | string {
  const body = message.read() ?? ''
  message.resume()
  return body
}

/** The error codes of a connection that was never open, so nothing was sent over it. */
const notConnected: ReadonlySet<string> = new Set(['ENOENT', 'ECONNREFUSED', 'EAGAIN'])

/** Calls `send` once a request has a connection. Until then, another process can still get the request. */
function onceConnected(upstream: ClientRequest, send: () => void): void {
  upstream.once('socket', (socket) => {
    if (upstream.destroyed) return
    if (socket.connecting) socket.once('connect', send)
    else send()
  })
}

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

/**
 * Returns a message's header lines to forward, as alternating names and values: all except connection headers, including
 * any listed in its `Connection` header, and those to drop.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-connection
 */
function forwardedLines({ headers: { connection }, rawHeaders }: IncomingMessage, dropped: readonly string[] = []) {
  const listed = connection?.split(',').map((name) => name.trim().toLowerCase()) ?? []
  const isForwarded = (name: string) => !hopByHop.has(name) && !listed.includes(name) && !dropped.includes(name)
  return rawHeaders.filter((_, index, lines) => isForwarded(lines[index - (index % 2)]?.toLowerCase() ?? ''))
}

/** The headers that are set here, no matter what the caller sends. */
const ownHeaders = ['host', 'content-length', 'expect', clientHeader]

function linesForSite(incoming: IncomingMessage, isCall: boolean): string[] {
  const { headers, socket } = incoming
  return [
    ...forwardedLines(incoming, ownHeaders),
    ...['host', headers.host ?? 'localhost'],
    ...[clientHeader, clientOf(incoming).address],
    // Otherwise, Next would use the connection's address, which is that of this process.
    ...(headers['x-forwarded-for'] === undefined ? ['x-forwarded-for', socket.remoteAddress ?? ''] : []),
    ...(isCall && !isRead(incoming) ? bodyLines(headers) : []),
  ]
}

/** Returns the header that says where the body ends. Both sides must agree, or the rest of it would become a request. */
const bodyLines = ({ 'transfer-encoding': encoding, 'content-length': length = '0' }: IncomingHttpHeaders): string[] =>
  encoding === undefined ? ['content-length', length] : ['transfer-encoding', 'chunked']

/** The response to a request for a page that no process could answer. */
const pageFailed = (): Answer => ({
  status: 503,
  headers: [
    ...Object.entries(apiSecurityHeaders()).flat(),
    ...['content-type', 'text/html; charset=utf-8'],
    ...['cache-control', 'no-store'],
    ...['retry-after', '1'],
  ],
  body: '<!doctype html><title>Pinref</title><p>This page will be back in a moment. Try reloading it.</p>\n',
})
