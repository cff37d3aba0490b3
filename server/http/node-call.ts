import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import type { Client } from '@/server/access/client'
import type { Answer, Call } from '@/server/rest/call'
import { BoundedBody, brokenOff, payloadTooLarge } from '@/server/runtime/bounded-body'

/** A call as a node server hands it over. */
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

  /** Reads the body by its events: to leave node's iterator early would close the connection before the answer. */
  readBody(mostBytes: number): Promise<string> {
    const incoming = this.#incoming
    return new Promise((resolve, reject) => {
      if (Number(incoming.headers['content-length'] ?? 0) > mostBytes) {
        reject(payloadTooLarge(mostBytes))
        return
      }
      const body = new BoundedBody(mostBytes)
      incoming.on('data', (chunk: Buffer) => {
        // What follows is thrown away as it comes.
        if (!body.add(chunk)) reject(payloadTooLarge(mostBytes))
      })
      incoming.once('end', () => resolve(body.readText()))
      incoming.once('close', () => {
        if (!incoming.complete) reject(brokenOff())
      })
    })
  }
}

/** Aborts when the connection closes before the answer is written. */
function signalOf(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController()
  if (outgoing.destroyed) controller.abort()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) controller.abort()
  })
  return controller.signal
}

/** How long an answer may wait for its caller to go on reading it. */
export const writeTimeoutMs = 30_000

/**
 * Writes an answer, and nothing where the caller has gone.
 * @param isLast whether its connection is to be closed behind it.
 */
export function sendAnswer(outgoing: ServerResponse, { status, headers, body }: Answer, isLast: boolean): void {
  if (outgoing.destroyed) return
  const connection = isLast ? closing : []
  if (typeof body !== 'string') {
    outgoing.writeHead(status, [...headers, ...connection]).setTimeout(writeTimeoutMs)
    // Where it fails half-way the connection breaks off, so that nobody takes what has arrived for the whole.
    pipeline(body, outgoing, () => {})
    return
  }
  const length = status === 204 ? [] : ['content-length', String(Buffer.byteLength(body))]
  outgoing.writeHead(status, [...headers, ...length, ...connection]).end(body)
  if (outgoing.writableLength > 0) outgoing.setTimeout(writeTimeoutMs)
}

const closing = ['connection', 'close']
