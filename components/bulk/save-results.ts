import type { Row } from '@/server/batches/row'

export const resultFormats = ['csv', 'xlsx', 'jsonl'] as const

export type ResultFormat = (typeof resultFormats)[number]

/**
 * Writes rows to a file. The code that writes it is loaded only when needed.
 * @param columns of the user's own table; empty for a list.
 */
export async function resultsBlob(
  format: ResultFormat,
  rows: readonly Row[],
  columns: readonly string[],
): Promise<Blob> {
  if (format === 'xlsx') return (await import('./write-sheet')).sheetOf(rows, columns)
  const { csvHead, csvLines, jsonLines } = await import('@/server/batches/results-file')
  return format === 'csv'
    ? new Blob([csvHead(columns), csvLines(rows, columns)], { type: 'text/csv' })
    : new Blob([jsonLines(rows)], { type: 'application/x-ndjson' })
}
