import { addAbortSignal, Readable } from 'node:stream'
import { tableCells, tableHeadings } from '@/server/features/lists/added-columns'
import type { Row } from '@/server/features/lists/row'
import type { RowFilter } from '@/server/features/lists/row-filter'
import { csvForms } from '@/server/platform/runtime/csv'
import { perProcess } from '@/server/platform/runtime/per-process'
import { type Places, takePlace } from '@/server/platform/runtime/shared-places'
import { tooManyAtOnce } from '@/server/platform/runtime/turns'
import { type Batch, resultsFileName } from './batch'
import { type FileFormat, fileTypes } from './file-formats'
import { findBatch } from './find-batch'
import { fileMs, filesAtOnce } from './limits'
import { checkAfter, type Page, readResults } from './read-results'

/** Returns rows as JSON Lines. */
export const jsonLines = (rows: readonly Row[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

/** Which results to write, and how. */
interface FileOptions {
  format: FileFormat
  /** Whether a CSV is for a spreadsheet: with a byte order mark, formulas disabled, and CIDs as text. */
  isForSpreadsheet: boolean
  /** The number of the row before the first one to write. */
  after: number
  filter: RowFilter
}

/**
 * Writes all available results of a batch as a file, page by page as they are read. A CSV that begins with the first row
 * has headings: the list's own heading row with the headings of the added columns, or if that row is missing or filtered
 * out, the names of the columns. The file is cut off if writing it takes longer than ten minutes, or if another account
 * needs the place and this account has more.
 * @param left aborts when the caller disconnects.
 * @throws PinrefError `batch_not_found`, `invalid_request`, `too_many_requests`, before anything is written.
 */
export async function writeResults(
  accountId: string,
  id: string,
  { format, isForSpreadsheet, after, filter }: FileOptions,
  left: AbortSignal,
): Promise<AsyncIterable<string>> {
  const batch = await findBatch(accountId, id)
  checkAfter(after, batch)
  const { columns, headingRow } = batch
  const csv = csvForms[isForSpreadsheet ? 'spreadsheet' : 'plain']
  const hasOwnHeadings = headingRow > 0 && Object.values(filter).every((one) => one === null)
  const over = new AbortController()
  const endFile = takePlace(files, accountId, filesAtOnce, () => over.abort(tooManyAtOnce()))
  const late = setTimeout(() => over.abort(new Error('writing the results file took too long')), fileMs)
  const end = () => {
    clearTimeout(late)
    left.removeEventListener('abort', leave)
    endFile()
  }
  // After the caller disconnects, the file may never be read to the end.
  const leave = () => over.abort(left.reason)
  over.signal.addEventListener('abort', end)
  if (left.aborted) leave()
  else left.addEventListener('abort', leave)
  function read(from: number): Promise<Page> {
    const query = { ...filter, after: from, hasArrived: false, isOfFile: true }
    const page = readResults(accountId, id, query, over.signal)
    // No one waits for a page that is read ahead when the file is cut off.
    page.catch(() => {})
    return page
  }
  async function* write(): AsyncGenerator<string> {
    try {
      if (format === 'csv' && after === 0) {
        yield csv.start
        if (!hasOwnHeadings) yield csv.rows([tableHeadings(columns)])
      }
      let reading = read(after)
      for (let at = after; ; ) {
        const { rows, after: end, isLast } = await reading
        over.signal.throwIfAborted()
        const isOver = isLast || end === at
        // One page is read ahead, while this one is written.
        if (!isOver) reading = read(end)
        if (rows.length > 0)
          yield format === 'csv' ? rows.map((row) => csv.rows([tableCells(row, columns)])).join('') : jsonLines(rows)
        if (isOver) return
        at = end
      }
    } finally {
      end()
    }
  }
  // A stream, unlike a generator, also ends while the caller isn't reading. The reader reports its error.
  return addAbortSignal(over.signal, Readable.from(write())).on('error', () => {})
}

/** The files being written in this process, by account. */
const files = perProcess<Places>('result-files')

/** Returns the headers of a results file, which is named after its batch. */
export const fileHeaders = (batch: Pick<Batch, 'id' | 'name'>, format: FileFormat): string[] => [
  ...['content-type', fileTypes[format]],
  ...['content-disposition', attachment(resultsFileName(batch, format), `${batch.id}.${format}`)],
]

/**
 * Returns the header that makes a browser save a response under this name. Programs that cannot read UTF-8 names get
 * the name without accents if possible, otherwise `otherName`.
 * @see https://www.rfc-editor.org/rfc/rfc6266#section-4.3
 */
function attachment(name: string, otherName: string): string {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '')
  const ascii = /^(?!.*["\\%/:*?<>|])[\x20-\x7e]+$/.test(plain) ? plain : otherName
  if (name === otherName) return `attachment; filename="${ascii}"`
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
