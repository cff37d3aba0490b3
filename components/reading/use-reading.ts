'use client'

import { useLoaded } from '@/components/ui/use-loaded'
import { useSettled } from '@/components/ui/use-settled'
import type { ListingHosts } from '@/server/listings/listing'
import type { Listing } from '@/server/listings/shapes'
import type { BoxRequest, Reading, ReadingKind } from './reading'
import { withoutApiKeys } from './without-api-keys'

const load = () => import('./reading')

/** Returns what the text in the box is read as; null while there is nothing to say. The parser is loaded when typing begins. */
export function useReading(text: string): Reading | null {
  const hasText = text.trim() !== ''
  const reader = useLoaded(hasText ? load : null)
  const isSettled = useSettled(text)
  if (!reader || !hasText) return null
  const reading = reader.readingOf(text)
  // A text that does not name a listing yet may be half typed.
  const isSure = reading.understood && reading.request.operation === 'resolve'
  return isSure || isSettled ? reading : null
}

/** Returns the call that answers a text. If the parser cannot be loaded, the text is sent as it is. */
export function requestFor(text: string): Promise<BoxRequest> {
  return load().then(
    ({ readingOf }) => readingOf(text).request,
    () => ({ operation: 'resolve', url: withoutApiKeys(text) }),
  )
}

/** What a text says without a lookup. */
export interface TextContent {
  /** Null if the parser could not be loaded. */
  kind: ReadingKind | null
  /** The listing that the text itself names, with its identifiers alone; null if it names none. */
  listing: Listing | null
}

export const noContent: TextContent = { kind: null, listing: null }

/** Reads what a text says without a lookup. */
export function contentOf(text: string, hosts: ListingHosts): Promise<TextContent> {
  return load().then(
    ({ readingOf, listingIn }) => ({ kind: readingOf(text).kind, listing: listingIn(text, hosts) }),
    () => noContent,
  )
}
