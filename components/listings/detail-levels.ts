import type { DetailLevel } from '@/server/places/upstream/lookup-options'

/** The display names of the levels of detail. */
export const detailWords: Readonly<Record<DetailLevel, string>> = {
  none: 'Identifiers only',
  checked: 'Check for stale ids',
  full: 'With ratings',
}
