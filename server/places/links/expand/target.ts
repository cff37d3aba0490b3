import { firstOf, googleSite, type LinkUrl, parseLinkUrl, queryDecode } from '@/server/places/links/link-url'
import { type Location, locationInData, readLocation } from '@/server/places/links/location'
import { type MapLink, rawPlaceName, readMapUrl } from '@/server/places/links/map-link'
import { decodeName, kgIdOfNode, kgIdPath, readKgId, titleFrom } from '@/server/places/links/place-names'
import { readReference } from '@/server/places/links/read-reference'
import { isShortLinkCutOff, type ListingReference } from '@/server/places/links/reference'
import { noListing, refusalError, UnreadableText } from '@/server/places/links/refusal'
import { decodings, wrappedLinks } from '@/server/places/links/unwrap'
import { PinrefError } from '@/server/platform/problems/errors'

/**
 * The target of a short link: a listing, or only a name if the page has no identifier. A source must then find the listing with
 * exactly that name (near that position, if known).
 */
export type ExpandedLink =
  | { kind: 'listing'; reference: ListingReference }
  | { kind: 'name'; name: string; location: Location | null; kgId: string | null }

/** A map link that does not point to one listing; the error describes the link. */
export interface NamesNothing {
  kind: 'names_nothing'
  error: PinrefError
}

/**
 * The result of reading an address in a redirect chain before it is requested. The address in `onward` must be
 * requested, without its wrappers.
 */
export type Target = ExpandedLink | NamesNothing | { kind: 'blocked' } | { kind: 'onward'; url: URL }

/** How deep wrappers may be nested: a block page around a consent page around a link. */
const maxWrappers = 3

/** Parses an address in a chain without requesting it. Pure. */
export function readTarget(url: URL): Target {
  const reading = readAddress(url)
  if (reading?.kind === 'listing') return { kind: 'listing', reference: reading }
  const { inside, consent, block } = unwrap(url)
  const link = parseLinkUrl(inside.href)
  const named = link && readName(link)
  if (named) return named
  if (block) return { kind: 'blocked' }
  if (reading?.kind === 'names_nothing' && !(link && isShortLinkCutOff(link))) return reading
  // With this parameter, Google does not return the consent page for the same address again.
  if (consent) inside.searchParams.set('ucbcb', '1')
  return { kind: 'onward', url: inside }
}

function readAddress({ href }: URL): ListingReference | NamesNothing | null {
  try {
    const reference = readReference(href)
    return reference.kind === 'listing' ? reference : null
  } catch (error) {
    // An address from a server is complete and exact, no matter how its number looks.
    if (error instanceof UnreadableText && error.ifWhole) return error.ifWhole
    if (error instanceof UnreadableText && error.why === 'too_long')
      return { kind: 'names_nothing', error: refusalError(noListing('overloaded')) }
    if (!(error instanceof PinrefError)) throw error
    return error.code === 'no_listing_in_link' ? { kind: 'names_nothing', error } : null
  }
}

/** Returns the address inside wrappers, and whether the wrappers include a consent page or a block page. */
function unwrap(url: URL): { inside: URL; consent: boolean; block: boolean } {
  const found = { inside: new URL(url), consent: false, block: false }
  for (let depth = 0; depth < maxWrappers; depth++) {
    const link = parseLinkUrl(found.inside.href)
    if (link === null) break
    found.block ||= isBlockPage(link)
    const inside = webAddress(wrappedLinks(link).flat())
    if (inside === null) break
    found.consent ||= googleSite(link.host) === 'consent'
    found.inside = inside
  }
  return found
}

function isBlockPage({ host, path }: LinkUrl): boolean {
  return path.startsWith('/sorry/') && (googleSite(host) !== null || /^ipv[46]\.google\.com$/.test(host))
}

