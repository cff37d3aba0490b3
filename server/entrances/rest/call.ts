import type { Client } from '@/server/metering/access/client'
import type { LongBody } from '@/server/platform/runtime/bounded-body'
import { type HeaderList, pairs } from './headers'

/**
 * A call to an operation, as received from a host. Each part is built only when it is needed, because a whole `Request`
 * and `Response` would cost more than the rest of the work.
 */
export interface Call {
  readonly method: string
  /** The path below `/api`: `/resolve`, `/search`, `/convert`, `/batch`, `/usage`, `/key`, or a batch path. */
  readonly path: string
  /** The text after the question mark; empty if there is none. */
  readonly query: string
  /** Returns a header by its lowercase name; null if the header was not sent. */
  header(name: string): string | null
  /**
   * Reads the body as text.
   * @param long decides whether to accept a body longer than 16 KiB.
   * @throws PinrefError `payload_too_large` if the body is larger than `maxBytes`; `invalid_request` if it is compressed;
   *   any error from `long`.
   */
  readBody(maxBytes: number, long?: LongBody): Promise<string>
  client(): Client
  /** Returns a signal that aborts when the caller disconnects; always the same signal. */
  signal(): AbortSignal
}

type Chunks = AsyncIterable<string | Uint8Array>

/** The response that a host sends. */
export interface Answer<Body extends string | Chunks = string | Chunks> {
  status: number
  headers: HeaderList
  /** A string, or a stream of chunks created while it is sent; a stream has no `content-length` header. */
  body: Body
}

/** Converts an `Answer` to a fetch-style `Response`. */
export const toResponse = ({ status, headers, body }: Answer): Response =>
  new Response(typeof body === 'string' ? body || null : streamOf(body), { status, headers: pairs(headers) })

/** Returns a stream that reads the next chunk only after sending the previous one. */
function streamOf(chunks: Chunks): ReadableStream<Uint8Array> {
  const reader = chunks[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await reader.next()
      if (done) controller.close()
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
    },
    async cancel() {
      await reader.return?.()
    },
  })
}
