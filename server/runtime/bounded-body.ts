import { setImmediate } from 'node:timers/promises'
import { PinrefError } from '@/server/errors'

/** The longest body that a call may send, but for a batch. */
export const mostRequestBytes = 16 * 1024

/** How much of a body that is too large is read and forgotten. */
const mostDiscardedBytes = 4 * 1024 * 1024

/** Collects the chunks of a body, up to a number of bytes. */
export class BoundedBody {
  readonly #mostBytes: number
  readonly #chunks: Uint8Array[] = []
  #bytes = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /** Adds a chunk; false where the body is too large with it. */
  add(chunk: Uint8Array): boolean {
    this.#bytes += chunk.byteLength
    if (this.#bytes > this.#mostBytes) return false
    this.#chunks.push(chunk)
    return true
  }

  read(): Buffer {
    const [only] = this.#chunks
    return Buffer.isBuffer(only) && this.#chunks.length === 1 ? only : Buffer.concat(this.#chunks)
  }

  /** As text, without the byte order mark that some programs begin it with. */
  readText(): string {
    return textOf(this.read())
  }
}

/** What `Request.text` makes of the same bytes. */
function textOf(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

/**
 * Reads the body of a request or a response; what is too large is not read to its end.
 * @param mostBytes counted after decompression.
 * @throws what `tooLarge` makes; what the stream throws where it breaks off.
 */
export async function readBounded(
  stream: AsyncIterable<Uint8Array> | null,
  mostBytes: number,
  tooLarge: () => Error = () => payloadTooLarge(mostBytes),
): Promise<Buffer> {
  const body = new BoundedBody(mostBytes)
  for await (const chunk of stream ?? []) {
    if (!body.add(chunk)) throw tooLarge()
  }
  return body.read()
}

/**
 * Reads the body of a call.
 * @throws PinrefError `payload_too_large`; `invalid_request` where the caller breaks off.
 */
export function readRequestBytes(request: Request, mostBytes: number): Promise<Buffer> {
  const { body } = request
  const reading = readBounded(body?.values({ preventCancel: true }) ?? null, mostBytes)
  return untilItBreaksOff(
    request,
    reading.finally(() => void (body && discard(body).catch(() => {}))),
  )
}

/**
 * Reads what follows a body that is too large: unread, it would stand in the way of the next call of its connection. What is
 * longer by far, or never ends, is given up, and the connection with it.
 */
async function discard(body: ReadableStream<Uint8Array>): Promise<void> {
  let left = mostDiscardedBytes
  for await (const chunk of body) {
    left -= chunk.byteLength
    if (left < 0) return
    // What has arrived already would otherwise be read without a pause for anybody else.
    await setImmediate()
  }
}

/**
 * Reads the body of a call as text, up to 16 KiB where nothing else is said.
 * @throws PinrefError `payload_too_large`; `invalid_request` where the caller breaks off.
 */
export async function readRequestText(request: Request, mostBytes = mostRequestBytes): Promise<string> {
  const declared = request.headers.get('content-length')
  if (declared === null) return textOf(await readRequestBytes(request, mostBytes))
  if (Number(declared) > mostBytes) throw payloadTooLarge(mostBytes)
  // A host reads no more than the declared length.
  return untilItBreaksOff(request, request.text())
}

/** Whatever reading a body fails with is the caller's doing; and one whose caller has gone may end as if it were whole. */
async function untilItBreaksOff<T>({ signal }: Request, reading: Promise<T>): Promise<T> {
  const body = await reading.catch((cause: unknown) => {
    throw cause instanceof PinrefError ? cause : brokenOff(cause)
  })
  if (signal.aborted) throw brokenOff(signal.reason)
  return body
}

export const brokenOff = (cause?: unknown) =>
  new PinrefError('invalid_request', 'The request body is incomplete.', { cause })

export const payloadTooLarge = (mostBytes: number) =>
  new PinrefError('payload_too_large', `Send at most ${mostBytes / 1024} KiB.`)

/**
 * Reads a body as an object of JSON.
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
  return body
}
