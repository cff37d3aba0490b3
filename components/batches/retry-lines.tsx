'use client'

import { useState } from 'react'
import { lookupGroups } from '@/components/bulk/read-rows'
import { lookupLanguage } from '@/components/language/lookup-language'
import { ActionProblem } from '@/components/problems/action-problem'
import type { readingOf } from '@/components/reading/reading'
import { Button } from '@/components/ui/button'
import { longestName, nameOfFile, withoutEnding } from '@/server/features/batches/batch'
import type { Row } from '@/server/features/lists/row'
import type { Batch } from './batch'
import { type BatchRequest, type BatchSettings, csvRow } from './parts'
import { fetchRows, inputText } from './rows'
import { useUpload } from './use-upload'

interface RetryLinesProps {
  batch: Batch
  /** `failed`: lines that may still succeed. `names`: lines that are looked up only with full details. */
  which: 'failed' | 'names'
  onStarted: (id: string) => void
}

/** Creates a batch from lines that weren't found in another batch. */
export function RetryLines({ batch, which, onStarted }: RetryLinesProps) {
  const { state, begin, resume } = useUpload(onStarted)
  const [isReading, setIsReading] = useState(false)
  const [words, setWords] = useState('')
  const isBusy = isReading || state.phase === 'sending'
  const { label, filter, isSelected, none } = kinds[which]

  const retry = async () => {
    if (state.phase === 'broken') return resume()
    setIsReading(true)
    setWords('')
    try {
      const rows = (await fetchRows(batch.id, filter)).filter(await isSelected(batch))
      if (rows.length === 0) setWords(none)
      else begin(retryRequestOf(rows, batch, which, lookupLanguage()))
    } catch {
      setWords('The lines couldn’t be loaded. Check your connection, then try again.')
    }
    setIsReading(false)
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button busy={isBusy} onClick={() => void retry()}>
        {label}
      </Button>
      <p role="status" className="text-sm text-soft empty:hidden">
        {words}
      </p>
      {state.phase === 'broken' && <ActionProblem error={state.error} />}
    </div>
  )
}

/** Temporary errors. */
const passing: ReadonlySet<string> = new Set([
  'link_unreachable',
  'upstream_unavailable',
  'upstream_blocked',
  'upstream_cap_reached',
  'store_unavailable',
  'internal_error',
  'too_many_requests',
])

/** Whether retrying a failed line may succeed. */
export const isRetryable = ({ state, duplicate_of, problem }: Row): boolean =>
  state === 'failed' && duplicate_of === null && problem !== null && passing.has(problem.code)

/**
 * Returns whether a row has a name that its batch did not search for.
 * @param read reads strings, and is loaded when first needed.
 */
export const isSkippedName =
  (read: typeof readingOf, { column, name_column }: Pick<Batch, 'column' | 'name_column'>) =>
  ({ state, reason, duplicate_of, input }: Row): boolean => {
    if (duplicate_of !== null) return false
    if (reason === 'no_link') return name_column !== null && inputText(input, name_column).trim() !== ''
    const isSkipped = state === 'unreadable' || reason === 'not_chosen'
    return isSkipped && read(inputText(input, column)).kind === 'name'
  }

interface Kind {
  label: string
  filter: { state: 'failed' | 'to_check' }
  /** Returns a function that selects the lines to retry. */
  isSelected: (batch: Batch) => Promise<(row: Row) => boolean>
  /** Shown if there are no lines to retry. */
  none: string
}

const kinds: Readonly<Record<RetryLinesProps['which'], Kind>> = {
  failed: {
    label: 'Retry failed lines',
    filter: { state: 'failed' },
    isSelected: async () => isRetryable,
    none: 'All failed lines would fail again, so none were retried.',
  },
  names: {
    label: 'Look up names',
    filter: { state: 'to_check' },
    isSelected: async (batch) => isSkippedName((await import('@/components/reading/reading')).readingOf, batch),
    none: 'None of these rows has a name.',
  },
}

const mark = ', again'

/** Returns the name for a batch that retries lines from the batch with this name. */
const againName = (name: string | null): string | null =>
  name === null || name.endsWith(mark)
    ? name
    : nameOfFile([...withoutEnding(name)].slice(0, longestName - mark.length).join('') + mark)

/**
 * Returns the request that retries a batch's rows, or that searches for their names.
 * @param language of names, if the batch looked up none; empty for Google's default.
 */
export function retryRequestOf(
  rows: readonly Row[],
  batch: Batch,
  which: RetryLinesProps['which'] = 'failed',
  language = '',
): BatchRequest {
  const { column, name_column, address_column, country_column, reference_column } = batch
  const isFirstWithNames = which === 'names' && batch.details !== 'full'
  const inLanguage = isFirstWithNames ? language : batch.language
  const settings: BatchSettings = {
    ...(which === 'names'
      ? ({ details: 'full', fallback: 'name' } as const)
      : { details: batch.details, fallback: batch.fallback }),
    ...(inLanguage && { language: inLanguage }),
    lookups: [...lookupGroups],
    ...(column !== null && {
      heading_row: 1,
      column,
      name_column: name_column ?? '',
      address_column,
      country_column: country_column ?? '',
      reference_column: reference_column ?? '',
    }),
  }
  const request = { name: againName(batch.name), settings }
  const count = rows.length
  if (column === null) {
    const line = (index: number) => JSON.stringify(rows[index]?.input ?? '')
    return { ...request, sent: { format: 'jsonl', head: '', count, line } }
  }
  const columns = Object.keys(rows[0]?.input ?? {})
  const line = (index: number) => {
    const cells = (rows[index]?.input ?? {}) as Record<string, string>
    return csvRow(columns.map((name) => cells[name] ?? ''))
  }
  return { ...request, sent: { format: 'csv', head: `${csvRow(columns)}\n`, count, line } }
}
