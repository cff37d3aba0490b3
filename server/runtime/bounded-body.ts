import { setImmediate } from 'node:timers/promises'
import { PinrefError } from '@/server/errors'
import { shallow } from './input'
import { tooManyAtOnce } from './turns'

/**
 * The maximum body size of a call, except for batches and agents. Longer bodies are read only from callers that were
 * looked up.
 */
export const maxRequestBytes = 16 * 1024

/** The maximum body size for a caller without a key, on endpoints where callers with a key may send more. */
export const maxVisitorBytes = 64 * 1024

/** How many bytes of an unwanted body are read and discarded, so the caller can read the response. */
export const maxDiscardedBytes = 1280 * 1024

/** Decides whether to accept a body longer than 16 KiB. */
export interface LongBody {
  /**
   * Called once, before more than 16 KiB is read.
   * @param bytes the declared length of the body, or the maximum length if none was declared.
   * @throws the error that rejects the caller; the rest of the body is then not read.
   */
  admit(bytes: number): Promise<void>
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
 * @param admit called before more than 16 KiB is read.
 * @throws the error from `tooLarge`, from `admit`, or from a stream that ends early.
 */
export async function readBounded(
  stream: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
  tooLarge: () => Error = () => payloadTooLarge(maxBytes),
  admit?: () => Promise<void>,
): Promise<Buffer> {
  const body = new BoundedBody(maxBytes)
  let isAdmitted = admit === undefined
  for await (const chunk of stream ?? []) {
    if (!body.add(chunk)) throw tooLarge()
    if (isAdmitted || body.bytes <= maxRequestBytes) continue
    isAdmitted = true
    await admit?.()
  }
  return body.read()
}

/**
 * Reads a call's body.
 * @param long decides whether to accept a body longer than 16 KiB. If omitted, anyone may send `maxBytes`.
 * @throws PinrefError `payload_too_large`; `invalid_request` if the caller disconnects; the errors from `long`.
 */
export async function readRequestBytes(request: Request, maxBytes: number, long?: LongBody): Promise<Buffer> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > maxBytes) throw payloadTooLarge(maxBytes)
  if (declared > maxRequestBytes) await long?.admit(declared)
  // The stream is not created earlier, because once it exists, the node server no longer discards an unread body.
  const { body } = request
  const admit = long && declared === 0 ? () => long.admit(maxBytes) : undefined
  const reading = readBounded(body?.values({ preventCancel: true }) ?? null, maxBytes, undefined, admit)
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
  const body = await reading.catch((cause: unknown) => {
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

/** How many bytes of long bodies a process holds at the same time, in total and per holder. */
export const maxHeldBytes = { all: 32 * 1024 * 1024, each: 8 * 1024 * 1024 }

/** The bytes of long bodies in this process, by holder. A body is held until its call is answered. */
export class HeldBytes {
  readonly #limits: typeof maxHeldBytes
  readonly #byHolder = new Map<string, number>()
  #all = 0

  constructor(limits = maxHeldBytes) {
    this.#limits = limits
  }

  /**
   * Reserves room for a body before it is read.
   * @param holders the holders whose limits the bytes count against: a network, and an account or a kind of caller.
   * @returns a function that ends the reservation. Calling the function again does nothing.
   * @throws PinrefError `too_many_requests` if the process or a holder has no room left.
   */
  reserve(bytes: number, holders: readonly string[]): () => void {
    const { all, each } = this.#limits
    const isFull = (holder: string) => (this.#byHolder.get(holder) ?? 0) + bytes > each
    if (this.#all + bytes > all || holders.some(isFull)) throw tooManyAtOnce()
    this.#add(bytes, holders)
    let isHeld = true
    return () => {
      if (isHeld) this.#add(-bytes, holders)
      isHeld = false
    }
  }

  #add(bytes: number, holders: readonly string[]): void {
    this.#all += bytes
    for (const holder of holders) {
      const left = (this.#byHolder.get(holder) ?? 0) + bytes
      if (left > 0) this.#byHolder.set(holder, left)
      else this.#byHolder.delete(holder)
    }
  }
}
