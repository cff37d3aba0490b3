'use client'

import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, type Ref, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Choices } from '@/components/ui/choices'
import { download } from '@/components/ui/download'
import { resultsFileName } from '@/server/features/batches/batch'
import { bucketOf, isToCheck, type RowFacts } from '@/server/features/lists/row-state'
import { bucketWords } from './bucket-words'
import { ChooseOriginal, Downloads } from './downloads'
import type { ResultFormat } from './file.worker'
import type { Original } from './originals'
import { type JobOutcome, type ListState, outcomeAt, planRows, rowOf } from './outcome'
import { type BulkPlan, noJob } from './plan'
import { groupOf, type LookupGroup, type ReadRow } from './read-rows'
import { ResultColumns, ResultRow } from './result-rows'
import { maxSheetRows, writeFile } from './write-file'

/** Filters by bucket, by a fact beside it, or by what a row needs. */
const filters = ['All', ...Object.values(bucketWords), 'Duplicates', 'Moved', 'Short links', 'Names'] as const
type Filter = (typeof filters)[number]

export interface ListRowsProps {
  plan: BulkPlan
  state: ListState
  outcomes: readonly JobOutcome[]
  /** Whether all rows have been read and can be saved. */
  isRead: boolean
  /** The file that results can be added to; null if it is missing. */
  original: Original | null
  onOriginal?: ((original: Original) => void) | undefined
  /** The name of the list's file; null if it has none. */
  fileName: string | null
}

/** All rows with their results so far, to filter, copy, and save. */
export function ListRows({ plan, state, outcomes, isRead, original, onOriginal, fileName }: ListRowsProps) {
  const [chosen, setFilter] = useState<Filter>('All')
  const indices = useMemo(() => indicesBy(plan, state, outcomes), [plan, state, outcomes])
  const present = filters.filter((one) => one === 'All' || indices[one].length > 0)
  const filter = present.includes(chosen) ? chosen : 'All'
  const shown = indices[filter]
  const save = async (format: ResultFormat) => {
    const { names, headingRow } = plan
    const rowsAt = (start: number, end: number) => planRows(plan, outcomes, state, shown.slice(start, end))
    const isWhole = filter === 'All'
    const file = { format, names, headingRow: isWhole ? headingRow : 0, original: isWhole ? original : null }
    const name = resultsFileName({ id: 'pinref-bulk', name: fileName }, format)
    download(name, await writeFile(file, shown.length, rowsAt))
  }
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <Choices
          label="Rows shown"
          options={present}
          counts={Object.fromEntries(present.map((one) => [one, indices[one].length])) as Record<Filter, number>}
          chosen={filter}
          onChoose={setFilter}
        />
        {isRead && (
          <Downloads
            shown={filter === 'All' ? null : shown.length}
            onSave={save}
            withoutSheet={
              shown.length > maxSheetRows ? 'Too many rows for XLSX. Download CSV or JSON Lines instead.' : null
            }
          >
            {original === null && onOriginal && (
              <ChooseOriginal onChoose={(file) => onOriginal({ file, sheet: null })} />
            )}
          </Downloads>
        )}
      </div>
      <div className="mt-4">
        <ResultColumns rows={() => planRows(plan, outcomes, state, shown)} />
        {shown.length <= maxPlain ? (
          <ol>
            {shown.map((index) => (
              <PlanRow
                key={index}
                plan={plan}
                index={index}
                outcome={outcomeAt(plan, outcomes, index)}
                first={state.first[index] ?? index}
              />
            ))}
          </ol>
        ) : (
          <VirtualRows plan={plan} state={state} outcomes={outcomes} shown={shown} />
        )}
      </div>
    </>
  )
}

