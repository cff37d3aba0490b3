import { placeIdOf } from '@/server/places/identifiers/feature-id'
import { landmark, numberedListing } from '../listings'

/** A link to which the Resolution API responds in an unusual way. The link redirects to the landmark. */
interface StrangeLink {
  /** Host and path. */
  link: string
  /** The API's response, for the guide. */
  says: string
  /** The id of the entity; null for `{}` without an entry in `failedRequests`. */
  place: string | null
}

const strange = (code: string, place: string | null, says: string): StrangeLink => ({
  link: `maps.app.goo.gl/sim-as-${code}`,
  place,
  says,
})

export const strangeLinks: readonly StrangeLink[] = [
  strange('nothing', null, '{} and no reason'),
  strange('address', 'EiJNYWdocmViLCA1NSBBZ2FkaXIsIFNhbMOpLCBNb3JvY2Nv', 'the id of an address'),
  strange('point', 'GhIJQWDl0CIeQUARxks3icF8U8A', 'the id of a point'),
  strange('placeholder', placeIdOf({ cell: 0n, cid: landmark.cid }), 'a place id whose first half is zero'),
  strange('no-cid', placeIdOf({ cell: 1n, cid: 0n as typeof landmark.cid }), 'a place id whose CID is zero'),
  strange('nonsense', 'nonsense', 'an id of no known kind'),
  strange('other', numberedListing(7).placeId, 'the place id of another listing'),
]
