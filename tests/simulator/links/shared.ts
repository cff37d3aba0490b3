import { redirect } from '../answer'
import type { Served } from '../behaviour'
import type { LinkRequest } from './link-request'
import { sharePage } from './pages'
import { listingOf } from './special'
import { consentTarget, searchTarget, sorryTarget } from './targets'
import { isDesktopBrowser, isPhone } from './user-agents'

/** The targets of share.google/<code> and g.co/kgs/<code>: never a feature id, at most a name. */
const targets: Readonly<Record<string, string>> = {
  'sim-no-match': searchTarget('Zzyzx Quux Nowhere'),
  'sim-address': searchTarget('12 Nowhere Road'),
  'sim-twins': searchTarget('Sim twins'),
  'sim-nameless': searchTarget(null),
  'sim-elsewhere': 'https://recipes.example.com/apple-pie',
  'sim-consent': consentTarget(searchTarget('Trevi Fountain')),
  'sim-sorry': sorryTarget('https://www.google.com/search?kgmid=/g/11simulated'),
}

/** The codes and their targets, for the guide. */
export const sharedCodes: ReadonlyArray<readonly [code: string, leadsTo: string]> = [
  ['sim-cid-<CID>', 'a search for the name of a listing'],
  ...Object.entries(targets).map(([code, target]) => [code, target.slice(0, 80)] as const),
]

/** share.google: always redirects to google.com first. */
export function serveShareGoogle({ path }: LinkRequest): Served {
  return { answer: redirect(`https://www.google.com/share.google?q=${path.slice(1)}`) }
}

/**
 * google.com/share.google?q=<code>: redirects a desktop browser, and returns a small page otherwise; the page has a
 * link for a program, but not for a phone or HEAD.
 */
export function serveShareHop({ query, method, userAgent }: LinkRequest): Served {
  const target = sharedTarget(query.get('q') ?? '')
  if (method === 'HEAD' || isPhone(userAgent) || target === null) return { answer: sharePage(null) }
  return { answer: isDesktopBrowser(userAgent) ? redirect(target, 301) : sharePage(target) }
}

/** g.co/kgs/<code>: redirects straight to the results. */
export function serveKgs({ path }: LinkRequest): Served | null {
  const target = sharedTarget(path.slice('/kgs/'.length))
  return target === null ? null : { answer: redirect(target) }
}

function sharedTarget(code: string): string | null {
  const cid = /^sim-cid-(\d{1,20})$/.exec(code)?.[1]
  return cid === undefined ? (targets[code] ?? null) : searchTarget(listingOf(cid).title)
}
