import { setImmediate } from 'node:timers/promises'
import { PinrefError } from '@/server/platform/problems/errors'
import { shallow } from './input'
import { unlessRefused } from './unanswered-calls'

/**
 * The maximum body size of a call, except for batches and agents. Longer bodies are read only from callers that were
 * looked up.
 */
export const maxRequestBytes = 16 * 1024

/** The maximum body size for a caller without a key, on endpoints where callers with a key may send more. */
export const maxVisitorBytes = 64 * 1024

/** How many bytes of an unwanted body are read and discarded, so the caller can read the response. */
export const maxDiscardedBytes = 1280 * 1024

/** Decides whether to accept a body longer than 16 KiB, and counts its bytes. */
export interface LongBody {
  /**
   * Called once, before more than 16 KiB is read.
   * @param bytes how many bytes have already arrived.
   * @throws the error that rejects the caller; the rest of the body is then not read.
   */
  admit(bytes: number): Promise<void>
  /** Called when more bytes have arrived. @throws an error if there is no room for them. */
  add(bytes: number): void
  /** Aborts, with the error for the caller as its reason, if the body must not be read any further. */
  readonly signal: AbortSignal
  /**
   * Called when the body has arrived, before it is processed.
   * @throws an error if the caller is rejected at that point.
   */
  turn(): Promise<void>
}

/** Collects the chunks of a body, up to a number of bytes. */
export class BoundedBody {
  readonly #maxBytes: number
  readonly #chunks: Uint8Array[] = []
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Adds a chunk. Returns false if the chunk makes the body too large. */
  add(chunk: Uint8Array): boolean {
    this.#bytes += chunk.byteLength
    if (this.#bytes > this.#maxBytes) return false
    this.#chunks.push(chunk)
    return true
  }

  /** Removes what has been collected. */
  clear(): void {
    this.#chunks.length = 0
  }

  read(): Buffer {
    const [only] = this.#chunks
    return Buffer.isBuffer(only) && this.#chunks.length === 1 ? only : Buffer.concat(this.#chunks)
  }

  /** Returns the body as text, without the byte order mark that some programs write. */
  readText(): string {
    return textOf(this.read())
  }
}

/** Returns the same text as `Request.text` for these bytes. */
function textOf(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

/**
 * Reads the body of a request or a response. Stops reading a body that is too large.
 * @param maxBytes counted after decompression.
 * @throws the error from `tooLarge`, or from a stream that ends early.
 */
export async function readBounded(
  stream: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
  tooLarge: () => Error = () => payloadTooLarge(maxBytes),
): Promise<Buffer> {
  const body = new BoundedBody(maxBytes)
  for await (const chunk of stream ?? []) if (!body.add(chunk)) throw tooLarge()
  return body.read()
}

/**
 * Reads the body of a call that may be longer than 16 KiB.
 * @param isAdmitted whether the caller was admitted because of the declared length.
 * @throws PinrefError `payload_too_large`; the errors from `long`.
 */
function readLong(
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
  long: LongBody,
  isAdmitted: boolean,
): Promise<Buffer> {
  const body = new BoundedBody(maxBytes)
  async function collect(): Promise<Buffer> {
    let isCounted = isAdmitted
    for await (const chunk of stream) {
      if (isCounted) long.signal.throwIfAborted()
      if (!body.add(chunk)) throw payloadTooLarge(maxBytes)
      if (isCounted) long.add(chunk.byteLength)
      else if (body.bytes > maxRequestBytes) {
        await long.admit(body.bytes)
        isCounted = true
      }
    }
    return body.read()
  }
  return new Promise((resolve, reject) => {
    long.signal.addEventListener('abort', () => {
      body.clear()
      reject(long.signal.reason)
    })
    collect().then(resolve, reject)
  })
}

/**
 * Rejects a compressed body before it is read. Its length would say nothing about the work that it causes.
 * @param coding the `Content-Encoding` header; null if it was not sent.
 * @throws PinrefError `invalid_request`.
 */
export function refuseCoded(coding: string | null): void {
  if (!coding || /^identity$/i.test(coding.trim())) return
  throw new PinrefError('invalid_request', 'Content-Encoding is not supported. Send the body uncompressed.')
}

/**
 * Reads a call's body.
 * @param long decides whether to accept a body longer than 16 KiB. If omitted, anyone may send `maxBytes`.
 * @throws PinrefError `payload_too_large`; `invalid_request` if the body is compressed or the caller disconnects; the
 *   errors from `long`.
 */
export async function readRequestBytes(request: Request, maxBytes: number, long?: LongBody): Promise<Buffer> {
  refuseCoded(request.headers.get('content-encoding'))
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > maxBytes) throw payloadTooLarge(maxBytes)
  const isLong = declared > maxRequestBytes
  if (isLong) await long?.admit(0)
  // The stream is not created earlier, because once it exists, the node server no longer discards an unread body.
  const { body } = request
  const stream = body?.values({ preventCancel: true }) ?? null
  const reading = long && stream ? readLong(stream, maxBytes, long, isLong) : readBounded(stream, maxBytes)
  const bytes = await untilComplete(
    request,
    reading.finally(() => void (body && discard(body).catch(() => {}))),
  )
  if (bytes.byteLength > maxRequestBytes) await long?.turn()
  return bytes
}

/**
 * Reads the rest of a body that is too large. If the rest were not read, it would block the next call on the
 * connection. If it is far longer or never ends, this gives up, and the connection is closed.
 */
async function discard(body: ReadableStream<Uint8Array>): Promise<void> {
  let left = maxDiscardedBytes
  for await (const chunk of body) {
    left -= chunk.byteLength
    if (left < 0) return
    // Otherwise, everything that has already arrived would be read before other work gets a turn.
    await setImmediate()
  }
}

/**
 * Reads the body of a call as text, by default up to 16 KiB.
 * @throws the same errors as `readRequestBytes`.
 */
export async function readRequestText(request: Request, maxBytes = maxRequestBytes, long?: LongBody): Promise<string> {
  refuseCoded(request.headers.get('content-encoding'))
  const declared = request.headers.get('content-length')
  // A host reads no more than the declared length.
  const isShort = declared !== null && Number(declared) <= Math.min(maxBytes, maxRequestBytes)
  if (isShort) return untilComplete(request, request.text())
  return textOf(await readRequestBytes(request, maxBytes, long))
}

/**
 * A body that cannot be read is the caller's fault. If the caller has disconnected, the body may look complete although it is
 * not.
 */
async function untilComplete<T>({ signal }: Request, reading: Promise<T>): Promise<T> {
  const body = await unlessRefused(reading).catch((cause: unknown) => {
    throw cause instanceof PinrefError ? cause : incompleteBody(cause)
  })
  if (signal.aborted) throw incompleteBody(signal.reason)
  return body
}

export const incompleteBody = (cause?: unknown) =>
  new PinrefError('invalid_request', 'The request body is incomplete.', { cause })

export const payloadTooLarge = (maxBytes: number) =>
  new PinrefError('payload_too_large', `Send at most ${maxBytes / 1024} KiB.`)

/**
 * Reads a body as a JSON object.
 * @throws PinrefError `invalid_request`.
 */
export function parseObject(text: string): object {
  const hint = 'Send a JSON object in the body.'
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new PinrefError(
      'invalid_request',
      `${text.trim() === '' ? 'The body is empty.' : 'The body is not JSON.'} ${hint}`,
    )
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new PinrefError('invalid_request', `The body is not a JSON object. ${hint}`)
  }
  return shallow(body)
}
