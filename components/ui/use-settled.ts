'use client'

import { useEffect, useState } from 'react'

/** How long after the last keystroke a text counts as complete. */
const settleMs = 600

/** Whether the user has stopped typing a text, so that its faults may be shown. */
export function useSettled(text: string): boolean {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled === text
}
