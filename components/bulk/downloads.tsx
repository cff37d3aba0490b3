'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import type { Row } from '@/server/features/lists/row'

interface DownloadsProps {
  /** Whether the files contain only the lines shown. */
  onlyShown: boolean
  /** Saves a file in the browser. */
  onSave: (format: ResultFormat) => Promise<void>
  /** Why there is no Excel file; null if there is one. */
  withoutSheet?: string | null
}

/** The buttons that save the results as a file. */
export function Downloads({ onlyShown, onSave, withoutSheet = null }: DownloadsProps) {
  const [saving, setSaving] = useState<ResultFormat | null>(null)
  const [failed, setFailed] = useState(false)
  const save = async (format: ResultFormat) => {
    setSaving(format)
    setFailed(false)
    await onSave(format).catch(() => setFailed(true))
    setSaving(null)
  }
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {resultFormats.map(
          (format) =>
            (format !== 'xlsx' || withoutSheet === null) && (
              <Button key={format} busy={saving !== null} onClick={() => void save(format)}>
                Download {format.toUpperCase()}
              </Button>
            ),
        )}
      </div>
      <p role="status" className="text-sm text-soft empty:hidden">
        {onlyShown && 'Files contain only the lines shown. '}
        {withoutSheet}
      </p>
      <p role="alert" className="text-sm font-medium text-limit empty:hidden">
        {failed && 'The file couldn’t be created. Check your connection, then try again.'}
      </p>
    </div>
  )
}

const resultFormats = ['csv', 'xlsx', 'jsonl'] as const

export type ResultFormat = (typeof resultFormats)[number]

/**
 * Writes rows to a file. The code that writes the file is loaded only when needed.
 * @param columns from the user's table; empty for a list.
 */
export async function resultsBlob(
  format: ResultFormat,
  rows: readonly Row[],
  columns: readonly string[],
): Promise<Blob> {
  if (format === 'xlsx') return (await import('./write-sheet')).sheetOf(rows, columns)
  if (format === 'jsonl')
    return new Blob(
      rows.map((row) => `${JSON.stringify(row)}\n`),
      { type: 'application/x-ndjson' },
    )
  const { tableCells, tableHeadings } = await import('@/server/features/lists/added-columns')
  const { csvRows } = await import('@/server/platform/runtime/csv')
  const cells = [tableHeadings(columns), ...rows.map((row) => tableCells(row, columns))]
  return new Blob(['\ufeff', csvRows(cells)], { type: 'text/csv' })
}
