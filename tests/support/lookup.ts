import type { Lookup } from '@/server/places/upstream/lookup'
import { defaultLookupOptions, type LookupOptions } from '@/server/places/upstream/lookup-options'

/** Makes a lookup for a caller who waits forever unless the signal aborts. */
export const lookupOf = ({
  signal = new AbortController().signal,
  caller = 'a caller',
  options = {} as Partial<LookupOptions>,
} = {}): Lookup => ({
  caller,
  options: { ...defaultLookupOptions, ...options },
  signal,
  noteAsked: () => {},
})