/** Returns the indices of the rows that each filter shows. */
function indicesBy(plan: BulkPlan, { facts, first }: ListState, outcomes: readonly JobOutcome[]) {
  const indices = Object.fromEntries(filters.map((filter) => [filter, [] as number[]])) as Record<Filter, number[]>
  for (const [index, row] of plan.rows.entries()) {
    indices.All.push(index)
    const bucket = bucketOf(facts[index] as RowFacts)
    if (bucket !== 'heading' && bucket !== 'blank') indices[bucketWords[bucket]].push(index)
    if (isToCheck(bucket)) indices[bucketWords.to_check].push(index)
    if (first[index] !== index) indices.Duplicates.push(index)
    const outcome = outcomeAt(plan, outcomes, index)
    if (outcome?.state === 'found' && outcome.listing.listing_status === 'moved') indices.Moved.push(index)
    const group = groupOf(row)
    if (group === 'short_link') indices['Short links'].push(index)
    else if (group === 'name') indices.Names.push(index)
  }
  return indices
}

/** A longer list renders only the visible rows. */
const maxPlain = 200

interface VirtualRowsProps extends Pick<ListRowsProps, 'plan' | 'state' | 'outcomes'> {
  shown: readonly number[]
}

/** A long list: renders only the visible rows, with space for the others above and below. */
function VirtualRows({ plan, state, outcomes, shown }: VirtualRowsProps) {
  const list = useRef<HTMLOListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
    measure()
    // The content above the list may grow or shrink.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  const rows = useWindowVirtualizer({
    count: shown.length,
    estimateSize: () => 65,
    overscan: 10,
    scrollMargin: top,
  })
  const items = rows.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  return (
    <ol
      ref={list}
      style={{
        paddingTop: first ? first.start - top : 0,
        paddingBottom: rows.getTotalSize() - (last ? last.end - top : 0),
      }}
    >
      {items.map(({ index: at }) => {
        const index = shown[at] ?? 0
        return (
          <PlanRow
            key={index}
            plan={plan}
            index={index}
            outcome={outcomeAt(plan, outcomes, index)}
            first={state.first[index] ?? index}
            at={at}
            of={shown.length}
            measure={rows.measureElement}
          />
        )
      })}
    </ol>
  )
}

interface PlanRowProps {
  plan: BulkPlan
  index: number
  outcome: JobOutcome | undefined
  /** The index of the earliest row with the same listing. */
  first: number
  /** The row's position, the list's length, and a ref to measure the row; omitted in a short list. */
  at?: number
  of?: number
  measure?: Ref<HTMLLIElement>
}

const PlanRow = memo(({ plan, index, outcome, first, at, of = 0, measure }: PlanRowProps) => {
  const row = useMemo(() => rowOf(plan, index, outcome, first), [plan, index, outcome, first])
  const place = useMemo(
    () => (at === undefined || !measure ? undefined : { index: at, of, ref: measure }),
    [at, of, measure],
  )
  const read = plan.rows[index]
  return (
    <ResultRow
      row={row}
      name={read?.name ?? ''}
      reference={read?.reference ?? ''}
      text={read ? shownText(read) : ''}
      isAsking={outcome?.state === 'asking'}
      wait={read && plan.jobOf[index] === noJob ? neededFor(read) : undefined}
      place={place}
    />
  )
})

/** Returns the looked-up cell, or all cells of a row above the list's first line. */
const shownText = ({ kind, text, cells }: ReadRow): string =>
  kind === 'title' || kind === 'heading' ? cells.filter((cell) => cell.trim() !== '').join(' · ') : text

/** Returns what a row needs whose lookup was not chosen; undefined if it needs nothing. */
function neededFor(row: ReadRow): string | undefined {
  const group = groupOf(row)
  return group && group !== 'listing' && row.fault === null ? needs[group] : undefined
}

/** Labels for rows whose lookup was not chosen. */
const needs: Readonly<Record<Exclude<LookupGroup, 'listing'>, string>> = {
  short_link: 'Short link: needs a lookup',
  name: 'Name: needs a lookup',
}
