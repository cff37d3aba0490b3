import type { Redis } from '@upstash/redis'
import { z } from 'zod'
import { PinrefError } from '@/server/errors'
import { type Cid, decimalCid } from '@/server/identifiers/cid'
import { featureIdOf } from '@/server/identifiers/feature-id'
import { afterAnswer } from '@/server/runtime/after-answer'
import { type ListingDetails, type ListingKey, listingFacts } from '@/server/sources/listing-source'
import { type Lookup, withinDeadline } from '@/server/upstream/lookup'

/** Asks for a listing's details unless fresh ones are cached. */
export type ThroughCache = (
  key: ListingKey,
  ask: (lookup: Lookup) => Promise<ListingDetails>,
  lookup: Lookup,
) => Promise<ListingDetails>

export interface ListingCacheSettings {
  /** How long cached details count as fresh; 0 turns the cache off. */
  freshSeconds: number
  /** How long the upstream may take if there are older details to answer with. */
  patienceMs: number
}

/** How much longer details are kept, for when the upstream fails. */
const staleSeconds = 86_400

/** The CID is left out: it is the one inside the place id. */
const entry = z.object({
  at: z.number(),
  /** The place id that was asked for; null or left out if there was none. */
  asked: z.string().nullish(),
  placeId: z.string(),
  ...listingFacts.shape,
  stalePlaceId: z.string().optional(),
})

/**
 * Caches details of listings in the store, by the CID asked for. They answer for the CID alone, and for the place id that
 * was asked for or answered; any other place id of the CID may be stale. A failing store costs a call, never an answer.
 */
export function createListingCache(settings: ListingCacheSettings, redis: () => Promise<Redis>): ThroughCache {
  const { freshSeconds, patienceMs } = settings
  if (freshSeconds === 0) return (_, ask, lookup) => ask(lookup)

  async function recall({ cid, placeId }: ListingKey): Promise<{ at: number; details: ListingDetails } | null> {
    const found: unknown = await redis()
      .then((open) => open.get(keyOf(cid)))
      .catch(() => null)
    const kept = entry.safeParse(found).data
    const presentCid = kept && featureIdOf(kept.placeId)?.cid
    if (presentCid === undefined) return null
    const { at, asked, ...details } = kept as z.output<typeof entry>
    if (placeId !== null && placeId !== asked && placeId !== details.placeId) return null
    return { at, details: { cid: presentCid, ...details } }
  }

  async function keep({ cid, placeId }: ListingKey, { cid: _, ...details }: ListingDetails): Promise<void> {
    const kept = JSON.stringify({ at: Date.now(), asked: placeId, ...details })
    await redis()
      .then((open) => open.set(keyOf(cid), kept, { ex: freshSeconds + staleSeconds }))
      .catch(() => null)
  }

  return async (key, ask, lookup) => {
    const kept = await recall(key)
    if (kept && Date.now() - kept.at < freshSeconds * 1000) return kept.details
    try {
      const details = await (kept ? withinDeadline(patienceMs, lookup, ask) : ask(lookup))
      afterAnswer(keep(key, details))
      return details
    } catch (error) {
      if (kept && error instanceof PinrefError && failures.has(error.code)) return kept.details
      throw error
    }
  }
}

const failures: ReadonlySet<string> = new Set(['upstream_unavailable', 'upstream_blocked', 'store_unavailable'])

const keyOf = (cid: Cid) => `listing:${decimalCid(cid)}`
