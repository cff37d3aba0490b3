import { type Cid, cidFromBits } from '@/server/places/identifiers/cid'
import { featureIdOf, formatFeatureId, placeIdOf } from '@/server/places/identifiers/feature-id'
import type { Location } from '@/server/places/links/location'
import { sampleListings } from '@/server/places/sources/sample/listings'
import { recordedLocation } from '@/server/places/sources/sample/locations'

/** A listing in the simulated Google. */
export interface SimulatedListing {
  cid: Cid
  placeId: string
  /** In English. */
  title: string
  /** The title in other languages, by language code. */
  titles?: Readonly<Record<string, string>>
  /** Null for a business without premises. */
  address: string | null
  /** ISO 3166-1 alpha-2. */
  country: string
  /** Null if the count is null, and vice versa, as in every recorded response. */
  rating: number | null
  reviewsCount: number | null
  pin: Location | null
  /** As Google writes it. */
  businessStatus: SimulatedStatus
}

export const simulatedStatuses = [
  'OPERATIONAL',
  'CLOSED_TEMPORARILY',
  'CLOSED_PERMANENTLY',
  'FUTURE_OPENING',
  /** Not documented. Google may add others at any time. */
  'UNDER_WATER',
] as const

type SimulatedStatus = (typeof simulatedStatuses)[number]

/** The listings of the sample. A listing whose rating was recorded without a count has neither here. */
export const simulatedSample: readonly SimulatedListing[] = sampleListings.map((listing) => {
  const { placeId, title, address, country, rating, reviewsCount, local } = listing
  const cid = featureIdOf(placeId)?.cid
  if (cid === undefined) throw new Error(`The sample has a place id without a CID: ${placeId}`)
  const rated = rating !== null && reviewsCount !== null
  const reviews = rated ? { rating, reviewsCount } : { rating: null, reviewsCount: null }
  const titles = local ? { [local.language]: local.title } : {}
  const pin = recordedLocation(placeId)
  return { cid, placeId, title, titles, address, country, pin, businessStatus: 'OPERATIONAL', ...reviews }
})

/** The default listing for special links and places. */
export const landmark: SimulatedListing = sampleCalled('Trevi Fountain')

function sampleCalled(name: string): SimulatedListing {
  const listing = simulatedSample.find(({ title }) => title === name)
  if (listing === undefined) throw new Error(`The sample has lost ${name}.`)
  return listing
}

/** The distance between two numbered CIDs. None of them looks rounded, because none ends in zeros. */
const step = 10n
const firstNumbered = 9_100_000_000_000_000_001n
const maxNumbered = 1_000_000n

/**
 * One of a million invented listings, for load tests that need more than the sample has.
 * @param number from 0; its CID is 9100000000000000001 + 10 * number.
 */
export function numberedListing(number: number): SimulatedListing {
  return {
    ...madeUpIds(firstNumbered + step * BigInt(number)),
    title: `Numbered listing ${number}`,
    titles: { de: `Eintrag ${number}` },
    address: `${number} Simulated Street, Springfield, IL 62701, USA`,
    country: 'US',
    rating: 1 + (number % 41) / 10,
    reviewsCount: 1 + number,
    pin: { latitude: (398_000 + (number % 1000)) / 10_000, longitude: -89.64 },
    businessStatus: 'OPERATIONAL',
  }
}

/** Returns the numbered listing with a CID; null for any other CID. */
export function numberedListingOf(cid: Cid): SimulatedListing | null {
  const number = (cid - firstNumbered) / step
  const isNumbered = cid >= firstNumbered && number < maxNumbered && firstNumbered + step * number === cid
  return isNumbered ? numberedListing(Number(number)) : null
}

/** Returns the numbered listing with this name, in English or German; null if there is none. */
export function numberedListingCalled(name: string): SimulatedListing | null {
  const number = /^(?:numbered listing|eintrag) (\d{1,6})$/i.exec(name)?.[1]
  return number === undefined ? null : numberedListing(Number(number))
}

/** A listing with a short CID: only 1 in 1,000 are this short. A link that ends with this CID may have been cut off. */
export const shortListing: SimulatedListing = {
  ...numberedListing(0),
  ...madeUpIds(2n ** 54n - 12_345n),
  title: 'Listing with a short CID',
}

/** A listing whose CID looks rounded, as 1 in 1,000 real CIDs does. */
export const roundListing: SimulatedListing = {
  ...numberedListing(0),
  ...madeUpIds(6_632_276_819_129_090_000n, 0x393b_3164_ce4e_3d5fn),
  title: 'Listing with a round CID',
}

/** One of the simulator's own CIDs, with a place id. The same CID has different place ids in different cells. */
export function madeUpIds(number: bigint, cell = 0x4b5e_1100_0000_0001n): { cid: Cid; placeId: string } {
  const cid = cidFromBits(number)
  return { cid, placeId: placeIdOf({ cell, cid }) }
}

/** Returns the feature id as it appears in map links, e.g. `0x47e66e2964e34e2d:0x8ddca9ee380ef7e0`. */
export function featureIdText({ placeId, cid }: Pick<SimulatedListing, 'placeId' | 'cid'>): string {
  return formatFeatureId(featureIdOf(placeId) ?? { cell: 0n, cid })
}
