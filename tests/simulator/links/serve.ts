import { googleSite } from '@/server/places/links/link-url'
import { isShortLinkHost } from '@/server/places/links/reference'
import { recordedTarget } from '@/server/places/sources/sample/listings'
import { redirect } from '../answer'
import type { Served } from '../behaviour'
import { landmark } from '../listings'
import { serveGoogleSite } from './google-sites'
import type { LinkRequest } from './link-request'
import { crawlerPage, deadLinkPage, desktopPage, leakPage } from './pages'
import { serveKgs, serveShareGoogle } from './shared'
import { type Reply, type SpecialLink, specialLinks } from './special'
import { mobileTarget } from './targets'
import { isCrawler, isDesktopBrowser } from './user-agents'

const specials = Object.values(specialLinks)
  .flat()
  .map((special) => ({ ...special, form: formOf(special) }))

/** Serves the host that a call represents. */
export function serveLink(request: LinkRequest): Served {
  const { host, path } = request
  if (host === 'share.google') return serveShareGoogle(request)
  const reply = specialReply(request) ?? recordedReply(request)
  if (reply) return 'to' in reply ? lead(request, reply.to) : reply
  if (host === 'g.co' && path.startsWith('/kgs/')) return serveKgs(request) ?? { answer: deadLinkPage() }
  if (isShortLinkHost(host)) return { answer: deadLinkPage() }
  const site = googleSite(host)
  return site ? serveGoogleSite(site, request) : { answer: leakPage(mobileTarget(landmark)) }
}

/**
 * Responds with the target the way maps.app.goo.gl does: a page for a crawler, a page for a GET from a desktop browser,
 * otherwise a redirect.
 */
function lead({ host, path, method, userAgent }: LinkRequest, target: string): Served {
  if (host === 'maps.app.goo.gl' && isCrawler(userAgent)) return { answer: crawlerPage(host + path, target) }
  const reads = host === 'maps.app.goo.gl' && method === 'GET' && isDesktopBrowser(userAgent)
  return { answer: reads ? desktopPage(target) : redirect(target) }
}

function specialReply({ host, path, visit }: LinkRequest): Reply | null {
  for (const { form, reply } of specials) {
    const match = form.exec(host + path)
    if (match) return reply(match[1] ?? '', visit)
  }
  return null
}

function recordedReply({ host, path }: LinkRequest): Reply | null {
  const to = recordedTarget({ host, path: path.slice(1) })
  return to === null ? null : { to }
}

/** Returns a short link's first target, if it redirects; null for any other address. */
export function specialTarget(address: string): string | null {
  const { host, pathname } = new URL(address)
  const request = { method: 'GET', host, path: pathname, query: new URLSearchParams(), userAgent: '', visit: 1 }
  const reply = specialReply(request) ?? recordedReply(request)
  return reply && 'to' in reply ? reply.to : null
}

function formOf({ link }: SpecialLink): RegExp {
  return new RegExp(`^${link.replaceAll('.', '\\.').replace(/<.*>/, '(\\d+)')}/?$`)
}
