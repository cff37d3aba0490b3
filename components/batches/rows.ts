'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { useTRPCClient } from '@/components/trpc/client'
import type { Row } from '@/server/batches/row'
import { shownRows } from './parts'

interface Rows {
  rows: readonly Row[]
  /** Where the next page begins; null if all lines are loaded. */
  next: string | null
}

const none: Rows = { rows: [], next: '0' }

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
        const { rows, next } = held.current
        if (next === null || rows.length >= current.wanted) break
        current.isStale = false
        const limit = String(Math.min(shownRows, current.wanted - rows.length))
        const page = await client.batches.results.query({ id, after: next, limit, ...(status && { status }) })
        held.current = { rows: [...rows, ...(page.results as Row[])], next: page.next }
        setShown(held.current)
        if (page.next !== next) current.isStale = true
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
    hasMore: shown.next !== null && shown.rows.length >= wanted,
    more: () => setWanted((count) => count + shownRows),
  }
}

/** Returns the URL of a file of results. */
export const fileUrl = (id: string, format: 'csv' | 'jsonl', status: Row['status'] | null): string =>
  `/api/files/${id}.${format}${status === null ? '' : `?status=${status}`}`

/** Fetches all results that a batch has so far. @throws Error if they cannot be fetched. */
export async function fetchRows(id: string, status: Row['status'] | null): Promise<Row[]> {
  const response = await fetch(fileUrl(id, 'jsonl', status))
  if (!response.ok) throw new Error(`results were answered with ${response.status}`)
  const lines = (await response.text()).split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row)
}

/**
 * Returns the part of a line that was looked up, as text.
 * @param input the line as it was sent, see `Row`.
 * @param column of its CSV; null if it is not from a CSV.
 */
export function inputText(input: unknown, column: string | null): string {
  if (typeof input !== 'object' || input === null) return String(input ?? '')
  const fields = input as Record<string, unknown>
  if (column !== null) return String(fields[column] ?? '')
  const named = fields.url ?? fields.name ?? fields.cid
  if (typeof named !== 'string') return JSON.stringify(input)
  return [named, fields.address].filter((part) => typeof part === 'string' && part !== '').join(', ')
}
