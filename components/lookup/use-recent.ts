'use client'

import { useCallback, useEffect, useState } from 'react'
import type { DetailLevel } from '@/server/listings/resolve'
import { type RecentLookup, readRecent, saveRecent, withRecent } from './recent'

/** The lookups saved in this browser, with functions to add one and to clear them. */
export function useRecent() {
  const [recent, setRecent] = useState<RecentLookup[]>([])

  useEffect(() => setRecent(readRecent(localStorage)), [])

  // Read again each time, because another tab may have saved lookups meanwhile.
  const remember = useCallback(({ url, details }: Asked, { rate_limit: _, ...listing }: Remembered) => {
    const lookups = withRecent(readRecent(localStorage), { text: url, details, atMs: Date.now(), listing })
    saveRecent(localStorage, lookups)
    setRecent(lookups)
  }, [])
  const forget = useCallback(() => {
    saveRecent(localStorage, [])
    setRecent([])
  }, [])

  return { recent, remember, forget }
}

interface Asked {
  url: string
  details: DetailLevel
}

type Remembered = RecentLookup['listing'] & { rate_limit?: unknown }
