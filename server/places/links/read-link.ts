import { unescaped } from './escapes'
import { beforeEllipsis } from './find-links'
import { isCutOf } from './found-identifiers'
import { readApiLink, readGoogleLink, readProfileLink } from './google-links'
import { type GoogleSite, googleSite, type LinkUrl, parseLinkUrl } from './link-url'
import { readMapUrl } from './map-link'
import { readMapListing } from './map-listing'
import { refuseMapLink } from './no-listing'
import { isShortLinkCutOff, isShortLinkHost, type ListingReference, type Reference, readShortLink } from './reference'
import { isTooShort, noListing, type Refusal, shortened, tooShort, unsupported, whatToPaste } from './refusal'
import { decodings, webAddressOf, wrappedLinks } from './unwrap'
import type { Work } from './work'

export type Reading = Reference | Refusal

/** How deep wrappers may be nested: a block page around a consent page around a link. */
const maxWrappers = 3
const longestHostShown = 60

const strangeAddress = `The address in this link is malformed. ${whatToPaste}`

const isWebAddress = (text: string) => /^https?:/i.test(text)

/** Parses one link, without the text around it. */
export function readLink(link: string, work: Work): Reading {
  return readAddress(isWebAddress(link) ? link : webAddressOf(link), maxWrappers, work)
}

/** Parses an address and rejects a number that is too short to be a CID. */
function readAddress(text: string, wrappers: number, work: Work): Reading {
  const reading = readWhole(text, wrappers, work)
  if (reading.kind !== 'listing') return reading
  const isAtEnd = () => cidIn(readWhole(`${text}0`, wrappers, work)) !== reading.cid
  return isTooShort(reading, isAtEnd) ? tooShort(text, reading) : reading
}

/** Returns a parsed link's CID, or the CID that the link has if it turns out to be complete; null if there is none. */
export function cidIn(reading: Reading) {
  if (reading.kind === 'listing') return reading.cid
  return reading.kind === 'refused' ? (reading.ifWhole?.cid ?? null) : null
}

function readWhole(text: string, wrappers: number, work: Work): Reading {
  work.countLink(text)
  const decoded = /^https?%/i.test(text) ? decodings(text).map(unescaped).find(isWebAddress) : text
  const url = parseLinkUrl(decoded ?? text)
  if (url === null) return unsupported(strangeAddress, 'other_site')
  const site = googleSite(url.host)
  if (isMapPage(site, url)) return readMap(url, work)
  if (wrappers > 0) {
    const inside = bestOf(wrappedLinks(url).flatMap((spellings) => firstReading(spellings, wrappers - 1, work) ?? []))
    if (inside) return inside
  }
  const named = readProfileLink(url) ?? readShort(url) ?? readApiLink(url, work)
  return named ?? (site && readGoogleLink(site, url, work)) ?? unsupported(foreign(url), 'other_site')
}

function firstReading(spellings: readonly string[], wrappers: number, work: Work): Reading | null {
  let refusal: Refusal | null = null
  for (const spelling of spellings) {
    const link = unescaped(spelling)
    const reading = readAddress(link, wrappers, work)
    const start = beforeEllipsis(link)
    if (
      reading.kind === 'listing' &&
      start !== null &&
      /^(?:<[^<>]*>|%[\da-f]{2}|\P{L})*$/iu.test(link.slice(start.length))
    )
      return shortened(start)
    if (reading.kind !== 'refused') return reading
    refusal ??= reading
  }
  return refusal
}

function readShort(url: LinkUrl): Reading | null {
  const link = readShortLink(url)
  if (link) return { kind: 'short_link', link, listingInText: null }
  if (/^search\.app(?:\.goo\.gl)?$/.test(url.host)) return noListing('google_app')
  return isShortLinkCutOff(url) ? noListing('missing_code') : null
}

/** Whether a link belongs to Google Maps rather than to another part of Google on the same hosts. */
function isMapPage(site: GoogleSite | null, { path }: LinkUrl): boolean {
  if (site === 'maps') return !/^\/(?:local|earth|travel|amp|sorry|url)(?:\/|$)/i.test(path)
  return (site === 'www' || site === 'search') && /^\/+maps(?:\/|$)/i.test(path)
}

function readMap(url: LinkUrl, work: Work): Reading {
  const map = readMapUrl(url)
  return readMapListing(map, work) ?? refuseMapLink(map)
}

function foreign({ host }: LinkUrl): string {
  if (googleSite(host) || isShortLinkHost(host)) return `This Google link is not a map link. ${whatToPaste}`
  return `${host.length > longestHostShown ? 'This' : host} is not a Google Maps address. ${whatToPaste}`
}

/**
 * Combines the links in one string. The links may point to the same listing in several ways. Two different short links
 * count as two listings, because only following both could show that they have the same target.
 */
export function bestOf(readings: readonly Reading[]): Reading | null {
  const listings = readings.flatMap((reading) => listingIn(reading) ?? [])
  const shortLinks = readings.filter((reading) => reading.kind === 'short_link')
  const [listing] = listings
  const [shortLink] = shortLinks
  const isOne =
    listings.every(({ cid }) => cid === listing?.cid) &&
    shortLinks.every(({ link }) => link.host === shortLink?.link.host && link.path === shortLink.link.path)
  if (!isOne) return noListing('several')
  const refusals = readings.filter((reading) => reading.kind === 'refused')
  const doubt = refusals.find((refusal) => isDoubt(refusal, listing))
  if (doubt) return doubt
  if (shortLink) return { ...shortLink, listingInText: merged(listings) }
  return merged(listings) ?? refusals.find(({ code }) => code === 'no_listing_in_link') ?? refusals[0] ?? null
}

/** Whether a rejected link may point to a different listing than the other links. */
function isDoubt({ why, ifWhole }: Refusal, listing: ListingReference | undefined): boolean {
  if (why === 'several' || why === 'disagreeing') return true
  if (ifWhole === null) return why === 'cut_off' && listing === undefined
  return listing === undefined || !(listing.cid === ifWhole.cid || isCutOf(ifWhole.cid, listing.cid))
}

function listingIn(reading: Reading): ListingReference | null {
  if (reading.kind === 'listing') return reading
  return reading.kind === 'short_link' ? reading.listingInText : null
}

/** Combines several links to the same listing. */
function merged(listings: readonly ListingReference[]): ListingReference | null {
  const [first] = listings
  if (!first) return null
  const known = <Field extends 'placeId' | 'kgId' | 'title' | 'location'>(field: Field) =>
    listings.find((listing) => listing[field] !== null)?.[field] ?? null
  const canBeCut = listings.length === 1 && first.canBeCut
  const canBeRounded = listings.every((listing) => listing.canBeRounded)
  const [placeId, kgId] = [known('placeId'), known('kgId')]
  return { ...first, placeId, kgId, title: known('title'), location: known('location'), canBeCut, canBeRounded }
}
