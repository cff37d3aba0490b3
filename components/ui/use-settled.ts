'use client'

import { useEffect, useState } from 'react'

/** How long after the last keystroke a text counts as typed to its end. */
const settleMs = 600

/** Whether a text is more than half typed, so that what is wrong with it may be said. */
export function useSettled(text: string): boolean {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled === text
}
