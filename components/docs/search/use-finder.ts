'use client'

import { useEffect, useState } from 'react'
import { type Entry, entriesPath } from './entries'
import { finder } from './find'

type Find = ReturnType<typeof finder>

/** Kept for the next time the search is opened. */
let made: Promise<Find> | null = null

async function makeFinder(): Promise<Find> {
  const response = await fetch(entriesPath)
  if (!response.ok) throw new Error(`the entries of the search: ${response.status}`)
  return finder((await response.json()) as Entry[])
}

/** Returns the search over the docs; null while its entries are loading. */
export function useFinder(): Find | 'failed' | null {
  const [find, setFind] = useState<{ now: Find | 'failed' | null }>({ now: null })
  useEffect(() => {
    let isGone = false
    made ??= makeFinder()
    made.then(
      (now) => isGone || setFind({ now }),
      () => {
        made = null
        if (!isGone) setFind({ now: 'failed' })
      },
    )
    return () => {
      isGone = true
    }
  }, [])
  return find.now
}
