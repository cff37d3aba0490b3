import { type Answer, escapeHtml, html } from '../answer'

/** Stands in for the scripts of Google's pages. */
const filler = `<script>${'/* … */'.repeat(300)}</script>`

/** The 200 that a short link may return to a desktop browser: the target is in an attribute. */
export function desktopPage(target: string): Answer {
  const marker = `<div data-desktop-link="${escapeHtml(withMarker(target))}" data-mobile-link=""></div>`
  return html(200, `<html><head><title>Google Maps</title>${filler}</head><body>${marker}</body></html>`)
}

/** The 200 that a short link returns to a crawler: the target is in a link, encoded a second time. */
export function crawlerPage(link: string, target: string): Answer {
  const onMap = target.replace(/^https:\/\/maps\.google\.com(?=\?)/, '/maps').replace(/^https?:\/\/[^/]*/, '')
  const href = `https://www.google.com/${encodeURIComponent(onMap.slice(1))}`
  const canonical = `<link rel="canonical" href="https://${escapeHtml(link)}">`
  return html(200, `<html><head>${canonical}</head><body><a href="${href}">Open in Google Maps</a></body></html>`)
}

export const deadLinkPage = (status = 404): Answer =>
  html(status, '<html><head><title>Dynamic Link Not Found</title></head><body>Dynamic Link Not Found</body></html>')

/** A 429 with the text of Google's block page. */
export function sorryPage(): Answer {
  const text =
    'Our systems have detected unusual traffic from your computer network. Please try your request again later.'
  return html(
    429,
    `<html><head><title>Sorry...</title></head><body>${text}<form id="captcha-form"></form></body></html>`,
  )
}

export const consentPage = (): Answer =>
  html(
    200,
    '<html><head><title>Before you continue to Google</title></head><body><form method="POST"></form></body></html>',
  )

/** The end of every chain: a page that is empty without its scripts. */
export const scriptPage = (): Answer =>
  html(200, `<html><head><title>Google Maps</title>${filler}</head><body><div id="app-container"></div></body></html>`)

/** The response of google.com/share.google to a program: the next URL is only in a link. If null, there is no link. */
export function sharePage(target: string | null): Answer {
  const href = target?.replace(/^https:\/\/www\.google\.com(?=\/)/, '')
  const link = href === undefined ? '' : `<a href="${escapeHtml(href)}">here</a>`
  return html(200, `<html><head><title>Google</title></head><body>${link}</body></html>`)
}

/** Bait that must never be read: a client that reads it returns this listing. */
export function leakPage(bait: string): Answer {
  return html(
    200,
    `<html><body data-desktop-link="${escapeHtml(bait)}">A page that nobody should have asked for</body></html>`,
  )
}

function withMarker(target: string): string {
  return /^https?:/.test(target) ? `${target}${target.includes('?') ? '&' : '?'}_imcp=1` : target
}
