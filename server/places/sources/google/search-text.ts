import * as z from 'zod'
import { type Cid, cidFromDecimal } from '@/server/places/identifiers/cid'
import { featureIdOf } from '@/server/places/identifiers/feature-id'
import type { Location } from '@/server/places/links/location'
import { foldedWords } from '@/server/places/sources/fold'
import type { ListingCandidate, ListingDetails, ListingName } from '@/server/places/sources/listing-source'
import { UpstreamFailure } from '@/server/places/upstream/failure'
import type { Lookup } from '@/server/places/upstream/lookup'
import type { AskPlaces } from './by-place-id'
import { factsOf, placeFacts } from './by-place-id'

/** A candidate with the country that shows whether it was searched for. */
export interface FoundPlace extends ListingCandidate {
  /** ISO 3166-1 alpha-2 as Google returns it; null if Google returns none. */
  country: string | null
}

export interface TextQuery {
  text: string
  /** From `readLanguage`; empty for Google's default. */
  language: string
  /** ISO 3166-1 alpha-2; null for anywhere. */
  country: string | null
  /** The area to search first; null for the whole world. */
  near: { center: Location; radiusMeters: number } | null
}

const pageSize = 20

/** Without a bias, Google searches around the caller, which is this server. */
const wholeWorld = { rectangle: { low: { latitude: -90, longitude: -180 }, high: { latitude: 90, longitude: 180 } } }

const searchAnswer = z.object({ places: z.array(z.unknown()).max(pageSize).default([]) })

const addressPart = z.object({ shortText: z.string().catch(''), types: z.array(z.string()).catch([]) })

const placeAnswer = z.object({
  id: z.string(),
  ...placeFacts.shape,
  googleMapsUri: z.string().optional(),
  addressComponents: z.array(addressPart).catch([]).default([]),
})

/** The requested fields determine the price: `rating` is in the Enterprise tier. */
const mask = Object.keys(placeAnswer.shape)
  .map((field) => `places.${field}`)
  .join()

type PlaceAnswer = z.output<typeof placeAnswer>

/**
 * Returns the results of one Text Search, in Google's order, at most 20. Omits addresses and regions (which have no
 * business status or reviews), results without a name or a CID, and malformed candidates. Throws if all candidates are
 * malformed.
 * @throws UpstreamFailure; the signal's reason if it aborts.
 */
export async function searchText({ text, language, country, near }: TextQuery, ask: AskPlaces, lookup: Lookup) {
  const answer = await ask(
    {
      path: 'places:searchText',
      mask,
      sku: 'search_enterprise',
      language,
      body: {
        textQuery: text,
        pageSize,
        // Businesses that visit their customers, such as plumbers, are listings too.
        includePureServiceAreaBusinesses: true,
        locationBias: near === null ? wholeWorld : { circle: { center: near.center, radius: near.radiusMeters } },
        ...(country !== null && { regionCode: country }),
      },
    },
    lookup,
  )
  if ('none' in answer) throw new UpstreamFailure('bad_answer', new Error(`a search returned ${answer.none}`))
  const list = searchAnswer.safeParse(answer.object)
  if (!list.success) throw new UpstreamFailure('wrong_answer', list.error)
  const read = list.data.places.map((place) => placeAnswer.safeParse(place))
  const [firstFault] = read.flatMap(({ error }) => error ?? [])
  const places = read.flatMap(({ data }) => data ?? [])
  if (places.length === 0 && firstFault) throw new UpstreamFailure('wrong_answer', firstFault)
  return places.flatMap((place) => foundPlace(place) ?? [])
}

function foundPlace(place: PlaceAnswer): FoundPlace | null {
  const { id: placeId, businessStatus } = place
  const cid = cidIn(place.googleMapsUri ?? '')
  const { title, ...facts } = factsOf(place)
  if (title === null || cid === null || (businessStatus === undefined && facts.rating === null)) return null
  return {
    cid,
    placeId,
    title,
    ...facts,
    country: place.addressComponents.find(({ types }) => types.includes('country'))?.shortText.toUpperCase() || null,
  }
}

/** Reads the CID from `https://maps.google.com/?cid=…`, the only documented field that contains it. */
function cidIn(googleMapsUri: string): Cid | null {
  if (!URL.canParse(googleMapsUri)) return null
  const cid = cidFromDecimal(new URL(googleMapsUri).searchParams.get('cid') ?? '')
  return cid === 0n ? null : cid
}

/**
 * How far a listing may be from the location in its link, which may be just the center of the map, a few blocks away.
 */
const nearMeters = 1_000

/**
 * Returns the one listing with exactly this name (ignoring case, accents, and punctuation), within a kilometer of the
 * location, if known; null if there is none, or more than one.
 */
export async function matchName(
  { name, location }: ListingName,
  ask: AskPlaces,
  lookup: Lookup,
): Promise<ListingDetails | null> {
  const expected = foldedWords(name).join(' ')
  if (expected === '') return null
  const near = location && { center: location, radiusMeters: nearMeters }
  // In another language, the listing's name could differ from the name in the link.
  const found = await searchText({ text: name, language: '', country: null, near }, ask, lookup)
  const matches = found.filter(
    (place) =>
      foldedWords(place.title).join(' ') === expected &&
      (location === null || (place.location !== null && metersBetween(place.location, location) <= nearMeters)),
  )
  const [match] = matches
  if (match === undefined || matches.some(({ cid }) => cid !== match.cid)) return null
  const { country: _, ...details } = match
  return featureIdOf(details.placeId)?.cid === details.cid ? details : null
}

const earthRadiusMeters = 6_371_000

/** Returns the distance along the surface of a sphere (haversine). */
export function metersBetween(a: Location, b: Location): number {
  const [latA, latB] = [radians(a.latitude), radians(b.latitude)]
  const half = Math.sin((latB - latA) / 2) ** 2
  const across = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  return 2 * earthRadiusMeters * Math.asin(Math.sqrt(Math.min(1, half + Math.cos(latA) * Math.cos(latB) * across)))
}

const radians = (degrees: number) => (degrees * Math.PI) / 180
