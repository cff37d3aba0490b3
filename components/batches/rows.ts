'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { useTRPCClient } from '@/components/trpc/client'
import { pageAccountHeaders } from '@/components/trpc/page-account'
import type { Run } from '@/server/features/batches/batch-row'
import type { Row } from '@/server/features/lists/row'
import { type LineFilter, type LineView, wireFilter } from './line-view'

/** A line with its result, or consecutive lines that were not looked up. */
export type Entry = Row | Run

const pageEntries = 50

/** How many times the page searches up to 20,000 lines for matches before it asks whether to continue. */
const mostLooks = 10

interface Lines {
  entries: readonly Entry[]
  /** The number of the last line read. */
  end: number
  /** Whether more matching lines follow. */
  hasNext: boolean
  /** Whether the batch has ended and no lines follow. */
  isLast: boolean
}

/** Returns a page with no lines loaded. */
const startOf = ({ after }: LineView): Lines => ({ entries: [], end: after, hasNext: false, isLast: false })

/** Whether an entry represents several lines. */
export const isRun = (entry: Entry): entry is Run => 'to' in entry

/** Returns the number of lines that entries represent. */
export const countLines = (entries: readonly Entry[]): number =>
  entries.reduce((sum, entry) => sum + (isRun(entry) ? entry.to - entry.from + 1 : 1), 0)

/** Appends the next lines to a page, as many as fit. */
export function joinLines(lines: Lines, read: Lines): Lines {
  const [first, ...rest] = read.entries
  const last = lines.entries.at(-1)
  const goesOn =
    first &&
    last &&
    isRun(first) &&
    isRun(last) &&
    first.state === last.state &&
    first.reason === last.reason &&
    first.from === last.to + 1
  const entries = goesOn
    ? [...lines.entries.slice(0, -1), { ...last, to: first.to }, ...rest]
    : [...lines.entries, ...read.entries]
  if (entries.length > pageEntries) return { ...lines, hasNext: true }
  return { ...read, entries, hasNext: read.hasNext && entries.length === pageEntries }
}

/**
 * Loads a page of a batch's lines, in as many steps as needed.
 * @param done how many lines have results; fetches more as this number grows, until the page is full.
 */
export function useRows(id: string, view: LineView, done: number) {
  const client = useTRPCClient()
  const first = useRef(view)
  const [shown, setShown] = useState<Lines | null>(null)
  const [state, setState] = useState<'idle' | 'loading' | 'paused' | 'failed'>('loading')
  const loaded = useRef<Lines>(startOf(view))
  /** `isStale`: more lines may have gotten results since the last fetch. */
  const progress = useRef({ isLoading: false, isStale: false, isPaused: false })

  const load = useCallback(async () => {
    const { current } = progress
    current.isStale = true
    if (current.isLoading || current.isPaused) return
    current.isLoading = true
    setState('loading')
    try {
      for (let looks = 0; current.isStale && looks <= mostLooks; looks++) {
        const { entries, end, hasNext, isLast } = loaded.current
        if (hasNext || isLast) break
        current.isPaused = looks === mostLooks
        if (current.isPaused) break
        current.isStale = false
        const limit = String(Math.max(1, pageEntries - entries.length))
        const read = await client.batches.view.query({ id, after: String(end), limit, ...wireFilter(first.current) })
        loaded.current = joinLines(loaded.current, {
          entries: read.entries as Entry[],
          end: read.end,
          hasNext: read.has_next,
          isLast: read.is_last,
        })
        setShown(loaded.current)
        if (loaded.current.end !== end) current.isStale = true
      }
      setState(current.isPaused ? 'paused' : 'idle')
    } catch {
      setState('failed')
    }
    current.isLoading = false
  }, [client, id])

  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched again whenever more lines have results
  useEffect(() => {
    void load()
  }, [load, done])

  const loadMore = useCallback(() => {
    progress.current.isPaused = false
    void load()
  }, [load])

  /** Returns the start of the previous page. */
  const before = useCallback(async (): Promise<Pick<LineView, 'after' | 'nth'>> => {
    const { after, nth, ...filter } = first.current
    let entries = 0
    let lines = 0
    let at = after
    for (let looks = 0; at > 0 && entries < pageEntries; looks++) {
      // After that many searches, goes to the first page instead.
      if (looks === mostLooks) return { after: 0, nth: 1 }
      const limit = String(pageEntries - entries)
      const read = await client.batches.view.query({ id, up_to: String(at), limit, ...wireFilter(filter) })
      entries += read.entries.length
      lines += countLines(read.entries as Entry[])
      if (read.after === at) break
      at = read.after
    }
    return entries < pageEntries || nth <= lines ? { after: 0, nth: 1 } : { after: at, nth: nth - lines }
  }, [client, id])

  return { ...(shown ?? startOf(view)), hasRead: shown !== null, state, loadMore, before }
}

/** Whether a filter hides any rows. */
export const isFiltering = (filter: Partial<LineFilter>): boolean =>
  new URLSearchParams(wireFilter(filter)).toString() !== ''

/** Returns the URL of a results file. */
export function fileUrl(id: string, format: 'csv' | 'jsonl', filter: Partial<LineFilter>): string {
  const query = new URLSearchParams({ ...wireFilter(filter), ...pageAccountHeaders() }).toString()
  return `/api/files/${id}.${format}${query === '' ? '' : `?${query}`}`
}

/**
 * Fetches all of a batch's results so far, or the first ones.
 * @param most how many rows are needed; the rest isn't downloaded.
 * @throws Error if they cannot be fetched.
 */
export async function fetchRows(
  id: string,
  filter: Partial<LineFilter>,
  most = Number.POSITIVE_INFINITY,
): Promise<Row[]> {
  const response = await fetch(fileUrl(id, 'jsonl', filter))
  if (!response.ok || response.body === null) throw new Error(`results returned status ${response.status}`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  const rows: Row[] = []
  let rest = ''
  for (;;) {
    const { value = '', done } = await reader.read()
    const lines = (rest + value).split('\n')
    rest = done ? '' : (lines.pop() ?? '')
    for (const line of lines) if (line !== '' && rows.length < most) rows.push(JSON.parse(line) as Row)
    if (done) return rows
    if (rows.length >= most) {
      await reader.cancel()
      return rows
    }
  }
}

/**
 * Returns the looked-up part of a line, as text.
 * @param input the line as sent (see `Row`).
 * @param column of its CSV; null if there is no CSV.
 */
export function inputText(input: unknown, column: string | null): string {
  if (typeof input !== 'object' || input === null) return String(input ?? '')
  const fields = input as Record<string, unknown>
  if (column !== null) return String(fields[column] ?? '')
  const named = fields.url ?? fields.name ?? fields.cid
  if (typeof named !== 'string') return JSON.stringify(input)
  return [named, fields.address].filter((part) => typeof part === 'string' && part !== '').join(', ')
}
