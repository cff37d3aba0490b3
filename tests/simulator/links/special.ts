import { cidFromDecimal } from '@/server/places/identifiers/cid'
import { type Answer, html, redirect } from '../answer'
import type { Behaviour, Served } from '../behaviour'
import { landmark, madeUpIds, type SimulatedListing } from '../listings'
import { placeOf } from '../places/find'
import { strangeLinks } from '../resolution/strange'
import { crawlerPage, deadLinkPage, desktopPage } from './pages'
import { consentTarget, desktopTarget, mobileTarget, namedTarget, sorryTarget } from './targets'
import { redirectTricks } from './tricks'

/** A short link's response: its target (in a form that suits the User-Agent), or a fixed response. */
export type Reply = { to: string } | Served

/** A short link with a fixed behavior. */
export interface SpecialLink {
  /** Host and path; `<…>` stands for the part that varies. */
  link: string
  /** The link's description in the guide. */
  says: string
  /**
   * @param part the text in place of `<…>`; empty if there is none.
   * @param visit the number of this call to the exact link, from 1.
   */
  reply: (part: string, visit: number) => Reply
}

const host = 'maps.app.goo.gl'
const target = mobileTarget(landmark)

const leadsTo = (code: string, to: string, says: string): SpecialLink => link(code, says, () => ({ to }))
const answers = (code: string, answer: Answer, says: string): SpecialLink => link(code, says, () => ({ answer }))
const onRedirect = (code: string, says: string, behaviour: Behaviour): SpecialLink =>
  link(code, says, () => ({ answer: redirect(target), behaviour }))
const onPage = (code: string, says: string, behaviour: Behaviour): SpecialLink =>
  link(code, says, () => ({ answer: desktopPage(target), behaviour }))

function link(code: string, says: string, reply: SpecialLink['reply']): SpecialLink {
  return { link: `${host}/${code}`, says, reply }
}

/** Fails on the first call, then redirects to a listing. */
const onceThen = (code: string, says: string, first: Served): SpecialLink =>
  link(code, says, (_, visit) => (visit === 1 ? first : { to: target }))

/** Returns the listing with a CID, or an invented one if the simulator has none. */
export function listingOf(decimal: string): SimulatedListing {
  const cid = cidFromDecimal(decimal) ?? landmark.cid
  const unknown = { ...landmark, ...madeUpIds(cid, 0n), title: 'Somewhere', address: null, pin: null }
  return placeOf(cid)?.listing ?? unknown
}

const leadingOn: readonly SpecialLink[] = [
  link('sim-cid-<CID>', 'the listing of a CID, as shared from a phone', (cid) => ({
    to: mobileTarget(listingOf(cid)),
  })),
  link('sim-place-<CID>', 'the same as shared from a computer', (cid) => ({ to: desktopTarget(listingOf(cid)) })),
  leadsTo('sim-mobile', target, `${landmark.title}, as shared from a phone`),
  link('sim-hops-<N>', 'a listing after N redirects', (hops) => ({ to: hop(Number(hops)) })),
  { link: 'goo.gl/maps/sim-hops-<N>', says: 'the same', reply: (hops) => ({ to: hop(Number(hops)) }) },
  {
    link: 'goo.gl/maps/sim-cid-<CID>',
    says: 'an old short link',
    reply: (cid) => ({ to: desktopTarget(listingOf(cid)) }),
  },
  link('sim-status-<N>', 'a redirect with another status, e.g. 301, 300, 305', (status) => ({
    answer: redirect(target, Number(status)),
  })),
  answers('sim-desktop', desktopPage(target), '200 with data-desktop-link, for every User-Agent'),
  answers('sim-crawler', crawlerPage(`${host}/sim-crawler`, target), 'the page for crawlers, for every User-Agent'),
  leadsTo('sim-consent', consentTarget(desktopTarget(landmark)), 'a consent page around the listing'),
  leadsTo(
    'sim-consent-twice',
    consentTarget(encodeURIComponent(desktopTarget(landmark))),
    'the same, encoded once more',
  ),
  leadsTo('sim-consent-country', consentTarget(target, 'consent.google.co.uk'), 'the same on a country host'),
  leadsTo('sim-consent-evil', consentTarget('https://evil.example/maps?cid=1'), 'a consent page around another site'),
  leadsTo(
    'sim-review',
    `https://www.google.com/maps/reviews/data=!4m8!14m7!1m6!2m5!1sabc!2m1!1s0x0:0x${landmark.cid.toString(16)}!3m1!1s2@1:abc`,
    'a shared review: CID only',
  ),
  leadsTo('sim-pin', 'https://maps.google.com?q=41.9009325,12.483313&entry=gps&g_st=ic', 'a dropped pin'),
  leadsTo('sim-view', 'https://www.google.com/maps/@41.9009325,12.483313,17z?entry=tts', 'a view of the map'),
  leadsTo('sim-search', 'https://www.google.com/maps/search/pizza/@41.9,12.48,14z', 'a search on the map'),
  leadsTo('sim-route', 'https://www.google.com/maps/dir/Roma/Milano/data=!4m2!4m1!3e0', 'a route'),
  leadsTo('sim-home', 'https://www.google.com/maps', 'the start page of the map'),
  leadsTo(
    'sim-invented',
    'https://www.google.com/maps/place/X/data=!4m2!3m1!1s0x8e8e8e8e8e8e8e8e:0x8e8e8e8e8e8e8e8e',
    'a listing that does not exist',
  ),
]

