import type { Row } from '@/server/batches/row'

export const resultFormats = ['csv', 'xlsx', 'jsonl'] as const

export type ResultFormat = (typeof resultFormats)[number]

/**
 * Rows as a file. What writes it is loaded only then.
 * @param columns of the user's own table; none: a list.
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
