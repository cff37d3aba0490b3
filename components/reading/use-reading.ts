'use client'

import { useLoaded } from '@/components/ui/loading'
import { useSettled } from '@/components/ui/typing'
import type { BoxRequest, Reading } from './reading'
import { withoutApiKeys } from './without-api-keys'

const load = () => import('./without-lookup')

/** Returns the parser; null until it is needed and loaded. */
export const useReader = (isNeeded: boolean) => useLoaded(isNeeded ? load : null)

/** Returns what the text in the box is recognized as; null while unclear. The parser is loaded when typing begins. */
export function useReading(text: string): Reading | null {
  const hasText = text.trim() !== ''
  const reader = useReader(hasText)
  const isSettled = useSettled(text)
  if (!reader || !hasText) return null
  const reading = reader.readingOf(text)
  // A string that doesn't identify a listing yet may be incomplete.
  const isSure = reading.understood && reading.request.operation === 'resolve'
  return isSure || isSettled ? reading : null
}

/** Returns the call that looks up a string. If the parser can't be loaded, the text is sent unchanged. */
export function requestFor(text: string): Promise<BoxRequest> {
  return load().then(
    ({ readingOf }) => readingOf(text).request,
    () => ({ operation: 'resolve', url: withoutApiKeys(text) }),
  )
}
