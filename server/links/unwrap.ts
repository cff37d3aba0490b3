import { googleSite } from './hosts'
import type { LinkUrl } from './link-url'
import { percentDecode } from './percent'

const mostDecodings = 5

/**
 * The raw link inside a link that only leads on to it: a consent or sign-in page, a block page, `google.com/url`, a
 * dynamic link. Null for every other link.
 */
export function wrappedLink({ host, path, query }: LinkUrl): string | null {
  if (host === 'maps.app.goo.gl') return query.get('link') ?? null
  const site = googleSite(host)
  if (site === 'consent' || site === 'accounts') return query.get('continue') ?? query.get('followup') ?? null
  if (site === null) return null
  if (path.startsWith('/sorry/')) return query.get('continue') ?? null
  return path === '/url' ? (query.get('q') ?? query.get('url') ?? null) : null
}

/**
 * A wrapped link decoded once, twice and so on until it stops changing, at most 5 times. How often it was encoded cannot
 * be seen from outside, and one decoding too many turns an escape inside a name into syntax: the first that reads counts.
 */
export function decodings(raw: string): string[] {
  const found: string[] = []
  let text = raw
  while (found.length < mostDecodings) {
    const decoded = percentDecode(text)
    if (decoded === text && found.length > 0) break
    found.push(decoded)
    text = decoded
  }
  return found
}
