import type { IncomingHttpHeaders } from 'node:http'

/**
 * Google bills a call by the highest tier among the requested fields. Sources: Google's field mask documentation and
 * its 2026 price lists. A field that is not listed here counts as the most expensive tier.
 */
const tiers = ['IDs Only', 'Essentials', 'Pro', 'Enterprise', 'Enterprise + Atmosphere'] as const

type Tier = (typeof tiers)[number]

export type Sku =
  | `Place Details ${Tier}`
  | `Text Search ${Exclude<Tier, 'Essentials'>}`
  | 'Places Details - ID Refresh'
  | 'Place Details (Legacy)'
  | 'Resolution API'

/** The SKUs that Google never charges for, however many calls there are. */
const freeSkus: ReadonlySet<string> = new Set<Sku>([
  'Place Details IDs Only',
  'Text Search IDs Only',
  'Places Details - ID Refresh',
  'Resolution API',
])

/** Counts the calls that Google may bill. */
export const billable = (skus: Readonly<Partial<Record<Sku, number>>>): number =>
  Object.entries(skus).reduce((sum, [sku, calls]) => (freeSkus.has(sku) ? sum : sum + calls), 0)

const fieldsOfTier: ReadonlyArray<readonly [Tier, string]> = [
  ['IDs Only', 'attributions id movedPlace movedPlaceId name nextPageToken photos'],
  [
    'Essentials',
    `addressComponents addressDescriptor adrFormatAddress formattedAddress location plusCode postalAddress
    shortFormattedAddress types viewport`,
  ],
  [
    'Pro',
    `accessibilityOptions businessStatus containingPlaces displayName googleMapsLinks googleMapsUri iconBackgroundColor
    iconMaskBaseUri openingDate primaryType primaryTypeDisplayName pureServiceAreaBusiness subDestinations timeZone
    utcOffsetMinutes`,
  ],
  [
    'Enterprise',
    `currentOpeningHours internationalPhoneNumber nationalPhoneNumber priceLevel priceRange rating regularOpeningHours
    userRatingCount websiteUri`,
  ],
]

const tierOf: ReadonlyMap<string, number> = new Map(
  fieldsOfTier.flatMap(([tier, fields]) => fields.split(/\s+/).map((field) => [field, tiers.indexOf(tier)] as const)),
)

/** @param prefix `places.` for Text Search. */
function requestedTier(headers: IncomingHttpHeaders, query: URLSearchParams, prefix = ''): Tier {
  const masks = [headers['x-goog-fieldmask'], query.get('fields'), query.get('$fields')]
  const paths = masks.flatMap((mask) => (mask ? String(mask).split(',') : []))
  const dearest = tiers.length - 1
  const requested = paths.map((path) => tierOf.get(path.trim().replace(prefix, '').split('.')[0] ?? '') ?? dearest)
  return tiers[Math.max(0, ...requested)] ?? 'Enterprise + Atmosphere'
}

export const skuOfDetails = (headers: IncomingHttpHeaders, query: URLSearchParams): Sku =>
  `Place Details ${requestedTier(headers, query)}`

/** Text Search has no tier between IDs Only and Pro. */
export function skuOfSearch(headers: IncomingHttpHeaders, query: URLSearchParams): Sku {
  const tier = requestedTier(headers, query, 'places.')
  return `Text Search ${tier === 'Essentials' ? 'Pro' : tier}`
}

/** In the older API, a call is free only if it requests just the place id. */
export const skuOfLegacy = (query: URLSearchParams): Sku =>
  query.get('fields') === 'place_id' ? 'Places Details - ID Refresh' : 'Place Details (Legacy)'
