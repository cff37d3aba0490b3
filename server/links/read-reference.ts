import { webAddressOf } from './app-schemes'
import { readBareIdentifier } from './bare-identifiers'
import { findLinks } from './find-links'
import { readApiLink, readGoogleLink } from './google-links'
import { type GoogleSite, googleSite } from './hosts'
import { type LinkUrl, parseLinkUrl } from './link-url'
import { readMapUrl } from './map-link'
import { readMapListing } from './map-listing'
import { refuseMapLink } from './no-listing'
import { readProfileLink } from './profile-links'
import type { ListingReference, Reference } from './reference'
import { noListing, type Refusal, refusalError, unsupported } from './refusal'
import { isShortLinkCutOff, isShortLinkHost, readShortLink } from './short-link'
import { decodings, wrappedLinks } from './unwrap'
import { type Work, workOn } from './work'

type Reading = Reference | Refusal

/** How deep wrappers may be nested: a block page around a consent page around a link. */
const maxWrappers = 3
const longestHostShown = 60

const paste = 'Paste a share link from Google Maps, a place id or a CID.'
const plainText = `This is neither a Google Maps link nor an identifier. ${paste} To find a listing by its name, use search.`
const strangeAddress = `The address in this link is malformed. ${paste}`

/**
 * Reads what a text points at: a link of Google Maps or Google Search in any known form, share text around one, a short
 * link, a place id, a feature id or a CID. Pure: it makes no network calls, and the answer is only what the text says.
 * @param work counts the steps, for tests.
 * @throws PinrefError `no_listing_in_link` for a map link that names no single listing, `unsupported_link` for any other
 *   text; the detail says what the text is and what to paste instead.
 */
export function readReference(text: string, work: Work = workOn(text)): Reference {
  const reading = readText(text.trim(), work)
  if (reading.kind === 'refused') throw refusalError(reading)
  return reading
}

function readText(text: string, work: Work): Reading {
  const bare = readBare(text)
  if (bare) return bare
  const links = findLinks(text)
  work.countLinks(links)
  const reading = bestOf(links.map((link) => readBare(link) ?? readLink(asWebAddress(link), maxWrappers, work)))
  if (reading && reading.kind !== 'refused') return reading
  // Some programs show a link decoded, with spaces in its names.
  const joined = links.length === 1 && /\s/.test(text) ? readLink(text.replace(/\s+/g, '+'), maxWrappers, work) : null
  return joined && joined.kind !== 'refused' ? joined : (reading ?? unsupported(plainText))
}

const isWebAddress = (text: string) => /^https?:/i.test(text)
const asWebAddress = (link: string) => (isWebAddress(link) ? link : webAddressOf(link))
const readBare = (text: string) => (isWebAddress(text) ? null : readBareIdentifier(text))

/**
 * Combines what several links in one text say. They may name one listing in several ways. Two different short links
 * count as two listings, because only following them could show that they are one.
 */
function bestOf(readings: readonly Reading[]): Reading | null {
  const listings = readings.flatMap((reading) => listingIn(reading) ?? [])
  const shortLinks = readings.filter((reading) => reading.kind === 'short_link')
  const [listing] = listings
  const [shortLink] = shortLinks
  const isOne =
    listings.every(({ cid }) => cid === listing?.cid) &&
    shortLinks.every(({ link }) => link.host === shortLink?.link.host && link.path === shortLink.link.path)
  if (!isOne) return noListing('several')
  const refusals = readings.filter((reading) => reading.kind === 'refused')
  const doubt = refusals.find(({ why }) => why === 'several' || why === 'disagreeing')
  if (doubt) return doubt
  if (shortLink) return { ...shortLink, listingInText: merged(listings) }
  return merged(listings) ?? refusals.find(({ code }) => code === 'no_listing_in_link') ?? refusals[0] ?? null
}

function listingIn(reading: Reading): ListingReference | null {
  if (reading.kind === 'listing') return reading
  return reading.kind === 'short_link' ? reading.listingInText : null
}

/** Combines what several links to one listing say about it. */
function merged(listings: readonly ListingReference[]): ListingReference | null {
  const [first] = listings
  if (!first) return null
  const known = <Field extends 'placeId' | 'kgId' | 'title'>(field: Field) =>
    listings.find((listing) => listing[field] !== null)?.[field] ?? null
  return { ...first, placeId: known('placeId'), kgId: known('kgId'), title: known('title') }
}

function readLink(text: string, wrappers: number, work: Work): Reading {
  work.countLink(text)
  const decoded = /^https?%/i.test(text) ? decodings(text).find(isWebAddress) : text
  const url = parseLinkUrl(decoded ?? text)
  if (url === null) return unsupported(strangeAddress)
  const site = googleSite(url.host)
  if (isMapPage(site, url)) return readMap(url, work)
  if (wrappers > 0) {
    const inside = bestOf(wrappedLinks(url).flatMap((spellings) => firstReading(spellings, wrappers - 1, work) ?? []))
    if (inside) return inside
  }
  const named = readProfileLink(url) ?? readShort(url) ?? readApiLink(url, work)
  return named ?? (site && readGoogleLink(site, url, work)) ?? unsupported(foreign(url))
}

function firstReading(spellings: readonly string[], wrappers: number, work: Work): Reading | null {
  let refusal: Refusal | null = null
  for (const spelling of spellings) {
    const reading = readLink(spelling, wrappers, work)
    if (reading.kind !== 'refused') return reading
    refusal ??= reading
  }
  return refusal
}

function readShort(url: LinkUrl): Reading | null {
  const link = readShortLink(url)
  if (link) return { kind: 'short_link', link, listingInText: null }
  return isShortLinkCutOff(url) ? noListing('missing_code') : null
}

/** Whether a link belongs to Google Maps, and not to another part of Google on the same hosts. */
function isMapPage(site: GoogleSite | null, { path }: LinkUrl): boolean {
  if (site === 'maps') return !/^\/(?:local|earth|travel|amp|sorry|url)(?:\/|$)/i.test(path)
  return (site === 'www' || site === 'search') && /^\/+maps(?:\/|$)/i.test(path)
}

function readMap(url: LinkUrl, work: Work): Reading {
  const map = readMapUrl(url)
  return readMapListing(map, work) ?? refuseMapLink(map)
}

function foreign({ host }: LinkUrl): string {
  if (googleSite(host) || isShortLinkHost(host)) return `This Google link is not a map link. ${paste}`
  return `${host.length > longestHostShown ? 'This' : host} is not an address of Google Maps. ${paste}`
}
