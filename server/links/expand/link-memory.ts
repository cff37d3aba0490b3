import type { Redis } from '@upstash/redis'
import { z } from 'zod'
import type { ShortLink } from '@/server/links/short-link'

/** The address that a short link was found to lead to, null if there was no such link; or the place id of its listing. */
export type RememberedLink = { target: string | null } | { placeId: string }

const stored = z.union([z.object({ target: z.string().nullable() }), z.object({ placeId: z.string() })])

/** An address may contain a position, which Google's terms allow to be kept for 30 days. */
const keptSeconds = 30 * 24 * 60 * 60

/** Long enough that a dead link is not requested over and over, short enough for a link that was only just created. */
const deadSeconds = 5 * 60

/**
 * Returns `link:<host>/<path>`. A `ShortLink` has neither query nor junk, so `?g_st=` and the like never make a second
 * entry. Codes are case-sensitive.
 */
function keyOf({ host, path }: ShortLink): string {
  return `link:${host}/${path}`
}

/** Remembers short links. If the store fails, this lookup still gets its answer, but the next one follows the chain again. */
export interface LinkMemory {
  /** Returns what is known about a short link; null if nothing is. */
  recall(link: ShortLink): Promise<RememberedLink | null>
  remember(link: ShortLink, remembered: RememberedLink): Promise<void>
}

export function createLinkMemory(redis: () => Promise<Pick<Redis, 'get' | 'set'>>): LinkMemory {
  return {
    async recall(link) {
      const entry: unknown = await redis()
        .then((open) => open.get(keyOf(link)))
        .catch(() => null)
      return stored.safeParse(entry).data ?? null
    },
    async remember(link, remembered) {
      const isDead = 'target' in remembered && remembered.target === null
      const seconds = isDead ? deadSeconds : keptSeconds
      await redis()
        .then((open) => open.set(keyOf(link), JSON.stringify(remembered), { ex: seconds }))
        .catch(() => null)
    },
  }
}
