'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { useTRPCClient } from '@/components/trpc/client'
import type { Row } from '@/server/batches/row'
import { shownRows } from './limits'

interface Rows {
  rows: readonly Row[]
  /** The number of the last line that the server looked at. */
  after: number
  isLast: boolean
}

const none: Rows = { rows: [], after: 0, isLast: false }

/**
 * Loads lines of a batch with their results, a page at a time.
 * @param status of the lines to load; null for all.
 * @param done how many lines are answered: until the page is full, more are fetched as this number grows.
 */
export function useRows(id: string, status: Row['status'] | null, done: number) {
  const client = useTRPCClient()
  const [shown, setShown] = useState<Rows>(none)
  const [wanted, setWanted] = useState(shownRows)
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('loading')
  const held = useRef<Rows>(none)
  /** `wanted`: how many lines are wanted now, for a fetch under way. `isStale`: more may have been answered since it was sent. */
  const under = useRef({ isLoading: false, isStale: false, wanted })

  const load = useCallback(async () => {
    const { current } = under
    current.isStale = true
    if (current.isLoading) return
    current.isLoading = true
    setState('loading')
    try {
      while (current.isStale) {
        const { rows, after, isLast } = held.current
        if (isLast || rows.length >= current.wanted) break
        current.isStale = false
        const limit = String(Math.min(shownRows, current.wanted - rows.length))
        const page = await client.batches.results.query({ id, after: String(after), limit, ...(status && { status }) })
        held.current = { rows: [...rows, ...(page.results as Row[])], after: page.after, isLast: page.last }
        setShown(held.current)
        if (page.after > after) current.isStale = true
      }
      setState('idle')
    } catch {
      setState('failed')
    }
    current.isLoading = false
  }, [client, id, status])

  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched again whenever more lines are answered
  useEffect(() => {
    under.current.wanted = wanted
    void load()
  }, [load, done, wanted])

  return {
    ...shown,
    isLoading: state === 'loading',
    hasFailed: state === 'failed',
    retry: load,
    /** Whether there may be more lines than are shown. */
    hasMore: !shown.isLast && shown.rows.length >= wanted,
    more: () => setWanted((count) => count + shownRows),
  }
}
