import { findBatch } from './find-batch'
import { readResults } from './read-results'
import { csvHead, csvLines, jsonLines } from './results-file'
import type { Row } from './row'

/** The formats of a file of results, and their media types. */
export const fileTypes = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson' } as const

export type FileFormat = keyof typeof fileTypes

/**
 * All results of a batch that are there, as a file that is written while it is read, page by page. A CSV has a heading if it begins with
 * the first line.
 * @param after the number of the last line that is not wanted.
 * @param status of the lines that are wanted; null: all.
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

/** The headers of such a file. */
export const fileHeaders = (id: string, format: FileFormat): string[] => [
  ...['content-type', fileTypes[format]],
  ...['content-disposition', `attachment; filename="${id}.${format}"`],
]
