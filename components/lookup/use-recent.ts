'use client'

import { useCallback, useEffect, useState } from 'react'
import { keepRecent, type RecentLookup, readRecent, withRecent } from './recent'

/** The lookups kept in this browser, and ways to add one and to forget them all. */
export function useRecent() {
  const [recent, setRecent] = useState<RecentLookup[]>([])

  useEffect(() => setRecent(readRecent(localStorage)), [])

  // Read again each time: another tab may have kept some meanwhile.
  const remember = useCallback((text: string, { rate_limit: _, ...listing }: Remembered) => {
    const lookups = withRecent(readRecent(localStorage), { text, atMs: Date.now(), listing })
    keepRecent(localStorage, lookups)
    setRecent(lookups)
  }, [])
  const forget = useCallback(() => {
    keepRecent(localStorage, [])
    setRecent([])
  }, [])

  return { recent, remember, forget }
}

type Remembered = RecentLookup['listing'] & { rate_limit?: unknown }
