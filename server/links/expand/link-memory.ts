import type { Redis } from '@upstash/redis'
import { z } from 'zod'
import type { ShortLink } from '@/server/links/short-link'

/** The address that a short link was found to lead to, or null where there was no such link. */
export interface RememberedLink {
  target: string | null
}

const stored = z.object({ target: z.string().nullable() })

/** As long as Google's terms let the position in an address be kept. */
const keptSeconds = 30 * 24 * 60 * 60

/** Long enough that a dead link is not asked over and over, short enough for one that was only just made. */
const deadSeconds = 5 * 60

/**
 * `link:<host>/<path>`. A `ShortLink` has neither query nor junk, so that `?g_st=` and the like never make a second entry;
 * the case of a code is part of it.
 */
function keyOf({ host, path }: ShortLink): string {
  return `link:${host}/${path}`
}

/** Remembers short links. A store that fails costs the next lookup a chain, not this one its answer. */
export interface LinkMemory {
  /** What is known of a short link; null where nothing is. */
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
      const seconds = remembered.target === null ? deadSeconds : keptSeconds
      await redis()
        .then((open) => open.set(keyOf(link), JSON.stringify(remembered), { ex: seconds }))
        .catch(() => null)
    },
  }
}
