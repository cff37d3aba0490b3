import { listingWithoutLookup } from '@/server/features/listings/listing'
import { nameMatch } from '@/server/features/lists/name-match'
import type { Reference } from '@/server/places/links/reference'
import { refusalError } from '@/server/places/links/refusal'
import { env } from '@/server/platform/settings/env'
import type { Batch } from './batch'
import type { Details } from './batch-row'
import type { RowJob } from './look-up'
import { type Failed, type Found, failedBy, type NotSent } from './stored-result'

/**
 * Returns a row's lookup if the person chose to look up rows of its kind. Otherwise, a row that identifies a listing has
 * what it says, for free, and other rows are not sent.
 */
export function byChoice(
  job: RowJob,
  { lookups }: Pick<Batch, 'lookups'>,
): RowJob | NotSent | Failed | { result: Found; details: Details | null } {
  const { lookup, name } = job
  const byName = lookups.includes('name') ? job.fallback : null
  if (lookup.operation === 'search') return lookups.includes('name') ? job : { notSent: 'not_chosen' }
  if (lookup.operation === 'convert' || (lookups.includes('listing') && lookups.includes('short_link')))
    return { lookup, fallback: byName, name }
  const { read } = lookup
  // The source may know that a number is a whole CID.
  const isChosen = lookups.includes(read.kind === 'refused' ? 'listing' : read.kind)
  if (isChosen) return { lookup, fallback: byName, name }
  if (read.kind === 'refused') return byName ? { lookup: byName, fallback: null, name } : failedBy(refusalError(read))
  return read.kind === 'listing' ? foundInText(read, name) : { notSent: 'not_chosen' }
}

function foundInText(read: Extract<Reference, { kind: 'listing' }>, name: string) {
  const { cid, place_id, kg_id, listing_status } = listingWithoutLookup(read, env())
  const { title } = read
  const match = title === null ? null : nameMatch(name, title)
  const result: Found = {
    by: 'resolve',
    cid,
    placeId: place_id,
    kgId: kg_id,
    status: listing_status,
    movedFrom: null,
    nameMatch: match,
    businessStatus: null,
  }
  return { result, details: title === null ? null : { title } }
}
