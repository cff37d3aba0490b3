import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import type { Client } from '@/server/access/client'
import type { Answer, Call } from '@/server/rest/call'
import { BoundedBody, brokenOff, payloadTooLarge } from '@/server/runtime/bounded-body'

/** A call that came to a node server. */
export class NodeCall implements Call {
  readonly #incoming: IncomingMessage
  readonly #outgoing: ServerResponse
  readonly #clientOf: (incoming: IncomingMessage) => Client
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
    this.path = path
    this.query = query
    this.#clientOf = clientOf
  }

  get method(): string {
    return this.#incoming.method ?? ''
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

  /** Reads the body with events, because leaving node's iterator early would close the connection before the answer. */
  readBody(maxBytes: number): Promise<string> {
    const incoming = this.#incoming
    return new Promise((resolve, reject) => {
      if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) {
        reject(payloadTooLarge(maxBytes))
        return
      }
      const body = new BoundedBody(maxBytes)
      incoming.on('data', (chunk: Buffer) => {
        // The rest of the body is discarded as it comes.
        if (!body.add(chunk)) reject(payloadTooLarge(maxBytes))
      })
      incoming.once('end', () => resolve(body.readText()))
      incoming.once('close', () => {
        if (!incoming.complete) reject(brokenOff())
      })
    })
  }
}

/** Returns a signal that aborts if the connection closes before the answer is written. */
function signalOf(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController()
  if (outgoing.destroyed) controller.abort()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) controller.abort()
  })
  return controller.signal
}

/** How long an answer may wait for a caller who has stopped reading it. */
export const writeTimeoutMs = 30_000

/**
 * Writes an answer, or nothing if the caller has gone.
 * @param isLast whether to close the connection after this answer.
 */
export function sendAnswer(outgoing: ServerResponse, { status, headers, body }: Answer, isLast: boolean): void {
  if (outgoing.destroyed) return
  const connection = isLast ? closing : []
  if (typeof body !== 'string') {
    outgoing.writeHead(status, [...headers, ...connection]).setTimeout(writeTimeoutMs)
    // If the body fails halfway, the connection breaks off, so that nobody mistakes the part for the whole.
    pipeline(body, outgoing, () => {})
    return
  }
  const length = status === 204 ? [] : ['content-length', String(Buffer.byteLength(body))]
  outgoing.writeHead(status, [...headers, ...length, ...connection]).end(body)
  if (outgoing.writableLength > 0) outgoing.setTimeout(writeTimeoutMs)
}

const closing = ['connection', 'close']
