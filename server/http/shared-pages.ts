import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasSessionCookie } from '@/server/accounts/session-cookie'
import { type Drawing, drawPage } from './draw-page'
import { writeTimeoutMs } from './node-call'

/** The pages that are the same for everybody who is not signed in; those below them too, but for the start page. */
const sharedPaths = ['/', '/docs', '/pricing', '/changelog', '/terms', '/privacy', '/contact', '/offline']

/** How long a drawing is handed out. Nothing on these pages changes while the server runs, but some name days. */
const keptMs = 600_000

/**
 * Whether a request is for a page that is the same for everybody. What Next's router asks for is drawn each time, and so is a
 * page that is asked for with a query.
 */
export function isForSharedPage({ method, url = '', headers }: IncomingMessage): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || 'rsc' in headers || 'next-action' in headers) return false
  if (!sharedPaths.some((path) => url === path || (path !== '/' && url.startsWith(`${path}/`)))) return false
  return !url.includes('?') && !hasSessionCookie(new Headers({ cookie: headers.cookie ?? '' }))
}

/**
 * Keeps the pages that are the same for everybody: one is drawn and compressed once for many, and need not be sent again to
 * whoever still has it. A browser may keep it whole for its Back button, too.
 * @param socketPath the unix socket of the process that draws.
 * @returns a function that answers with such a page; or says false and writes nothing, where the page is not there or nobody
 *   can draw it.
 */
export function sharedPages(socketPath: string) {
  const kept = new Map<string, { drawing: Promise<Drawing | null>; untilMs: number }>()

  async function drawingOf(path: string): Promise<Drawing | null> {
    const known = kept.get(path)
    if (known && known.untilMs > Date.now()) return known.drawing
    const drawing = drawPage(socketPath, path).catch(() => null)
    kept.set(path, { drawing, untilMs: Date.now() + keptMs })
    const drawn = await drawing
    // There are as many as there are pages, not as many as there are addresses.
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

/** Whether a browser takes a coding; those that refuse one by a weight of 0 are not known to exist, but are heeded. */
const accepts = (accepted: string, encoding: string): boolean =>
  new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[^,]*)?(?:,|$)`).test(accepted)