function webAddress(spellings: readonly string[]): URL | null {
  const text = spellings.find((spelling) => /^https?:\/\//i.test(spelling))
  return text === undefined || !URL.canParse(text) ? null : new URL(text)
}

/** Reads the name in `/search?q=NAME` or `/maps/place/NAME`; null for other links. */
function readName(link: LinkUrl): ExpandedLink | null {
  const { host, path, query } = link
  const site = googleSite(host)
  if ((site === 'www' || site === 'search') && /^\/search$/i.test(path)) {
    return named(firstOf(query, 'q'), null, readKgId(queryDecode(firstOf(query, 'kgmid') ?? '')))
  }
  if (site !== 'maps' && !(site === 'www' && /^\/+maps\//i.test(path))) return null
  const map = readMapUrl(link)
  if (map.page !== 'place') return null
  const kgNode = map.tree.find((node) => node.path === kgIdPath)
  return named(rawPlaceName(map), positionIn(map), kgNode ? kgIdOfNode(kgNode) : null)
}

function named(raw: string | undefined, location: Location | null, kgId: string | null): ExpandedLink | null {
  const name = titleFrom(decodeName(raw ?? ''))
  return name === null ? null : { kind: 'name', name, location, kgId }
}

/** At this zoom and above, the camera shows only a few streets around the place. */
const streetZoom = 16

/** Returns the place's own position in a place link, or else the camera's position if the camera was close. */
function positionIn({ tree, camera }: MapLink): Location | null {
  const [cameraLat, cameraLng, zoom] = camera?.split(',') ?? []
  const isClose = zoom?.endsWith('z') && Number.parseFloat(zoom) >= streetZoom
  return locationInData(tree) ?? (isClose ? readLocation(cameraLat, cameraLng) : null)
}

/** An address and its target. */
export interface Step {
  url: URL
  target: Target
}

/** The content of a short link's page if the link does not redirect. */
export type PageReading = { kind: 'step'; step: Step } | { kind: 'dead' | 'blocked' | 'nothing' }

const attribute = '\\s*=\\s*(?:"([^"]*)"|\'([^\']*)\')'
const desktopLink = new RegExp(`\\bdata-desktop-link${attribute}`, 'i')
const anchors = new RegExp(`<a\\b[^<>]*?\\bhref${attribute}`, 'gi')
const maxAnchors = 100
export const longestLink = 16_000

/**
 * Parses the page that a short link returns if it does not redirect. On the page for desktop browsers, the attribute
 * `data-desktop-link` contains the target. On the page for robots, and on the small page of share.google, the target is an
 * ordinary link. If the links disagree, none of them is used. Block pages and dead pages are recognized by their text.
 * @param base the page's address, for relative links.
 */
export function readPage(html: string, base: URL): PageReading {
  const [, double, single] = desktopLink.exec(html) ?? []
  const own = double ?? single
  const step = own === undefined ? agreed(anchorTargets(html, base)) : stepTo(own, base)
  if (step) return { kind: 'step', step }
  if (/detected unusual traffic|id="captcha-form"/i.test(html)) return { kind: 'blocked' }
  return { kind: /Dynamic Link Not Found/i.test(html) ? 'dead' : 'nothing' }
}

function anchorTargets(html: string, base: URL): Step[] {
  const found: Step[] = []
  for (const [, double, single] of html.matchAll(anchors)) {
    const step = stepTo(double ?? single ?? '', base)
    if (step) found.push(step)
    if (found.length === maxAnchors) break
  }
  return found
}

/** An address that is fully encoded, including its scheme; it would parse as a relative path. */
const encoded = /^\w+%(?:25)*3a/i

/** Parses a link that may be encoded in whole or in part, once or more. The first spelling that has a target wins. */
function stepTo(attributeValue: string, base: URL): Step | null {
  if (attributeValue.length > longestLink) return null
  const raw = withoutEntities(attributeValue).trim()
  const spellings = [raw, ...decodings(raw)].filter((text) => !encoded.test(text))
  const steps = spellings.flatMap((text) => {
    const url = URL.canParse(text, base.href) ? new URL(text, base) : null
    return url && /^https?:$/.test(url.protocol) ? [{ url, target: readTarget(url) }] : []
  })
  const decisive = steps.find(({ target }) => target.kind === 'listing' || target.kind === 'name')
  return decisive ?? steps.find(({ target }) => target.kind === 'names_nothing') ?? steps[0] ?? null
}

/**
 * Returns the target that all links on a page agree on: one listing, or else one name, or else the only map link
 * without a listing.
 */
function agreed(steps: readonly Step[]): Step | null {
  for (const kind of ['listing', 'name', 'names_nothing'] as const) {
    const [first, ...others] = steps.filter(({ target }) => target.kind === kind)
    if (first) return others.every(({ target }) => sameTarget(target, first.target)) ? first : null
  }
  return null
}

function sameTarget(one: Target, other: Target): boolean {
  if (one.kind === 'listing' && other.kind === 'listing') return one.reference.cid === other.reference.cid
  return one.kind === 'name' && other.kind === 'name' && one.name === other.name
}

const entities: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' }

/** Resolves the character references that can occur in a link. */
function withoutEntities(text: string): string {
  return text.replace(/&(?:(amp|quot|apos|lt|gt)|#(\d{1,5})|#x([\da-f]{1,4}));/gi, (whole, name, decimal, hex) => {
    if (name) return entities[name.toLowerCase()] ?? whole
    return String.fromCharCode(decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16))
  })
}
