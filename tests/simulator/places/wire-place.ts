import { encodeBase64Url } from '@/server/places/identifiers/base64url'
import { decimalCid } from '@/server/places/identifiers/cid'
import { featureIdOf } from '@/server/places/identifiers/feature-id'
import type { Location } from '@/server/places/links/location'
import { featureIdText, type SimulatedListing } from '../listings'
import { withoutCountry } from './country-names'
import type { PlacesMethod } from './errors'

/** A Place as JSON. Fields that a listing does not have are omitted, as in proto3. */
export type WirePlace = Record<string, unknown>

/** The fields of a Place that a mask may contain. Fields that are not simulated are never returned. */
export const placeFields: ReadonlySet<string> = new Set(
  `accessibilityOptions addressComponents addressDescriptor adrFormatAddress allowsDogs attributions businessStatus
  containingPlaces currentOpeningHours displayName editorialSummary formattedAddress googleMapsLinks googleMapsUri
  goodForChildren iconBackgroundColor iconMaskBaseUri id internationalPhoneNumber location movedPlace movedPlaceId name
  nationalPhoneNumber openingDate photos plusCode postalAddress priceLevel priceRange primaryType
  primaryTypeDisplayName pureServiceAreaBusiness rating regularOpeningHours reviews shortFormattedAddress
  subDestinations timeZone types userRatingCount utcOffsetMinutes viewport websiteUri`.split(/\s+/),
)

/**
 * Formats a listing like Places API (New), with every simulated field.
 * @param region the call's `regionCode`: the postal address omits this country.
 * @param language the call's `languageCode`. A place without a title in this language has the English one.
 */
export function wirePlace(
  listing: SimulatedListing,
  method: PlacesMethod,
  region: string | null,
  language: string | null,
): WirePlace {
  const [languageCode = 'en'] = language?.split('-') ?? []
  const localTitle = listing.titles?.[languageCode]
  const { placeId, title, address, country, rating, reviewsCount, pin, businessStatus } = listing
  const formattedAddress = address === null ? null : withoutCountry(address, country, region)
  const place: Record<string, unknown> = {
    name: `places/${placeId}`,
    id: placeId,
    types: ['point_of_interest', 'establishment'],
    formattedAddress,
    addressComponents: [{ longText: country, shortText: country, types: ['country', 'political'], languageCode: 'en' }],
    location: pin && nonZero(pin),
    rating,
    googleMapsUri: mapsUri(listing, method),
    businessStatus,
    userRatingCount: reviewsCount,
    displayName: { text: localTitle ?? title, languageCode: localTitle ? languageCode : 'en' },
    googleMapsLinks: mapsLinks(listing, method),
    pureServiceAreaBusiness: address === null ? true : null,
    postalAddress: {
      regionCode: country,
      languageCode: 'en',
      ...(formattedAddress && { addressLines: [formattedAddress] }),
    },
  }
  return Object.fromEntries(Object.entries(place).filter(([, value]) => value !== null))
}

/** As in proto3, a zero is omitted. */
const nonZero = (location: Location) => Object.fromEntries(Object.entries(location).filter(([, value]) => value !== 0))

/** The official URL of a place, the only documented field that contains its CID. */
function mapsUri({ placeId, cid }: SimulatedListing, method: PlacesMethod): string {
  return `https://maps.google.com/?cid=${decimalCid(featureIdOf(placeId)?.cid ?? cid)}&g_mp=${mapsParameter(method)}`
}

function mapsLinks(listing: SimulatedListing, method: PlacesMethod) {
  const id = featureIdText(listing)
  const tail = `?g_mp=${mapsParameter(method)}`
  return {
    directionsUri: `https://www.google.com/maps/dir//''/data=!4m7!4m6!1m1!4e2!1m2!1m1!1s${id}!3e0${tail}`,
    placeUri: mapsUri(listing, method),
    writeAReviewUri: `https://www.google.com/maps/place//data=!4m3!3m2!1s${id}!12e1${tail}`,
    reviewsUri: `https://www.google.com/maps/place//data=!4m4!3m3!1s${id}!9m1!1b1${tail}`,
    photosUri: `https://www.google.com/maps/place//data=!4m3!3m2!1s${id}!10e5${tail}`,
  }
}

/** `g_mp`: a Protocol Buffers message with the method's full name in field 1 and three small numbers. */
function mapsParameter(method: PlacesMethod): string {
  const name = Buffer.from(`google.maps.places.v1.Places.${method}`)
  return encodeBase64Url(Buffer.from([0x0a, name.length, ...name, 0x10, 2, 0x18, 1, 0x20, 0]))
}
