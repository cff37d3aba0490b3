import type { DetailLevel } from '@/server/places/upstream/lookup-options'

/** The display names of the levels of detail. */
export const detailWords: Readonly<Record<DetailLevel, string>> = {
  none: 'Identifiers only',
  checked: 'Check for stale ids',
  full: 'With ratings',
}

/** Reads a level from an address or from browser storage; anything else is the default, `full`. */
export function readDetailLevel(value: unknown): DetailLevel {
  return value === 'none' || value === 'checked' ? value : 'full'
}
