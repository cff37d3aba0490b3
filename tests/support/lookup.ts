import type { Lookup } from '@/server/places/upstream/lookup'

/** Makes a lookup for a caller who waits forever unless the signal aborts. */
export const lookupOf = ({ signal = new AbortController().signal, caller = 'a caller' } = {}): Lookup => ({
  caller,
  signal,
  noteAsked: () => {},
})
