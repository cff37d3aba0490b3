import {
  featureIdOf as bareFeatureIdOf,
  formatFeatureId,
  knownPlaceIdOf,
  parseFeatureId,
} from '@/server/places/identifiers/feature-id'

/**
 * Returns the place id (`ChIJ…`) for a feature id (`0x<cell>:0x<cid>`).
 * @returns null for any other text, or if the cell is 0, which leaves only the CID.
 */
export function placeIdOf(featureId: string): string | null {
  const parsed = parseFeatureId(featureId.trim())
  return parsed && knownPlaceIdOf(parsed)
}

/**
 * Returns the feature id (`0x<cell>:0x<cid>`, lowercase) for a listing's place id.
 * @returns null for any other text, such as the place id of an address.
 */
export function featureIdOf(placeId: string): string | null {
  const featureId = bareFeatureIdOf(placeId.trim())
  return featureId && formatFeatureId(featureId)
}
