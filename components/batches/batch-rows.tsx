'use client'

import { useState } from 'react'
import { Downloads, type ResultFormat, resultsBlob } from '@/components/bulk/downloads'
import { ResultColumns, ResultRow } from '@/components/bulk/result-rows'
import { formatNumber } from '@/components/format/number'
import { Button } from '@/components/ui/button'
import { Choices } from '@/components/ui/choices'
import { download } from '@/components/ui/download'
import { resultsFileName } from '@/server/batches/batch'
import type { Row } from '@/server/batches/row'
import { type Batch, isOver } from './batch'
import { maxSheetRows } from './parts'
import { fetchRows, fileUrl, inputText, useRows } from './rows'

const filters = ['All', 'Found', 'Failed', 'Unreadable', 'Not looked up'] as const
type Filter = (typeof filters)[number]

const statusOf: Readonly<Record<Filter, Row['status'] | null>> = {
  All: null,
  Found: 'found',
  Failed: 'failed',
  Unreadable: 'unreadable',
  'Not looked up': 'unreadable',
}

/** The lines of a batch with their results so far, and their files. */
export function BatchRows({ batch }: { batch: Batch }) {
  const [filter, setFilter] = useState<Filter>('All')
  const status = statusOf[filter]
  // Names that are not looked up are no fault.
  const absent = batch.details === 'full' ? 'Not looked up' : 'Unreadable'
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <Choices
          label="Lines shown"
          options={filters.filter((one) => one !== absent)}
          chosen={filter}
          onChoose={setFilter}
        />
        <BatchFiles batch={batch} status={status} />
      </div>
      <Rows key={filter} batch={batch} status={status} />
    </>
  )
}

function Rows({ batch, status }: { batch: Batch; status: Row['status'] | null }) {
  const { rows, isLoading, hasFailed, hasMore, more, retry } = useRows(batch.id, status, batch.lines.done)
  return (
    <>
      {rows.length > 0 && (
        <div className="mt-4">
          <ResultColumns rows={rows} />
          <ol>
            {rows.map((row) => (
              <ResultRow key={row.line} row={row} text={inputText(row.input, batch.column)} />
            ))}
          </ol>
        </div>
      )}
      {rows.length === 0 && !isLoading && !hasFailed && (
        <p className="mt-4 border-t border-rule pt-4 text-sm text-soft">
          {isOver(batch) ? 'There are no such lines.' : 'Results appear here as lines are looked up.'}
        </p>
      )}
      {hasFailed && (
        <div role="alert" className="mt-4 flex flex-wrap items-center gap-3 text-sm">
          <p className="font-medium text-limit">These lines couldn’t be loaded.</p>
          <Button onClick={() => void retry()}>Try again</Button>
        </div>
      )}
      {hasMore && (
        <Button className="mt-4" busy={isLoading} onClick={more}>
          Show more
        </Button>
      )}
    </>
  )
}

interface BatchFilesProps {
  batch: Batch
  /** The status of the lines to save; null for all. */
  status: Row['status'] | null
}

/** Saves the results of a batch. CSV and JSON Lines stream from the server straight to the file, however long they are. */
function BatchFiles({ batch, status }: BatchFilesProps) {
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
    download(resultsFileName(batch, 'xlsx'), await resultsBlob(format, rows, columns))
  }
  return (
    <Downloads
      onlyShown={status !== null}
      onSave={save}
      withoutSheet={isTooLong ? `XLSX is for up to ${formatNumber(maxSheetRows)} lines.` : null}
    />
  )
}
