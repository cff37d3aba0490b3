import { findBatch } from './find-batch'
import { readResults } from './read-results'
import { csvHead, csvLines, jsonLines } from './results-file'
import type { Row } from './row'

/** The formats of a results file, and their media types. */
export const fileTypes = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson' } as const

export type FileFormat = keyof typeof fileTypes

/**
 * Writes the results that a batch has so far as a file, page by page as they are read. A CSV has a heading only if it begins with
 * the first line.
 * @param after the number of the line before the first that is wanted.
 * @param status that of the lines that are wanted; null: all.
 * @throws PinrefError `batch_not_found`, before anything is written.
 */
export async function writeResults(
  accountId: string,
  id: string,
  { format, after, status }: { format: FileFormat; after: number; status: Row['status'] | null },
): Promise<AsyncGenerator<string>> {
  const { columns } = await findBatch(accountId, id)
  async function* write(): AsyncGenerator<string> {
    if (format === 'csv' && after === 0) yield csvHead(columns)
    for (let at = after; ; ) {
      const page = await readResults(accountId, id, { after: at, status, hasArrived: false })
      if (page.rows.length > 0) yield format === 'csv' ? csvLines(page.rows, columns) : jsonLines(page.rows)
      if (page.isLast || page.after === at) return
      at = page.after
    }
  }
  return write()
}

/** Returns the headers of a results file. */
export const fileHeaders = (id: string, format: FileFormat): string[] => [
  ...['content-type', fileTypes[format]],
  ...['content-disposition', `attachment; filename="${id}.${format}"`],
]
