import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import type { Answer, Call } from '@/server/entrances/rest/call'
import { fileMs } from '@/server/features/batches/limits'
import type { Client } from '@/server/metering/access/client'
import {
  BoundedBody,
  incompleteBody,
  type LongBody,
  maxDiscardedBytes,
  maxRequestBytes,
  payloadTooLarge,
  refuseCoded,
} from '@/server/platform/runtime/bounded-body'
import { callCutShort, unansweredCalls } from '@/server/platform/runtime/unanswered-calls'

/** A call received by a node server. */
export class NodeCall implements Call {
  readonly #incoming: IncomingMessage
  readonly #outgoing: ServerResponse
  readonly #clientOf: (incoming: IncomingMessage) => Client
  readonly method: string
  readonly path: string
  readonly query: string
  #signal: AbortSignal | undefined

  constructor(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    { path, query }: { path: string; query: string },
    clientOf: (incoming: IncomingMessage) => Client,
  ) {
    this.#incoming = incoming
    this.#outgoing = outgoing
    this.method = incoming.method ?? ''
    this.path = path
    this.query = query
    this.#clientOf = clientOf
  }

  header(name: string): string | null {
    const value = this.#incoming.headers[name]
    return typeof value === 'string' ? value : (value?.join(', ') ?? null)
  }

  client(): Client {
    return this.#clientOf(this.#incoming)
  }

  signal(): AbortSignal {
    this.#signal ??= signalOf(this.#outgoing)
    return this.#signal
  }

  async readBody(maxBytes: number, long?: LongBody): Promise<string> {
    refuseCoded(this.header('content-encoding'))
    const declared = Number(this.#incoming.headers['content-length'] ?? 0)
    if (declared > maxBytes) throw payloadTooLarge(maxBytes)
    return long ? this.#readLong(maxBytes, declared, long) : this.#collect(maxBytes, textOf)
  }

  async #readLong(maxBytes: number, declared: number, long: LongBody): Promise<string> {
    const isLong = declared > maxRequestBytes
    if (isLong) await long.admit(0)
    const body = await this.#collect(maxBytes, (whole) => whole, long, isLong)
    if (body.bytes > maxRequestBytes) await long.turn()
    return body.readText()
  }

  /**
   * Reads the body through events, because leaving node's iterator early would close the connection before the
   * response.
   * @param convert applied to the complete body.
   * @param long admits and counts a body that may be long.
   * @param isLong whether the caller has been admitted because of the declared length.
   */
  #collect<T>(maxBytes: number, convert: (body: BoundedBody) => T, long?: LongBody, isLong = false): Promise<T> {
    const incoming = this.#incoming
    return new Promise((resolve, reject) => {
      const body = new BoundedBody(maxBytes)
      let isAdmitted = isLong
      let isOver = false
      const fail = (error: unknown) => {
        isOver = true
        body.clear()
        settle()
        reject(error)
      }
      const refuse = () => fail(callCutShort())
      const settle = () => unansweredCalls.delete(refuse)
      unansweredCalls.add(refuse)
      const add = (chunk: Buffer) => {
        if (!body.add(chunk)) throw payloadTooLarge(maxBytes)
        if (isAdmitted) long?.add(chunk.byteLength)
        else if (long && body.bytes > maxRequestBytes) {
          isAdmitted = true
          incoming.pause()
          long.admit(body.bytes).then(() => incoming.resume(), fail)
        }
      }
      incoming.on('data', (chunk: Buffer) => {
        // The rest of the body is discarded as it arrives.
        if (isOver) return
        try {
          add(chunk)
        } catch (error) {
          fail(error)
        }
      })
      long?.signal.addEventListener('abort', () => fail(long.signal.reason))
      incoming.once('end', () => {
        settle()
        resolve(convert(body))
      })
      incoming.once('close', () => {
        if (!incoming.complete) fail(incompleteBody())
      })
      // The connection may have closed while the caller was being looked up.
      if (incoming.destroyed) fail(incompleteBody())
    })
  }
}

const textOf = (body: BoundedBody): string => body.readText()

/** Returns a signal that aborts if the connection closes before the response is written. */
function signalOf(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController()
  if (outgoing.destroyed) controller.abort()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) controller.abort()
  })
  return controller.signal
}

/** How long to wait for a caller who has stopped reading a response. */
export const writeTimeoutMs = 30_000

/**
 * Writes a response, or nothing if the caller has disconnected or was refused. Closes the connection afterward if much of the request
 * is unread.
 * @param isLast whether to close the connection after this response.
 */
export function sendAnswer(outgoing: ServerResponse, { status, headers, body }: Answer, isLast: boolean): void {
  if (outgoing.destroyed || outgoing.headersSent) return
  const isUnread = !outgoing.req.complete
  const isParting = isUnread && (isLast || isTooLongToDiscard(outgoing.req))
  const connection = isLast || isParting ? closing : []
  if (typeof body !== 'string') {
    outgoing.writeHead(status, [...headers, ...connection]).setTimeout(writeTimeoutMs)
    endInTime(outgoing)
    // If the body fails halfway, the connection is closed, so that a partial body can't be mistaken for a complete one.
    pipeline(body, outgoing, () => {})
    return
  }
  const length = status === 204 ? [] : ['content-length', String(Buffer.byteLength(body))]
  outgoing.writeHead(status, [...headers, ...length, ...connection])
  // Ending a response that closes its connection would close it immediately. If the caller were still sending, the
  // response could be lost.
  if (isParting) outgoing.write(body)
  else outgoing.end(body)
  if (isUnread) discardRest(outgoing, isLast)
  if (outgoing.writableLength > 0) outgoing.setTimeout(writeTimeoutMs)
}

const closing = ['connection', 'close']

/** Closes a response's connection after the time limit for file downloads, even if the caller is still reading. */
export function endInTime(outgoing: ServerResponse): void {
  const late = setTimeout(() => outgoing.destroy(), fileMs)
  outgoing.once('close', () => clearTimeout(late))
}

/**
 * How long a caller may take to read a response before its connection is closed; nothing more is read from the
 * connection.
 */
const partingMs = 2_000

/**
 * Whether a body's declared length is so large that the rest is not discarded and the connection closes with the
 * response.
 */
const isTooLongToDiscard = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > maxDiscardedBytes

/**
 * Discards the rest of a body after the response to its call, up to a limit, because many callers send the whole body
 * before they read the response. Over the limit, stops reading and closes the connection a moment later, when the
 * caller has read the response.
 * @param isLast whether the connection closes after the response: when the body has ended, or a moment later.
 */
function discardRest(outgoing: ServerResponse, isLast: boolean): void {
  const { req: incoming } = outgoing
  let left = isTooLongToDiscard(incoming) ? 0 : maxDiscardedBytes
  let parting: NodeJS.Timeout | undefined
  const closeSoon = () => {
    parting ??= setTimeout(() => incoming.destroy(), partingMs)
  }
  const part = () => {
    incoming.pause()
    closeSoon()
  }
  incoming.on('data', (chunk: Buffer) => {
    left -= chunk.byteLength
    if (left < 0) part()
  })
  incoming.once('close', () => clearTimeout(parting))
  if (isLast) {
    incoming.once('end', () => outgoing.end())
    closeSoon()
  }
  if (left === 0) part()
  else incoming.resume()
}
