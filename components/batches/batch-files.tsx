'use client'

import { ChooseOriginal, Downloads } from '@/components/bulk/downloads'
import type { ResultFormat } from '@/components/bulk/file.worker'
import { useOriginal } from '@/components/bulk/use-original'
import { maxSheetRows, writeFile } from '@/components/bulk/write-file'
import { formatNumber } from '@/components/format/number'
import { download } from '@/components/ui/download'
import { resultsFileName } from '@/server/features/batches/batch'
import type { Row } from '@/server/features/lists/row'
import type { Batch } from './batch'
import { countOf, type LineFilter, linesWith } from './line-view'
import { fetchRows, fileUrl, isFiltering } from './rows'

interface BatchFilesProps {
  batch: Batch
  /** Which lines to save. */
  filter: LineFilter
}

/** Saves a batch's results. CSV and JSON Lines of any size stream from the server to the file. */
export function BatchFiles({ batch, filter: { state, finding, code, q } }: BatchFilesProps) {
  const filter = { state, finding, code, q }
  const [original, setOriginal] = useOriginal(batch.id)
  const isFiltered = isFiltering(filter)
  const isTooLong = batch.row_counts.total > maxSheetRows
  const save = async (format: ResultFormat) => {
    if (format !== 'xlsx') {
      const link = document.createElement('a')
      link.href = fileUrl(batch.id, format, filter)
      link.download = ''
      link.click()
      return
    }
    const rows = await fetchRows(batch.id, filter)
    const names = batch.column === null ? [] : Object.keys(rows[0]?.input ?? {})
    const file = { format, names, headingRow: headingRowOf(rows), original: isFiltered ? null : (original ?? null) }
    const blob = await writeFile(file, rows.length, (start, end) => rows.slice(start, end))
    download(resultsFileName(batch, 'xlsx'), blob)
  }
  return (
    <Downloads
      shown={isFiltered ? (countOf(batch, filter) ?? linesWith(batch, state)) : null}
      onSave={save}
      withoutSheet={isTooLong ? `XLSX supports up to ${formatNumber(maxSheetRows)} rows.` : null}
    >
      {original === null && <ChooseOriginal onChoose={(file) => setOriginal({ file, sheet: null })} />}
    </Downloads>
  )
}

/** Returns the number of the row with the headings; 0 if there is none. */
const headingRowOf = (rows: readonly Row[]): number => rows.find(({ reason }) => reason === 'heading')?.row ?? 0
