import { env } from '@/server/env'
import { featureIdOf } from '@/server/identifiers/feature-id'
import { assembleListing } from '@/server/listings/listing'
import type { Listing } from '@/server/listings/shapes'
import { sampleSource } from '@/server/sources/sample/sample-source'
import type { Lookup } from '@/server/upstream/lookup'
import { examplePlaceId } from './place-id'

/** The lookup for our own examples: no caller waits for it, and the sample answers it. */
export const ofExamples: Lookup = { caller: 'examples', signal: AbortSignal.abort(), noteAsked: () => {} }

/** Returns a real listing of the sample, with all its fields. */
export async function exampleListing(): Promise<Listing> {
  const featureId = featureIdOf(examplePlaceId)
  const details = featureId && (await sampleSource.details({ cid: featureId.cid, placeId: examplePlaceId }, ofExamples))
  if (!details) throw new Error('The example listing is not in the sample.')
  return assembleListing({ cid: featureId.cid, placeId: examplePlaceId, kgId: null, title: null }, details, env())
}

/** Returns the `rate_limit` of a visitor's first call of a day. */
export function exampleRateLimit() {
  const limit = env().FREE_DAILY_QUOTA
  return { authenticated: false, limit: String(limit), remaining: Math.max(0, limit - 1) }
}
