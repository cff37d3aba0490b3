'use client'

import { useEffect, useState } from 'react'
import type { BoxRequest, Reading } from './reading'

type Reader = (text: string) => Reading

/** A text half typed is not yet wrong: how long it must stand before the page says that it points at nothing. */
const settleMs = 600

/**
 * What the text in the box is taken for, before anything is asked; null while there is nothing to say. The reader is
 * fetched when there first is a text.
 */
export function useReading(text: string): Reading | null {
  const [reader, setReader] = useState<Reader | null>(null)
  const [settled, setSettled] = useState('')
  const hasText = text.trim() !== ''

  useEffect(() => {
    if (text.trim() === '' || reader) return
    // Without it the page only says less; the next change of the text tries again.
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

/** The call that answers a text. Where the reader could not be fetched, the server reads the text. */
export function requestFor(text: string): Promise<BoxRequest> {
  return import('./reading').then(
    ({ readingOf }) => readingOf(text).request,
    () => ({ operation: 'resolve', url: text }),
  )
}
