'use client'

import { useEffect, useState } from 'react'
import type { BoxRequest, Reading } from './reading'
import { withoutApiKeys } from './without-api-keys'

type Reader = (text: string) => Reading

/** How long to wait after a keystroke before saying that a text points at nothing: it may be half typed. */
const settleMs = 600

/**
 * What the text in the box will be read as; null while there is nothing to say. The parser is loaded when the first text is
 * typed.
 */
export function useReading(text: string): Reading | null {
  const [reader, setReader] = useState<Reader | null>(null)
  const [settled, setSettled] = useState('')
  const hasText = text.trim() !== ''

  useEffect(() => {
    if (text.trim() === '' || reader) return
    // The page works without it; the next change of the text tries again.
    import('./reading').then(
      ({ readingOf }) => setReader(() => readingOf),
      () => {},
    )
  }, [text, reader])

  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs)
    return () => clearTimeout(timer)
  }, [text])

  if (!reader || !hasText) return null
  const reading = reader(text)
  const isSure = reading.understood && reading.request.operation === 'resolve'
  return isSure || settled === text ? reading : null
}

/** The call that answers a text. Where the parser could not be loaded, the text is sent as it is. */
export function requestFor(text: string): Promise<BoxRequest> {
  return import('./reading').then(
    ({ readingOf }) => readingOf(text).request,
    () => ({ operation: 'resolve', url: withoutApiKeys(text) }),
  )
}
