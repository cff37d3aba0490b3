import type { Lookup } from '@/server/upstream/lookup'

/** A lookup of a caller who waits for ever, unless the signal says otherwise. */
export const lookupOf = ({ signal = new AbortController().signal, caller = 'a caller' } = {}): Lookup => ({
  caller,
  signal,
  noteAsked: () => {},
})
