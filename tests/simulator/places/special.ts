import type { Behaviour } from '../behaviour'
import type { LegacyRefusal } from '../legacy/statuses'
import { landmark, madeUpIds, type SimulatedListing } from '../listings'
import type { PlacesError } from './errors'
import type { WirePlace } from './wire-place'

/** A place with a fixed behavior: for Details by its place id or CID, and for Text Search by its exact name. */
export interface SpecialPlace {
  listing: SimulatedListing
  /** The place's description in the guide. */
  says: string
  /** Changes the returned place. */
  fields?: (place: WirePlace) => WirePlace
  /** The current place id, if Details still accepts the old place id and returns the current one. */
  answeredAs?: string
  error?: PlacesError
  /** The first response of Places API (Legacy) for the place's CID. */
  legacyOnce?: LegacyRefusal
  behaviour?: Behaviour
}

type Special = Omit<SpecialPlace, 'listing'> & { listing?: Partial<SimulatedListing> }

const firstSpecial = 9_000_000_000_000_000_000n
const otherCell = 0x4b5e_2200_0000_0001n

const idOf = (number: number, cell?: bigint) => madeUpIds(firstSpecial + BigInt(number), cell).placeId

/** A place that has moved: the response contains only the next place. */
export function movedTo(placeId: string, says: string): Omit<SpecialPlace, 'listing'> {
  const moved = { businessStatus: 'CLOSED_PERMANENTLY', movedPlace: `places/${placeId}`, movedPlaceId: placeId }
  return { says, fields: (place) => ({ ...place, ...moved }) }
}

const fails = (error: PlacesError, says: string): Special => ({ says, error })
const behaves = (says: string, behaviour: Behaviour): Special => ({ says, behaviour })
const without = ({ ...place }: WirePlace, ...names: string[]): WirePlace => {
  for (const name of names) delete place[name]
  return place
}

/**
 * A place's CID is 9000000000000000000 plus its number.
 * Groups: shapes, moves, rejections, transport faults.
 */
