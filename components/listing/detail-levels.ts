import type { DetailLevel } from '@/server/listings/resolve'

/** What the pages call the levels of detail. */
export const detailWords: Readonly<Record<DetailLevel, string>> = {
  none: 'Identifiers only',
  checked: 'Check for stale ids',
  full: 'With ratings',
}

/** A level as it stands in an address or in what a browser has saved; anything else is the default, `full`. */
export function readDetailLevel(value: unknown): DetailLevel {
  return value === 'none' || value === 'checked' ? value : 'full'
}
