import { createHash } from 'node:crypto'
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { sharedPagePolicy } from '@/server/security-headers'

/** A page that is drawn once and sent to many. */
export interface Drawing {
  headers: OutgoingHttpHeaders
  plain: Form<null>
  /** The compressed forms, smaller first. */
  forms: ReadonlyArray<Form<'br' | 'gzip'>>
}

/** The body of a page in one content coding. */
interface Form<Encoding> {
  encoding: Encoding
  etag: string
  body: Buffer
}

/** How long a page may take to be drawn. */
const timeoutMs = 30_000

/**
 * How many bytes the hashes of scripts may take in the headers. Proxies refuse answers with large headers; nginx by default those
 * over 4 KB.
 */
const maxHashBytes = 2_560

/**
 * Draws a page for everybody: it depends on nothing in a request but the path. The policy allows its scripts by their hashes,
 * because a nonce that is sent to many would protect nothing.
 * @param socketPath the unix socket of the pages process.
 * @returns null for anything but a complete page.
 * @throws Error if the pages process does not answer.
 */
export async function drawPage(socketPath: string, path: string): Promise<Drawing | null> {
  const answer = await ask(socketPath, path)
  const body = await buffer(answer)
  const { 'content-type': type, 'content-security-policy': policy, ...rest } = answer.headers
  if (answer.statusCode !== 200 || !type?.startsWith('text/html')) return null
  const hashes = scriptHashes(body.toString('utf8'))
  if (hashes.join(' ').length > maxHashBytes) return null
  const headers = {
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => !aboutTransfer.has(name))),
    'content-type': type,
    'content-security-policy': sharedPagePolicy(String(policy), hashes),
    // A browser may keep the page, but must ask whether it has changed before using it again.
    'cache-control': 'private, no-cache',
    vary: `Cookie, Accept-Encoding${rest.vary ? `, ${rest.vary}` : ''}`,
  }
  const etag = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const [brotli, gzipped] = await Promise.all([promisify(brotliCompress)(body), promisify(gzip)(body)])
  return {
    headers,
    plain: { encoding: null, etag: `"${etag}"`, body },
    forms: [
      { encoding: 'br', etag: `"${etag}-br"`, body: brotli },
      { encoding: 'gzip', etag: `"${etag}-gzip"`, body: gzipped },
    ],
  }
}

const aboutTransfer: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'cache-control',
  'vary',
  'etag',
  'date',
])

const ask = (socketPath: string, path: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const asked = request({ socketPath, path, headers: { host: 'pinref' }, timeout: timeoutMs })
    asked.once('response', resolve)
    asked.once('error', reject)
    asked.once('timeout', () => asked.destroy(new Error('the page took too long')))
    asked.end()
  })

/**
 * Returns the hashes of a page's inline scripts, in the form that a policy uses.
 * @see https://www.w3.org/TR/CSP3/#grammardef-hash-source
 */
const scriptHashes = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)]
      .filter(([, attributes = '']) => !/\ssrc=/.test(attributes) && !attributes.includes('application/ld+json'))
      .map(([, , script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`),
  ),
]
