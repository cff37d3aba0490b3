import type { Cid } from '@/server/places/identifiers/cid'
import { firstOf, googleSite, type LinkUrl } from './link-url'
import type { Location } from './location'

/** Display names for the kinds of text. */
export const formWords = {
  place_id: 'place id',
  feature_id: 'feature id',
  cid: 'CID',
  place_link: 'desktop map link',
  mobile_link: 'mobile map link',
  cid_link: 'CID link',
  place_id_link: 'place id link',
  search_link: 'map search link',
  directions_link: 'directions link',
  embed_link: 'embed link',
  review_link: 'review link',
  google_search_link: 'Google Search link',
  hotel_link: 'Google hotel link',
  business_profile_link: 'Business Profile link',
  earth_link: 'Google Earth link',
  api_link: 'Places API address',
} as const

export type ReferenceForm = keyof typeof formWords

/** A string that identifies one listing without following a link. */
export interface ListingReference {
  kind: 'listing'
  form: ReferenceForm
  cid: Cid
  /** Begins with `ChIJ`; null if the text has only the CID. */
  placeId: string | null
  /** The Knowledge Graph id, `/g/…` or `/m/…`, if the link has one for this listing; otherwise null. */
  kgId: string | null
  /** The listing's name in the link; null if the link has none. Never rely on the name as an identifier. */
  title: string | null
  /** The listing's own position in the link; null if the link has none. */
  location: Location | null
  /** Whether a single number in the text identifies the listing, so that the last digits could be missing. */
  canBeCut: boolean
  /** Whether the text has the CID only as a decimal number that a program may have rounded. */
  canBeRounded: boolean
}

/** A string with a short link that must be followed to find the listing. */
interface ShortLinkReference {
  kind: 'short_link'
  link: ShortLink
  /** The listing in the rest of the text, or null; the short link must point to the same listing. */
  listingInText: ListingReference | null
}

/** The reference parsed from pasted text. */
export type Reference = ListingReference | ShortLinkReference

/** Returns a description of the recognized text, such as "desktop map link". */
export function referenceWords(reference: Reference): string {
  return reference.kind === 'listing' ? formWords[reference.form] : 'share link'
}

/** A link whose target is unknown until the link is followed. */
export interface ShortLink {
  /** Lowercase, e.g. `maps.app.goo.gl`. */
  host: string
  /** Without a leading slash or query, e.g. `AK13hVJLjnveWZqJA`, `maps/AK13hVJLjnveWZqJA`, `kgs/91UYXud`. */
  path: string
}

/** Returns the address to follow. */
export function shortLinkUrl({ host, path }: ShortLink): string {
  return `https://${host}/${path}`
}

/** The form of a short link's path, by host. The code ends at the first character that a code cannot contain. */
const shortLinks: ReadonlyMap<string, RegExp> = new Map([
  ['maps.app.goo.gl', /^\/([\w-]+)/],
  ['goo.gl', /^\/((?:app\/)?maps\/[\w-]+)/],
  ['share.google', /^\/([\w-]+)/],
  ['g.co', /^\/(kgs\/[\w-]+)/],
  ['g.page', /^\/(?![rR](?![\w-]|\.[\w-]))([\w-]+(?:\.[\w-]+)*)/],
])

/** Chat programs put `_` around text in italics, and an email filter appends `__` to links. No code ends with `_`. */
const withoutMarks = (code: string): string => code.replace(/(?<=[^/_])_+$/, '')

/** Returns the hosts of short links. */
export const shortLinkHosts = (): string[] => [...shortLinks.keys()]

/** Whether this host serves Google's short links, including links for other products. */
export function isShortLinkHost(host: string): boolean {
  return shortLinks.has(host)
}

/**
 * Parses maps.app.goo.gl, goo.gl/maps, share.google, g.co/kgs, and g.page links, and `google.com/share.google?q=<code>`, which is
 * the first hop of share.google/<code>. Returns null for other links and for short links without a code.
 */
export function readShortLink({ host, path, query }: LinkUrl): ShortLink | null {
  if (path.toLowerCase() === '/share.google' && googleSite(host) === 'www') {
    const code = /^[\w-]+/.exec(firstOf(query, 'q') ?? '')?.[0]
    return code === undefined ? null : { host: 'share.google', path: withoutMarks(code) }
  }
  const found = shortLinks.get(host)?.exec(path)?.[1]
  return found === undefined ? null : { host, path: withoutMarks(found) }
}

const cutShort = /^(?:maps\.app\.goo\.gl|share\.google|g\.page)(?:\/|$)|^(?:goo\.gl\/(?:app\/)?maps|g\.co\/kgs)\/?$/i

/** Whether a link is a short link without its code. */
export function isShortLinkCutOff({ host, path }: LinkUrl): boolean {
  return cutShort.test(host + path)
}

/** Whether a short link has its full code, judging by its length. These hosts' codes have 17 characters. */
export const isWholeCode = ({ host, path }: ShortLink): boolean =>
  /^(?:maps\.app\.goo\.gl|goo\.gl|share\.google)$/.test(host) && /(?:^|\/)[A-Za-z0-9]{17}$/.test(path)
