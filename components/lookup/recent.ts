import type { ListingView } from '@/components/listing/listing-rows'

/** A lookup that was answered, kept in this browser and nowhere else. */
export interface RecentLookup {
  /** What stood in the box. */
  text: string
  atMs: number
  listing: ListingView & { title: string | null }
}

const place = 'pinref.recent'
const most = 8

/** The lookups kept in this browser, newest first; none where it keeps nothing or something else is in their place. */
export function readRecent(storage: Pick<Storage, 'getItem'>): RecentLookup[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(place) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, most) : []
  } catch {
    return []
  }
}

/** Keeps them; a browser that refuses (private windows, a full store) only forgets. */
export function keepRecent(storage: Pick<Storage, 'setItem'>, lookups: readonly RecentLookup[]): void {
  try {
    storage.setItem(place, JSON.stringify(lookups))
  } catch {}
}

/** The newest first, each listing once. */
export function withRecent(lookups: readonly RecentLookup[], newest: RecentLookup): RecentLookup[] {
  return [newest, ...lookups.filter(({ listing }) => listing.cid !== newest.listing.cid)].slice(0, most)
}

function isRecent(kept: unknown): kept is RecentLookup {
  const { text, atMs, listing } = (kept ?? {}) as Partial<RecentLookup>
  const isText = (value: unknown) => typeof value === 'string'
  const isTextOrNull = (value: unknown) => value === null || isText(value)
  return (
    isText(text) &&
    typeof atMs === 'number' &&
    /^\d{1,20}$/.test(listing?.cid ?? '') &&
    /^0x[0-9a-f]{1,16}$/.test(listing?.hex_cid ?? '') &&
    [listing?.title, listing?.place_id, listing?.rating, listing?.review_url].every(isTextOrNull) &&
    [listing?.maps_url, listing?.schema_hasmap].every(isText) &&
    [listing?.maps_url, listing?.review_url].every((link) => !link || /^https?:\/\//.test(link)) &&
    (listing?.reviews_count === null || typeof listing?.reviews_count === 'number')
  )
}
