import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasSessionCookie } from '@/server/accounts/session-cookie'
import { type Drawing, drawPage } from './draw-page'
import { writeTimeoutMs } from './node-call'

/** The pages that are the same for everybody who is not signed in. Pages below them are too, but `/` stands only for itself. */
const sharedPaths = ['/', '/docs', '/pricing', '/changelog', '/terms', '/privacy', '/contact', '/offline']

/** How long a drawing is used. Nothing on these pages changes while the server runs, except the days that some of them name. */
const keptMs = 600_000

/**
 * Whether a request is for a page that is the same for everybody. Requests of Next's router and requests with a query are drawn
 * each time.
 */
export function isForSharedPage({ method, url = '', headers }: IncomingMessage): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || 'rsc' in headers || 'next-action' in headers) return false
  if (!sharedPaths.some((path) => url === path || (path !== '/' && url.startsWith(`${path}/`)))) return false
  return !url.includes('?') && !hasSessionCookie(new Headers({ cookie: headers.cookie ?? '' }))
}

/**
 * Keeps the pages that are the same for everybody: each is drawn and compressed once for many, and is not sent again to browsers
 * that still have it. A browser may also keep the whole page for its Back button.
 * @param socketPath the unix socket of the pages process.
 * @returns a function that answers with such a page. It returns false and writes nothing if there is no such page, or if it could
 *   not be drawn.
 */
export function sharedPages(socketPath: string) {
  const kept = new Map<string, { drawing: Promise<Drawing | null>; untilMs: number }>()

  async function drawingOf(path: string): Promise<Drawing | null> {
    const known = kept.get(path)
    if (known && known.untilMs > Date.now()) return known.drawing
    const drawing = drawPage(socketPath, path).catch(() => null)
    kept.set(path, { drawing, untilMs: Date.now() + keptMs })
    const drawn = await drawing
    // Only real pages are kept, so the map cannot grow with every address that someone makes up.
    if (!drawn) kept.delete(path)
    return drawn
  }

  return async function sendShared(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    stopping: AbortSignal,
  ): Promise<boolean> {
    const drawing = await drawingOf(incoming.url ?? '')
    if (!drawing) return false
    if (outgoing.destroyed) return true
    const accepted = incoming.headers['accept-encoding'] ?? ''
    const { encoding, etag, body } = drawing.forms.find(({ encoding }) => accepts(accepted, encoding)) ?? drawing.plain
    const headers = {
      ...drawing.headers,
      etag,
      ...(encoding && { 'content-encoding': encoding }),
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

/** Whether a browser accepts a content coding. A weight of 0 refuses it; no known browser sends that, but it is respected. */
const accepts = (accepted: string, encoding: string): boolean =>
  new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[^,]*)?(?:,|$)`).test(accepted)
