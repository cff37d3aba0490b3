import { createHash } from 'node:crypto'
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { sharedPagePolicy } from '@/server/security-headers'

/** A page that is sent to many, as it was drawn once. */
export interface Drawing {
  headers: OutgoingHttpHeaders
  plain: Form<null>
  /** Compressed, the smaller first. */
  forms: ReadonlyArray<Form<'br' | 'gzip'>>
}

/** The body of a page in one coding. */
interface Form<Encoding> {
  encoding: Encoding
  etag: string
  body: Buffer
}

/** How long a page may take to be drawn. */
const timeoutMs = 30_000

/**
 * The most that hashes of scripts may take in the headers, bytes: proxies refuse answers with large ones, nginx by default those
 * over 4 KB.
 */
const mostHashBytes = 2_560

/**
 * Draws a page for everybody: nothing of any request goes into it but the path. Its scripts run by their hashes, since a nonce
 * that is sent to many would protect nothing.
 * @param socketPath the unix socket of the process that draws.
 * @returns null for anything but a whole page.
 * @throws Error where nobody draws.
 */
export async function drawPage(socketPath: string, path: string): Promise<Drawing | null> {
  const answer = await ask(socketPath, path)
  const body = await buffer(answer)
  const { 'content-type': type, 'content-security-policy': policy, ...rest } = answer.headers
  if (answer.statusCode !== 200 || !type?.startsWith('text/html')) return null
  const hashes = scriptHashes(body.toString('utf8'))
  if (hashes.join(' ').length > mostHashBytes) return null
  const headers = {
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => !aboutTransfer.has(name))),
    'content-type': type,
    'content-security-policy': sharedPagePolicy(String(policy), hashes),
    // To be kept, but not used again without asking whether it is still the same.
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
 * The hashes of a page's inline scripts, as a policy names them.
 * @see https://www.w3.org/TR/CSP3/#grammardef-hash-source
 */
const scriptHashes = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)]
      .filter(([, attributes = '']) => !/\ssrc=/.test(attributes) && !attributes.includes('application/ld+json'))
      .map(([, , script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`),
  ),
]