const failing: readonly SpecialLink[] = [
  answers('sim-dead', deadLinkPage(), '404 Dynamic Link Not Found, as every unknown code'),
  { link: 'goo.gl/maps/sim-gone', says: '410', reply: () => ({ answer: deadLinkPage(410) }) },
  onceThen('sim-flaky', '404 the first time, then a listing', { answer: deadLinkPage() }),
  onceThen('sim-503-once', '503 the first time, then a listing', { answer: html(503, 'Service Unavailable') }),
  onceThen('sim-reset-once', 'a reset the first time, then a listing', {
    answer: html(200, ''),
    behaviour: { transport: 'reset' },
  }),
  answers('sim-403', html(403, 'Forbidden'), '403'),
  answers('sim-429', html(429, 'Too Many Requests'), '429 without a block page'),
  answers('sim-500', html(500, 'Internal Server Error'), '500'),
  answers('sim-503', html(503, 'Service Unavailable'), '503'),
  leadsTo('sim-sorry', sorryTarget(`https://${host}/sim-sorry`), 'the block page, which answers 429'),
  leadsTo('sim-sorry-named', sorryTarget(target), 'the block page around a link that names the listing'),
  leadsTo('sim-self', `https://${host}/sim-self`, 'leads to itself'),
  leadsTo('sim-loop', `https://${host}/sim-loop-back`, 'two links that lead to each other'),
  leadsTo('sim-loop-back', `https://${host}/sim-loop`, 'the other one'),
  leadsTo('sim-endless', `https://${host}/sim-endless-1`, 'a chain without an end'),
  link('sim-endless-<N>', 'its N-th link', (step) => ({ to: `https://${host}/sim-endless-${Number(step) + 1}` })),
  answers(
    'sim-no-location',
    { ...redirect(target), headers: { 'content-type': 'text/html' } },
    '302 without a Location',
  ),
  answers('sim-empty-location', redirect(''), '302 with an empty Location'),
  leadsTo(
    'sim-long-location',
    `https://www.google.com/maps/place/${'x'.repeat(9000)}/`,
    'a Location of 9,000 characters',
  ),
  answers('sim-page', html(200, '<html><title>Google Maps</title></html>'), '200 with a page that leads nowhere'),
  answers('sim-desktop-evil', desktopPage('http://169.254.169.254/'), 'data-desktop-link to a private address'),
]

const onTheWay: readonly SpecialLink[] = [
  onRedirect('sim-slow', '10 s before the redirect', { delayMs: 10_000 }),
  onRedirect('sim-hang', 'never answered', { transport: 'hang' }),
  onRedirect('sim-reset', 'connection reset', { transport: 'reset' }),
  onRedirect('sim-drip-headers', 'a redirect byte by byte', { transport: 'drip_headers' }),
  onRedirect('sim-not-http', 'something else than HTTP', { transport: 'not_http' }),
  onRedirect('sim-big-redirect', 'a redirect with 10 MB behind it, which nobody needs to read', { transport: 'big' }),
  onRedirect('sim-drip-redirect', 'a redirect with a dripping body', { transport: 'drip' }),
  onPage('sim-drip', 'data-desktop-link in a dripping page', { transport: 'drip' }),
  onPage('sim-reset-body', 'in a page that is reset half way', { transport: 'reset_in_body' }),
  onPage('sim-cut', 'in a page that closes half way', { transport: 'cut_short' }),
  onPage('sim-truncated', 'in the half of a page that is not sent', { transport: 'truncate' }),
  onPage('sim-big', 'behind 10 MB', { transport: 'big' }),
  onPage('sim-gzip-bomb', 'the same, packed', { transport: 'gzip_bomb' }),
]

const toTricks: readonly SpecialLink[] = redirectTricks.map(({ name, location }) =>
  leadsTo(`sim-to-${name}`, location, location.slice(0, 60)),
)

const profiles: readonly SpecialLink[] = [
  {
    link: 'g.page/sim-cid-<CID>',
    says: 'a place page with its id',
    reply: (cid) => ({ to: desktopTarget(listingOf(cid)) }),
  },
  {
    link: 'g.page/sim-name-<CID>',
    says: 'a search for the name',
    reply: (cid) => ({ to: `https://www.google.com/search?q=${encodeURIComponent(listingOf(cid).title)}` }),
  },
  {
    link: 'g.page/sim-camera-<CID>',
    says: 'a place page with name and camera, without an id',
    reply: (cid) => ({ to: namedTarget(listingOf(cid)) }),
  },
]

const strangelyResolved: readonly SpecialLink[] = strangeLinks.map(({ link, says }) => ({
  link,
  says: `to the Resolution API ${says}; its redirect leads to ${landmark.title}`,
  reply: () => ({ to: target }),
}))

/** Every short link with its own behavior, by group. The first match wins. */
export const specialLinks = { leadingOn, failing, onTheWay, toTricks, profiles, strangelyResolved } as const

/** The last redirect goes to the listing; earlier redirects alternate between the two short-link hosts. */
function hop(hops: number): string {
  if (!(hops > 1)) return target
  return `https://${hops % 2 === 0 ? 'goo.gl/maps' : host}/sim-hops-${hops - 1}`
}
