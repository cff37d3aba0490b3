import type { Redis } from '@upstash/redis'
import { z } from 'zod'
import { type Cid, decimalCid } from '@/server/identifiers/cid'
import { featureIdOf, knownPlaceIdOf } from '@/server/identifiers/feature-id'

/**
 * The place ids that Google answered for CIDs, kept forever: they cannot be computed, and Google allows place ids to be
 * kept. A failing store costs a call, never an answer.
 */
export interface LearntPlaceIds {
  recall(cid: Cid): Promise<string | null>
  learn(cid: Cid, placeId: string): Promise<void>
  forget(cid: Cid): Promise<void>
}

const entry = z.object({ id: z.string() })
const keyOf = (cid: Cid) => `place:${decimalCid(cid)}`

export function createLearntPlaceIds(redis: () => Promise<Redis>): LearntPlaceIds {
  const quietly = (work: (open: Redis) => Promise<unknown>): Promise<unknown> =>
    redis()
      .then(work)
      .catch(() => null)
  return {
    async recall(cid) {
      const id = entry.safeParse(await quietly((open) => open.get(keyOf(cid)))).data?.id
      const featureId = id === undefined ? null : featureIdOf(id)
      return featureId?.cid === cid ? knownPlaceIdOf(featureId) : null
    },
    async learn(cid, placeId) {
      // As JSON, because the library would read a bare string of digits as a number.
      await quietly((open) => open.set(keyOf(cid), JSON.stringify({ id: placeId })))
    },
    async forget(cid) {
      await quietly((open) => open.del(keyOf(cid)))
    },
  }
}
