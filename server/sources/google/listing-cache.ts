import type { Redis } from '@upstash/redis'
import { z } from 'zod'
import { PinrefError } from '@/server/errors'
import { type Cid, decimalCid } from '@/server/identifiers/cid'
import { featureIdOf } from '@/server/identifiers/feature-id'
import { afterResponse } from '@/server/runtime/after-answer'
import { type ListingDetails, type ListingKey, listingFacts } from '@/server/sources/listing-source'
import { type Lookup, withinDeadline } from '@/server/upstream/lookup'

/** Requests a listing's details unless fresh ones are cached. */
export type ThroughCache = (
  key: ListingKey,
  ask: (lookup: Lookup) => Promise<ListingDetails>,
  lookup: Lookup,
) => Promise<ListingDetails>

export interface ListingCacheSettings {
  /** How long cached details count as fresh; 0 turns the cache off. */
  freshSeconds: number
  /** How long the upstream may take if older details can be returned instead. */
  patienceMs: number
}

/** How much longer details are cached, in case the upstream fails. */
const staleSeconds = 86_400

/** The CID is omitted because the place id contains it. */
const entry = z.object({
  at: z.number(),
  /** The requested place id; null or absent if there was none. */
  asked: z.string().nullish(),
  placeId: z.string(),
  ...listingFacts.shape,
  stalePlaceId: z.string().optional(),
})

/**
 * Caches details of listings in the store, by the requested CID. They are valid for the CID alone, and for the place id that was
 * requested or returned; any other place id of the CID may be stale. A failing store costs an extra call, but never fails a
 * lookup.
 */
export function createListingCache(settings: ListingCacheSettings, redis: () => Promise<Redis>): ThroughCache {
  const { freshSeconds, patienceMs } = settings
  if (freshSeconds === 0) return (_, ask, lookup) => ask(lookup)

  async function recall({ cid, placeId }: ListingKey): Promise<{ at: number; details: ListingDetails } | null> {
    const found: unknown = await redis()
      .then((open) => open.get(keyOf(cid)))
      .catch(() => null)
    const cached = entry.safeParse(found).data
    const presentCid = cached && featureIdOf(cached.placeId)?.cid
    if (presentCid === undefined) return null
    const { at, asked, ...details } = cached as z.output<typeof entry>
    if (placeId !== null && placeId !== asked && placeId !== details.placeId) return null
    return { at, details: { cid: presentCid, ...details } }
  }

  async function keep({ cid, placeId }: ListingKey, { cid: _, ...details }: ListingDetails): Promise<void> {
    const cached = JSON.stringify({ at: Date.now(), asked: placeId, ...details })
    await redis()
      .then((open) => open.set(keyOf(cid), cached, { ex: freshSeconds + staleSeconds }))
      .catch(() => null)
  }

  return async (key, ask, lookup) => {
    const cached = await recall(key)
    if (cached && Date.now() - cached.at < freshSeconds * 1000) return cached.details
    try {
      const details = await (cached ? withinDeadline(patienceMs, lookup, ask) : ask(lookup))
      afterResponse(keep(key, details))
      return details
    } catch (error) {
      if (cached && error instanceof PinrefError && failures.has(error.code)) return cached.details
      throw error
    }
  }
}

const failures: ReadonlySet<string> = new Set(['upstream_unavailable', 'upstream_blocked', 'store_unavailable'])

const keyOf = (cid: Cid) => `listing:${decimalCid(cid)}`
