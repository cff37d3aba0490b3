import { createHash } from 'node:crypto'
import { type IncomingMessage, type OutgoingHttpHeaders, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { hasSessionCookie } from '@/server/features/sign-in/signatures'
import { type Forms, formFor, formsOf } from '@/server/platform/runtime/compression'
import { sharedPagePolicy } from '@/server/platform/runtime/security-headers'
import { env } from '@/server/platform/settings/env'
import { writeTimeoutMs } from './node-call'

/**
 * The pages that are the same for all signed-out visitors. Pages below them are included too, except that `/` includes
 * only itself.
 */
const sharedPaths = ['/', '/docs', '/pricing', '/changelog', '/terms', '/privacy', '/contact', '/offline']

/**
 * How long a rendered page is reused. Nothing on these pages changes while the server runs, except dates on some of
 * them.
 */
const cacheMs = 600_000

/**
 * Whether a request is for a page that is the same for everyone. Requests from Next's router and requests with a query
 * are rendered each time.
 */
export function isForSharedPage({ method, url = '', headers }: IncomingMessage): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || 'rsc' in headers || 'next-action' in headers) return false
  if (!sharedPaths.some((path) => url === path || (path !== '/' && url.startsWith(`${path}/`)))) return false
  return !url.includes('?') && !hasSessionCookie(new Headers({ cookie: headers.cookie ?? '' }))
}

/**
 * Caches the pages that are the same for everyone: each page is rendered and compressed once for many requests, and is
 * not sent again to browsers that still have it. Rendering a page takes 25 ms of processor time; sending it takes 0.1
 * ms. Browsers may also keep the whole page for their Back button.
 * @param socketPath returns the unix socket of a site process.
 * @returns a function that responds with such a page, or returns false and writes nothing if the page does not exist or
 *   could not be rendered.
 */
export function sharedPages(socketPath: () => string) {
  const cache = new Map<string, { drawing: Promise<Drawing | null>; untilMs: number }>()

  async function drawingOf(path: string): Promise<Drawing | null> {
    const cached = cache.get(path)
    if (cached && cached.untilMs > Date.now()) return cached.drawing
    const drawing = drawPage(socketPath(), path).catch(() => null)
    cache.set(path, { drawing, untilMs: Date.now() + cacheMs })
    const page = await drawing
    // Only existing pages are cached, so made-up paths can't make the map grow.
    if (!page) cache.delete(path)
    return page
  }

  return async function sendShared(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    stopping: AbortSignal,
  ): Promise<boolean> {
    const drawing = await drawingOf(incoming.url ?? '')
    if (!drawing) return false
    if (outgoing.destroyed || outgoing.headersSent) return true
    const { coding, etag, body } = formFor(drawing.forms, incoming.headers['accept-encoding']?.toString() ?? null)
    const headers = {
      ...drawing.headers,
      etag,
      ...(coding && { 'content-encoding': coding }),
      ...(stopping.aborted && { connection: 'close' }),
    }
    if (incoming.headers['if-none-match']?.includes(etag)) {
      outgoing.writeHead(304, headers).end()
      return true
    }
    outgoing.writeHead(200, { ...headers, 'content-length': body.length })
    outgoing.end(incoming.method === 'HEAD' ? undefined : body)
    if (outgoing.writableLength > 0) outgoing.setTimeout(writeTimeoutMs)
    return true
  }
}

/** A page that is rendered once and sent to many callers. */
interface Drawing {
  headers: OutgoingHttpHeaders
  forms: Forms
}

/**
 * How many bytes the script hashes may take in the headers. Proxies reject responses with large headers; by default,
 * nginx rejects headers over 4 KB.
 */
const maxHashBytes = 2_560

/**
 * Renders a page for everyone, based only on the path of a request. The policy allows the page's scripts by their
 * hashes, because a nonce sent to many callers would protect nothing. Stops waiting after `PAGE_TIMEOUT_MS`.
 * @param socketPath the unix socket of a site process.
 * @returns null unless the page is complete.
 * @throws Error if the process does not respond.
 */
async function drawPage(socketPath: string, path: string): Promise<Drawing | null> {
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
    // A browser may keep the page, but must check whether it has changed before using it again.
    'cache-control': 'private, no-cache',
    vary: `Cookie, Accept-Encoding${rest.vary ? `, ${rest.vary}` : ''}`,
  }
  return { headers, forms: await formsOf(body) }
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
    // Unlike a timeout, the signal also ends a response that arrives little by little.
    const signal = AbortSignal.timeout(env().PAGE_TIMEOUT_MS)
    const outgoing = request({ socketPath, path, headers: { host: 'pinref' }, signal })
    outgoing.once('response', resolve)
    outgoing.once('error', reject)
    outgoing.end()
  })

/**
 * Returns the hashes of a page's inline scripts, in the format of a policy.
 * @see https://www.w3.org/TR/CSP3/#grammardef-hash-source
 */
const scriptHashes = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)]
      .filter(([, attributes = '']) => !/\ssrc=/.test(attributes) && !attributes.includes('application/ld+json'))
      .map(([, , script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`),
  ),
]
