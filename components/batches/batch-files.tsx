'use client'

import { Downloads } from '@/components/bulk/downloads'
import { type ResultFormat, resultsBlob } from '@/components/bulk/save-results'
import { formatNumber } from '@/components/format/number'
import { download } from '@/components/ui/download'
import type { Row } from '@/server/batches/row'
import type { Batch } from './batch'
import { fetchRows, fileUrl } from './fetch-rows'
import { maxSheetRows } from './limits'

interface BatchFilesProps {
  batch: Batch
  /** The status of the lines to save; null for all. */
  status: Row['status'] | null
}

/** Saves the results of a batch. CSV and JSON Lines stream from the server straight to the file, however long they are. */
export function BatchFiles({ batch, status }: BatchFilesProps) {
  const isTooLong = batch.lines.total > maxSheetRows
  const save = async (format: ResultFormat) => {
    if (format !== 'xlsx') {
      const link = document.createElement('a')
      link.href = fileUrl(batch.id, format, status)
      link.download = ''
      link.click()
      return
    }
    const rows = await fetchRows(batch.id, status)
    const columns = batch.column === null ? [] : Object.keys(rows[0]?.input ?? {})
    download(`${batch.id}.xlsx`, await resultsBlob(format, rows, columns))
  }
  return (
    <Downloads
      onlyShown={status !== null}
      onSave={save}
      withoutSheet={isTooLong ? `XLSX is for up to ${formatNumber(maxSheetRows)} lines.` : null}
    />
  )
}
