'use client'

import { useLoaded } from '@/components/ui/use-loaded'
import { useSettled } from '@/components/ui/use-settled'
import type { BoxRequest, Reading } from './reading'
import { withoutApiKeys } from './without-api-keys'

const load = () => import('./reading')

/**
 * What the text in the box will be read as; null while there is nothing to say. The parser is loaded when the first text is
 * typed.
 */
export function useReading(text: string): Reading | null {
  const hasText = text.trim() !== ''
  const reader = useLoaded(hasText ? load : null)
  const isSettled = useSettled(text)
  if (!reader || !hasText) return null
  const reading = reader.readingOf(text)
  // A text that points at nothing yet may be half typed.
  const isSure = reading.understood && reading.request.operation === 'resolve'
  return isSure || isSettled ? reading : null
}

/** The call that answers a text. Where the parser could not be loaded, the text is sent as it is. */
export function requestFor(text: string): Promise<BoxRequest> {
  return load().then(
    ({ readingOf }) => readingOf(text).request,
    () => ({ operation: 'resolve', url: withoutApiKeys(text) }),
  )
}
