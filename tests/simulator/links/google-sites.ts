import type { GoogleSite } from '@/server/places/links/link-url'
import { html, redirect } from '../answer'
import type { Served } from '../behaviour'
import type { LinkRequest } from './link-request'
import { consentPage, scriptPage, sorryPage } from './pages'
import { serveShareHop } from './shared'

/** Serves the Google sites behind short links. A client that stops at the right hop never requests them. */
export function serveGoogleSite(site: GoogleSite, request: LinkRequest): Served {
  const { path, query } = request
  if (path.startsWith('/sorry/')) return { answer: sorryPage() }
  if (site === 'consent') return serveConsent(request)
  if (site === 'www' && path === '/share.google') return serveShareHop(request)
  // The recorded chain of a link from a phone: two redirects, then a page.
  if (site === 'maps' && query.size > 0 && (path === '/' || path === '/maps')) {
    const next = path === '/' ? 'maps.google.com' : 'www.google.com'
    return { answer: redirect(`https://${next}/maps?${query}`) }
  }
  const isPage = site === 'maps' || /^\/(?:maps|search)(?:\/|$)/.test(path)
  return { answer: isPage ? scriptPage() : html(404, '<html><title>Error 404 (Not Found)!!1</title></html>') }
}

/**
 * The older page lets a caller without cookies through on request; the newer page requires its form to be submitted.
 */
function serveConsent({ path, query }: LinkRequest): Served {
  const onward = query.get('continue')
  if (path !== '/ml' || onward === null) return { answer: consentPage() }
  return { answer: redirect(`${onward}${onward.includes('?') ? '&' : '?'}ucbcb=1`, 303) }
}
