import { randomInt } from 'node:crypto'
import { featureIdText, madeUpIds, numberedListing, type SimulatedListing } from '../simulator/listings'
import { placeLinks } from '../support/place-links'
import { oneOf } from './chance'

/** A call and its expected response. */
export interface Question {
  operation: string
  method: string
  path: string
  body: string
  /** Overrides the caller's own key. */
  key?: string
  /** The exact body of a 200 response without `rate_limit`; null if the call must fail. */
  expected: object | null
  /** The expected problem code if `expected` is null; null otherwise. */
  refusal: string | null
}

const most64 = 2n ** 64n - 1n
const random64 = (): bigint =>
  BigInt(`0x${Buffer.from(Array.from({ length: 8 }, () => randomInt(256))).toString('hex')}`)
const hex = (value: bigint) => `0x${value.toString(16)}`
const mapsUrl = (cid: bigint) => `https://maps.google.com/?cid=${cid}`

const ask = (operation: string, input: object, expected: object): Question => ({
  operation,
  method: 'POST',
  path: `/api/${operation}`,
  body: JSON.stringify(input),
  expected,
  refusal: null,
})

function convert(): Question {
  const cid = random64()
  const text = [String(cid), hex(cid), hex(cid).toUpperCase().replace('X', 'x')][randomInt(3)]
  return ask(
    'convert',
    { cid: text },
    { cid_decimal: String(cid), hex_cid: hex(cid), maps_url: mapsUrl(cid), schema_hasmap: mapsUrl(cid) },
  )
}

const wireRating = ({ rating, reviewsCount }: SimulatedListing) => ({
  rating: rating === null ? null : rating.toFixed(1),
  // Google omits both fields when there are no reviews.
  reviews_count: reviewsCount ?? 0,
})

const identifiers = ({ cid, placeId }: SimulatedListing) => ({ cid: String(cid), hex_cid: hex(cid), place_id: placeId })

/** Resolves a listing by its place id, a desktop link, or a share link. */
function resolve(listings: number): Question {
  const listing = numberedListing(randomInt(listings))
  const texts = [
    listing.placeId,
    `https://www.google.com/maps/place/X/data=!4m2!3m1!1s${featureIdText(listing)}`,
    shareLink(listing),
  ]
  return resolveOf(listing, texts[randomInt(10)] ?? listing.placeId)
}

/** Resolves a numbered listing by its share link, which must be followed. */
export function shareLinkOf(number: number): Question {
  const listing = numberedListing(number)
  return resolveOf(listing, shareLink(listing))
}

const shareLink = ({ cid }: SimulatedListing) => `https://maps.app.goo.gl/sim-cid-${cid}`

const resolveOf = (listing: SimulatedListing, url: string): Question =>
  ask(
    'resolve',
    { url },
    {
      title: listing.title,
      title_language: 'en',
      address: listing.address,
      location: listing.pin,
      business_status: 'operational',
      ...identifiers(listing),
      ...wireRating(listing),
      ...links(listing),
      schema_hasmap: mapsUrl(listing.cid),
      feature_id: featureIdText(listing),
      kg_id: null,
      listing_status: 'listed',
      moved_from: null,
    },
  )

const links = ({ cid, placeId }: SimulatedListing) => ({
  maps_url: mapsUrl(cid),
  ...placeLinks(placeId),
})

/** Searches for a name that exactly one listing has. */
function search(listings: number): Question {
  const listing = numberedListing(randomInt(listings))
  const { title, address } = listing
  const facts = {
    title,
    title_language: 'en',
    address,
    location: listing.pin,
    business_status: 'operational',
    ...wireRating(listing),
  }
  const result = { ...facts, ...identifiers(listing), ...links(listing) }
  return ask('search', { name: title }, { results: [result] })
}

export const refused = (operation: string, body: string, refusal: string): Question => ({
  operation,
  method: 'POST',
  path: `/api/${operation}`,
  body,
  expected: null,
  refusal,
})

/** A listing that does not exist in the simulated Google. */
const unknownPlaceId = madeUpIds(5n).placeId

const bad: ReadonlyArray<() => Question> = [
  () => refused('convert', '{"cid":', 'invalid_request'),
  () => refused('convert', '[]', 'invalid_request'),
  () => refused('convert', '{"cid":7}', 'invalid_cid'),
  () => refused('convert', JSON.stringify({ cid: String(most64 + 1n + random64()) }), 'invalid_cid'),
  () => refused('resolve', JSON.stringify({ url: 'a'.repeat(17_000) }), 'payload_too_large'),
  () => refused('resolve', '{"url":"https://www.google.com/maps/@50.08,14.42,17z"}', 'no_listing_in_link'),
  () => refused('resolve', '{"url":"https://example.com/"}', 'unsupported_link'),
  () => refused('resolve', JSON.stringify({ url: unknownPlaceId }), 'listing_not_found'),
  () => ({ ...refused('convert', '{"cid":"1"}', 'method_not_allowed'), method: 'PUT' }),
  () => ({ ...refused('convert', '{"cid":"1"}', 'route_not_found'), path: '/api/converts' }),
  () => ({ ...refused('convert', '{"cid":"1"}', 'invalid_api_key'), key: `pr_live_${'a'.repeat(44)}` }),
  () => ({ ...refused('convert', '{"cid":"1"}', 'invalid_api_key'), key: 'nonsense' }),
]

/**
 * Returns a question of any kind: about half are conversions, and 10% are invalid.
 * @param listings the number of different listings requested.
 */
export function anyQuestion(listings = 100_000): Question {
  const die = randomInt(100)
  if (die < 10) return oneOf(bad)?.() ?? convert()
  if (die < 30) return search(listings)
  return die < 55 ? resolve(listings) : convert()
}
