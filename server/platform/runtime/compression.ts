import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createGzip, gzip } from 'node:zlib'
import Negotiator from 'negotiator'
import { perProcess } from './per-process'

/** Whether the host compresses every response itself. */
export const hostCompresses = perProcess<boolean>('host compresses')

const codings = ['br', 'gzip'] as const

type Coding = (typeof codings)[number]

/** Text in one content coding. */
interface Form {
  /** Null: not compressed. */
  coding: Coding | null
  etag: string
  body: Buffer
}

/** Text that is compressed once and sent to many clients. */
export type Forms = Record<Coding | 'identity', Form>

/**
 * Brotli's default quality, 11, takes 50 times as long on the first request for a page or description, and makes the
 * text only 9% to 17% smaller.
 */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/** Compresses text with every content coding. */
export async function formsOf(body: Buffer): Promise<Forms> {
  const etag = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(body, brotliOptions), promisify(gzip)(body)])
  return {
    identity: { coding: null, etag: `"${etag}"`, body },
    br: { coding: 'br', etag: `"${etag}-br"`, body: br },
    gzip: { coding: 'gzip', etag: `"${etag}-gzip"`, body: gzipped },
  }
}

/** Returns the form that a client prefers. @param acceptEncoding the client's header; null if the client sent none. */
export const formFor = (forms: Forms, acceptEncoding: string | null): Form =>
  forms[preferred(acceptEncoding, [...codings, 'identity']) ?? 'identity']

/** Whether a client accepts gzip and prefers it to an uncompressed response. */
export const prefersGzip = (acceptEncoding: string | null): boolean =>
  preferred(acceptEncoding, ['gzip', 'identity']) === 'gzip'

/** negotiator's types lack the second parameter, which decides between codings of the same weight. */
type Encodings = (available: readonly string[], options: { preferred: readonly string[] }) => string[]

/**
 * Returns the coding that a client prefers; undefined if the client accepts none.
 * @param available our codings, in order of preference.
 */
function preferred<Name extends string>(acceptEncoding: string | null, available: readonly Name[]): Name | undefined {
  if (acceptEncoding === null || hostCompresses.value) return undefined
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } })
  const encodings: Encodings = negotiator.encodings.bind(negotiator)
  return encodings(available, { preferred: available })[0] as Name | undefined
}

/** Compresses text as it is read, at gzip's fastest level: results files are long, and halving their size is enough. */
export function gzipped(texts: AsyncIterable<string>): AsyncIterable<Buffer> {
  const compressed = createGzip({ level: constants.Z_BEST_SPEED })
  // The reader at the other end gets the error.
  pipeline(Readable.from(texts), compressed, () => {})
  return compressed
}