const specials: ReadonlyArray<readonly [number: number, name: string, special: Special]> = [
  [101, 'Sim unrated', { says: 'no rating and no count', listing: { rating: null, reviewsCount: null } }],
  [102, 'Sim whole rating', { says: 'a rating of 5, without a fractional digit', listing: { rating: 5 } }],
  [
    103,
    'Sim plumber',
    { says: 'a service-area business: no address; found only when they are included', listing: { address: null } },
  ],
  [
    104,
    'Sim new place id',
    { says: 'answered under another place id of the same CID', answeredAs: idOf(104, otherCell) },
  ],
  [105, 'Sim other listing', { says: 'answered with the place id of another CID', answeredAs: idOf(101) }],
  [
    106,
    'Sim region',
    {
      says: 'a city: no business status, no rating',
      listing: { rating: null, reviewsCount: null },
      fields: (place) => ({ ...without(place, 'businessStatus'), types: ['locality', 'political'] }),
    },
  ],
  [
    107,
    'Sim wrong CID',
    {
      says: 'the CID in googleMapsUri is not the one in the place id',
      fields: (place) => ({ ...place, googleMapsUri: 'https://maps.google.com/?cid=1234567890123456789' }),
    },
  ],
  [
    108,
    'Sim old address',
    {
      says: 'googleMapsUri without g_mp, as before 2025',
      fields: (place) => ({ ...place, googleMapsUri: String(place.googleMapsUri).replace(/&g_mp=.*/, '') }),
    },
  ],
  [109, 'Sim closed', { says: 'closed for good, moved nowhere', listing: { businessStatus: 'CLOSED_PERMANENTLY' } }],
  [115, 'Sim closed for now', { says: 'closed temporarily', listing: { businessStatus: 'CLOSED_TEMPORARILY' } }],
  [116, 'Sim opening', { says: 'opens soon', listing: { businessStatus: 'FUTURE_OPENING' } }],
  [
    117,
    'Sim strange status',
    { says: 'a business status of no known value', listing: { businessStatus: 'UNDER_WATER' } },
  ],
  [118, 'Sim equator', { says: 'on the equator', listing: { pin: { latitude: 0, longitude: 6.6 } } }],
  [119, 'Sim location out of range', { says: 'a latitude of 91', listing: { pin: { latitude: 91, longitude: 6.6 } } }],
  [110, 'Sim nameless', { says: 'no displayName', fields: (place) => without(place, 'displayName') }],
  [
    111,
    'Sim wrong types',
    {
      says: 'rating, count and name of wrong types',
      fields: (place) => ({ ...place, rating: 'NaN', userRatingCount: '12', displayName: 'Sim wrong types' }),
    },
  ],
  [
    112,
    'Sim rating out of range',
    { says: 'a rating of 47 and a count of -3', fields: (place) => ({ ...place, rating: 47, userRatingCount: -3 }) },
  ],
  [
    113,
    'Sim script',
    {
      says: 'a name with markup and control characters',
      listing: { title: '<script>alert(1)</script>\u202e\u0007 Sim' },
    },
  ],
  [114, 'Sim rating alone', { says: 'a rating without a count', fields: (place) => without(place, 'userRatingCount') }],
  [
    121,
    'Sim twins',
    { says: 'two listings of one name, in two cities', listing: { pin: { latitude: 41.9, longitude: 12.48 } } },
  ],
  [
    122,
    'Sim twins',
    {
      says: 'the other one',
      listing: {
        pin: { latitude: 48.86, longitude: 2.35 },
        address: '2 Rue Simulée, 75001 Paris, France',
        country: 'FR',
      },
    },
  ],

  [201, 'Sim moved once', movedTo(landmark.placeId, `moved to ${landmark.title}`)],
  [202, 'Sim moved twice', movedTo(idOf(201), 'moved to the one above: 2 hops')],
  [203, 'Sim moved thrice', movedTo(idOf(202), '3 hops')],
  [204, 'Sim moved four times', movedTo(idOf(203), '4 hops')],
  [205, 'Sim moved round', movedTo(idOf(206), 'moved to the next one, which moved back')],
  [206, 'Sim moved back', movedTo(idOf(205), 'moved to the one above')],
  [207, 'Sim moved to itself', movedTo(idOf(207), 'moved to itself')],
  [208, 'Sim moved away', movedTo(idOf(999), 'moved to a place that is no longer known')],
  [209, 'Sim moved astray', movedTo('../v1/evil?x=', 'moved to something that is no place id')],

  [400, 'Sim bad id', fails('bad_id', '400 Not a valid Place ID')],
  [401, 'Sim stale id as 400', fails('stale_id_400', '400 no longer valid')],
  [403, 'Sim denied', fails('denied', '403 the caller does not have permission')],
  [404, 'Sim stale id', fails('stale_id', '404 requested entity was not found')],
  [405, 'Sim stale id, worded', fails('stale_id_worded', '404 no longer valid')],
  [429, 'Sim day quota', fails('day_quota', '429 per day')],
  [430, 'Sim minute quota', fails('minute_quota', '429 per minute')],
  [431, 'Sim forbidden quota', fails('forbidden_quota', '403 with RESOURCE_EXHAUSTED')],
  [500, 'Sim internal', fails('internal', '500')],
  [502, 'Sim bad gateway', fails('bad_gateway', '502 with an HTML page')],
  [503, 'Sim unavailable', fails('unavailable', '503')],

  [520, 'Sim unknown error', { says: 'UNKNOWN_ERROR once from the older API', legacyOnce: 'unknown_error' }],

  [601, 'Sim slow', behaves('10 s before the first byte', { delayMs: 10_000 })],
  [602, 'Sim hang', behaves('never answered', { transport: 'hang' })],
  [603, 'Sim drip', behaves('a byte every 100 ms', { transport: 'drip' })],
  [604, 'Sim drip headers', behaves('the same, headers included', { transport: 'drip_headers' })],
  [605, 'Sim reset', behaves('connection reset before the answer', { transport: 'reset' })],
  [606, 'Sim reset in body', behaves('connection reset half way', { transport: 'reset_in_body' })],
  [607, 'Sim cut short', behaves('connection closed half way', { transport: 'cut_short' })],
  [608, 'Sim truncated', behaves('half of the JSON, with 200', { transport: 'truncate' })],
  [609, 'Sim big', behaves('10 MB before the JSON', { transport: 'big' })],
  [610, 'Sim gzip bomb', behaves('the same, packed', { transport: 'gzip_bomb' })],
  [611, 'Sim not HTTP', behaves('something else than HTTP', { transport: 'not_http' })],
  [
    612,
    'Sim portal',
    behaves('an HTML page with 200', {
      answer: {
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '<html>Please sign in to the network</html>',
      },
    }),
  ],
  [613, 'Sim null', behaves('the JSON null', { alter: () => null })],
  [614, 'Sim list', behaves('a JSON list', { alter: (place) => [place] })],
  [
    615,
    'Sim wrong content type',
    behaves('right JSON, called text/html', {
      answer: (natural) => ({ ...natural, headers: { 'content-type': 'text/html' } }),
    }),
  ],
  [
    616,
    'Sim redirect',
    behaves('302 to another host', {
      answer: { status: 302, headers: { location: 'https://evil.example/v1/places/x' }, body: '' },
    }),
  ],
  [
    617,
    'Sim empty',
    behaves('200 with an empty body', {
      answer: { status: 200, headers: { 'content-type': 'application/json' }, body: '' },
    }),
  ],
]

export const specialPlaces: readonly SpecialPlace[] = specials.map(([number, title, { listing, ...special }]) => ({
  ...special,
  listing: {
    ...madeUpIds(firstSpecial + BigInt(number)),
    title,
    address: `${number} Via Simulata, 00187 Roma RM, Italy`,
    country: 'IT',
    rating: 4.5,
    reviewsCount: number,
    pin: null,
    businessStatus: 'OPERATIONAL',
    ...listing,
  },
}))
