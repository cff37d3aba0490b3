export { convertCid } from './convert-cid.js'
export { type ErrorCode, type ErrorFacts, PinrefError } from './errors.js'
export { featureIdOf, placeIdOf } from './place-ids.js'
export {
  type ListingReference,
  type Reference,
  type ReferenceForm,
  readReference,
  type ShortLinkReference,
} from './read-reference.js'
