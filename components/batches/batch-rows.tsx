'use client'

import { useEffect, useRef, useState } from 'react'
import { ResultColumns, ResultRow } from '@/components/bulk/result-rows'
import { formatNumber } from '@/components/format/number'
import { Button } from '@/components/ui/button'
import { PageButton } from '@/components/ui/page-button'
import type { Row } from '@/server/features/lists/row'
import { type Batch, isOver } from './batch'
import { BatchFiles } from './batch-files'
import { FoldedLines } from './folded-lines'
import { LineSearch, StatusChoice } from './line-filters'
import { allLines, countOf, type LineView, queryOf, useLineView } from './line-view'
import { countLines, inputText, isRun, useRows } from './rows'

/** A batch's lines with their results so far, a page at a time, and its downloads. */
export function BatchRows({ batch }: { batch: Batch }) {
  const { view, show } = useLineView()
  const rows = useRef<HTMLElement>(null)
  const isTurning = useRef(false)
  const query = queryOf(view)

  // The button for the next page is at the end of the previous one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => {
    if (isTurning.current) rows.current?.focus()
    isTurning.current = false
  }, [query])

  const turn = (place: Pick<LineView, 'after' | 'nth'>) => {
    isTurning.current = true
    show(place)
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <StatusChoice batch={batch} view={view} onShow={show} />
        <BatchFiles batch={batch} filter={view} />
      </div>
      <LineSearch batch={batch} view={view} onShow={show} />
      <section ref={rows} tabIndex={-1} aria-label="Results" className="scroll-mt-4 outline-none">
        <Rows key={query} batch={batch} view={view} onTurn={turn} onShow={show} />
      </section>
    </div>
  )
}

interface RowsProps {
  batch: Batch
  view: LineView
  /** Shows another page of the current lines. */
  onTurn: (place: Pick<LineView, 'after' | 'nth'>) => void
  /** Changes which lines are shown, starting at the first page. */
  onShow: (view: Partial<LineView>) => void
}

function Rows({ batch, view, onTurn, onShow }: RowsProps) {
  const { entries, end, hasNext, isLast, hasRead, state, loadMore, before } = useRows(
    batch.id,
    view,
    batch.line_counts.total - batch.line_counts.waiting,
  )
  const [hasTurnFailed, setHasTurnFailed] = useState(false)
  const isNarrow = view.q !== '' || view.code !== null || view.finding !== null
  const back = async () => {
    setHasTurnFailed(false)
    try {
      onTurn(await before())
    } catch {
      setHasTurnFailed(true)
    }
  }
  const last = view.nth + countLines(entries) - 1
  const total = countOf(batch, view)
  return (
    <>
      {entries.length > 0 && (
        <>
          <ResultColumns rows={entries.filter((entry): entry is Row => !isRun(entry))} />
          <ol>
            {entries.map((entry) =>
              isRun(entry) ? (
                <FoldedLines key={entry.from} batch={batch} run={entry} />
              ) : (
                <ResultRow
                  key={entry.row}
                  row={entry}
                  name={cellOf(entry, batch.name_column)}
                  reference={cellOf(entry, batch.reference_column)}
                  text={shownText(entry, batch)}
                />
              ),
            )}
          </ol>
        </>
      )}
      {!hasRead && state === 'loading' && <div aria-hidden="true" className="h-40 rounded-md bg-sunk" />}
      {entries.length === 0 && hasRead && (
        <div className="border-t border-rule pt-4 text-sm text-soft">
          <p>{isLast ? 'No matching rows.' : isNarrow ? 'No matching rows so far.' : waiting}</p>
          {isNarrow && (
            <Button className="mt-3" onClick={() => onShow(allLines)}>
              Show all rows
            </Button>
          )}
        </div>
      )}
      {(state === 'failed' || hasTurnFailed) && (
        <div role="alert" className="mt-4 flex flex-wrap items-center gap-3 text-sm">
          <p className="font-medium text-limit">These rows couldn’t be loaded.</p>
          {state === 'failed' && <Button onClick={loadMore}>Try again</Button>}
        </div>
      )}
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-rule pt-3 text-sm empty:hidden">
        <p className="text-soft tabular-nums">
          {/* While the batch runs, screen readers would announce a change every few lines. */}
          <span role={isOver(batch) ? 'status' : undefined} className="me-3 font-medium text-ink empty:hidden">
            {entries.length > 0 && placeWords(view.nth, last, total)}
          </span>
          {queryOf({ ...view, after: 0 }) !== '' && hasRead && !hasNext && !isLast && (
            <>
              Searched {formatNumber(end)} of {formatNumber(batch.row_counts.total)} rows so far.
            </>
          )}
        </p>
        <div className="flex flex-wrap gap-2 empty:hidden">
          {state === 'paused' && <Button onClick={loadMore}>Keep searching</Button>}
          {(view.after > 0 || hasNext) && (
            <>
              <PageButton label="Previous" isPossible={view.after > 0} onTurn={() => void back()} />
              <PageButton label="Next" isPossible={hasNext} onTurn={() => onTurn({ after: end, nth: last + 1 })} />
            </>
          )}
        </div>
      </div>
    </>
  )
}

/** Returns a row's cell in a column; empty if it has none, or is above the lines. */
function cellOf({ input, reason }: Row, column: string | null): string {
  if (column === null || isAbove(reason) || typeof input !== 'object' || input === null) return ''
  return String((input as Record<string, unknown>)[column] ?? '')
}

const isAbove = (reason: Row['reason']) => reason === 'title' || reason === 'heading'

/** Returns the looked-up cell, or all cells of a row above the lines. */
function shownText({ input, reason }: Row, { column }: Batch): string {
  if (!isAbove(reason) || typeof input !== 'object' || input === null) return inputText(input, column)
  return Object.values(input).filter(Boolean).join(' · ')
}

const waiting = 'Results appear here as lines are looked up.'

/** Returns which lines are shown: "51–100 of 1,204". @param total null if unknown. */
function placeWords(first: number, last: number, total: number | null): string {
  const place = last > first ? `${formatNumber(first)}–${formatNumber(last)}` : formatNumber(first)
  return total === null ? place : `${place} of ${formatNumber(Math.max(total, last))}`
}
