import { type Dispatcher, errors, request } from 'undici'
import { parseLinkUrl } from '@/server/places/links/link-url'
import { readShortLink } from '@/server/places/links/reference'
import { UpstreamFailure } from '@/server/places/upstream/failure'

/** The response to a hop. */
export interface HopAnswer {
  status: number
  /** The header, read as UTF-8 if it is valid; null if there is none or more than one. */
  location: string | null
  /** The body if the hop is a short link that returned a page; otherwise null, and the body was discarded. */
  page: string | null
}

/**
 * Requests one address without following redirects.
 * @throws UpstreamFailure `unreachable` for a missing or incomplete response, `bad_answer` for a page larger than the
 *   agent allows.
 */
export type FetchHop = (url: URL, signal: AbortSignal) => Promise<HopAnswer>

/**
 * Links are requested as a phone would request them: phones get a plain redirect, desktop browsers get a page that
 * contains the link somewhere, and robots get a different page. share.google does the opposite: it hides its target
 * from phones.
 */
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'
const desktop = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

/** A working link that does not redirect returns 200. Block pages have the other two status codes. */
const pageStatuses: readonly number[] = [200, 403, 503]

/**
 * Unread bodies are drained within these limits to keep the connection open; a larger or slower body closes the
 * connection.
 */
const largestDrainedBytes = 16 * 1024
const slowestDrainedMs = 1_000

/**
 * @param gatewayUrl if set, `https://host/path?query` is requested as `<gatewayUrl>/host/path?query`.
 */
export function createFetchHop(dispatcher: Dispatcher, gatewayUrl: string | undefined): FetchHop {
  return async (url, signal) => {
    const link = parseLinkUrl(url.href)
    const shortLink = link && readShortLink(link)
    const headers = { 'user-agent': shortLink?.host === 'share.google' ? desktop : phone, accept: 'text/html' }
    const address = `${gatewayUrl ? `${gatewayUrl}/` : 'https://'}${url.hostname}${url.pathname}${url.search}`
    try {
      const answer = await request(address, { dispatcher, signal, headers })
      const hasPage = shortLink && pageStatuses.includes(answer.statusCode) && isHtml(answer.headers['content-type'])
      if (!hasPage) drain(answer.body)
      const page = hasPage ? await answer.body.text() : null
      return { status: answer.statusCode, location: utf8(answer.headers.location), page }
    } catch (error) {
      throw new UpstreamFailure(
        error instanceof errors.ResponseExceededMaxSizeError ? 'bad_answer' : 'unreachable',
        error,
      )
    }
  }
}

function drain(body: Dispatcher.ResponseData['body']): void {
  const tooSlow = setTimeout(() => body.destroy(), slowestDrainedMs)
  const end = () => clearTimeout(tooSlow)
  body.dump({ limit: largestDrainedBytes }).then(end, end)
}

type Header = string | string[] | undefined

function isHtml(contentType: Header): boolean {
  return typeof contentType === 'string' && /^text\/html\b/i.test(contentType)
}

/** Headers arrive as one character per byte; names in a `Location` are sometimes sent as plain UTF-8. */
function utf8(header: Header): string | null {
  if (typeof header !== 'string') return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'))
  } catch {
    return header
  }
}
