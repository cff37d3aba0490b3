import { env } from '@/server/env'

/**
 * Whether a browser sent this request for a page that is not ours. Pages on a sibling of our own host count too, because they may
 * be somebody else's. Every current browser says so in `Sec-Fetch-Site`, over https and on localhost. Elsewhere `Origin` tells,
 * which comes with every POST and every cross-site call. A request with neither is not from a browser.
 * @see https://www.w3.org/TR/fetch-metadata/
 */
export function isCrossSite(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const origin = request.headers.get('origin')
  if (origin === null) return false
  return hostOf(origin) !== request.headers.get('host')?.toLowerCase() && origin !== new URL(env().APP_URL).origin
}

/** Returns the host and port of an origin; null for the text `null` and for anything that is not an origin. */
const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null)
