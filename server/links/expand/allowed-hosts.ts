import { googleSite } from '@/server/links/hosts'
import { isShortLinkHost } from '@/server/links/short-link'

/**
 * Whether a chain of redirects may go on to an address: https on port 443, no user info, and one of these hosts, compared
 * as a whole. No spelling of an IP address is among them.
 *
 * - short links: `maps.app.goo.gl`, `goo.gl`, `share.google`, `g.co`, `g.page`
 * - `google.<tld>` and its `www.`, `maps.` and `search.`, for every country domain that `server/links/hosts.ts` lists
 *
 * Consent and sign-in pages have their target in their own address and are never requested.
 */
export function mayFollow({ protocol, port, username, password, hostname }: URL): boolean {
  // The URL class drops the port if it is the scheme's default.
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  const site = googleSite(hostname)
  return isShortLinkHost(hostname) || site === 'www' || site === 'maps' || site === 'search'
}
