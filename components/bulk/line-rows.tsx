'use client'

import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, type Ref, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Choices } from '@/components/ui/choices'
import { download } from '@/components/ui/download'
import { Downloads, type ResultFormat, resultsBlob } from './downloads'
import type { BulkPlan } from './input-lines'
import { groupOf, type LineCounts, type LookupGroup } from './lines'
import { type LineOutcome, outcomeAt, planRows, rowOf } from './outcome'
import { ResultColumns, ResultRow } from './result-rows'

const filters = ['All', 'Found', 'Moved', 'Failed', 'Unreadable', 'Short links', 'Names', 'Waiting'] as const
type Filter = (typeof filters)[number]

interface LineRowsProps {
  plan: BulkPlan
  counts: LineCounts
  outcomes: readonly LineOutcome[]
  /** Whether lookups have started, so lines may have failed or moved, or may be waiting. */
  hasRun: boolean
  /** Whether all lines have been read and can be saved. */
  isRead: boolean
}

/** All lines with their results so far, to filter, copy, and save. */
export function LineRows({ plan, counts, outcomes, hasRun, isRead }: LineRowsProps) {
  const [filter, setFilter] = useState<Filter>('All')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the array of lines grows with the counts
  const shown = useMemo(
    () => plan.lines.flatMap((_, index) => (shows(filter, plan, index, outcomeAt(plan, outcomes, index)) ? index : [])),
    [plan, outcomes, filter, counts],
  )
  const present: Readonly<Record<Filter, boolean>> = {
    All: true,
    Found: true,
    Moved: hasRun,
    Failed: hasRun,
    Waiting: hasRun,
    Unreadable: hasRun || counts.unreadable > 0,
    Names: counts.lookups.name > 0,
    'Short links': counts.lookups.short_link > 0,
  }
  const save = async (format: ResultFormat) => {
    download(`pinref-bulk.${format}`, await resultsBlob(format, planRows(plan, outcomes, shown), plan.columns))
  }
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <Choices
          label="Lines shown"
          options={filters.filter((one) => present[one])}
          chosen={filter}
          onChoose={setFilter}
        />
        {isRead && (
          <Downloads
            onlyShown={filter !== 'All'}
            onSave={save}
            withoutSheet={
              shown.length > maxSheetRows ? 'Too many lines for XLSX. Download CSV or JSONL instead.' : null
            }
          />
        )}
      </div>
      <div className="mt-4">
        <ResultColumns rows={() => planRows(plan, outcomes, shown)} />
        {shown.length <= maxPlain ? (
          <ol>
            {shown.map((index) => (
              <PlanRow key={index} plan={plan} index={index} outcome={outcomeAt(plan, outcomes, index)} />
            ))}
          </ol>
        ) : (
          <VirtualRows plan={plan} outcomes={outcomes} shown={shown} />
        )}
      </div>
    </>
  )
}

/** The maximum number of rows in a workbook that a browser can create. */
const maxSheetRows = 100_000

/** A longer list renders only the visible rows. */
const maxPlain = 200

/** A long list: renders only the visible rows, with space for the others above and below. */
function VirtualRows({
  plan,
  outcomes,
  shown,
}: Pick<LineRowsProps, 'plan' | 'outcomes'> & { shown: readonly number[] }) {
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
  outcome: LineOutcome | undefined
  /** The row's position, the list's length, and a ref to measure the row; omitted in a short list. */
  at?: number
  of?: number
  measure?: Ref<HTMLLIElement>
}

const PlanRow = memo(({ plan, index, outcome, at, of = 0, measure }: PlanRowProps) => {
  const row = useMemo(() => rowOf(plan, index, outcome), [plan, index, outcome])
  const place = useMemo(
    () => (at === undefined || !measure ? undefined : { index: at, of, ref: measure }),
    [at, of, measure],
  )
  const group = groupOf(plan.lines[index]?.kind ?? 'words')
  return (
    <ResultRow
      row={row}
      text={plan.lines[index]?.text ?? ''}
      isAsking={outcome?.state === 'asking'}
      wait={outcome || group === null ? 'Waiting' : needs[group]}
      place={place}
    />
  )
})

/** Labels for lines whose lookup was not chosen. */
const needs: Readonly<Record<LookupGroup, string>> = {
  listing: 'Read in your browser',
  short_link: 'Short link: needs a lookup',
  name: 'Name: needs a lookup',
}

function shows(filter: Filter, plan: BulkPlan, index: number, outcome: LineOutcome | undefined): boolean {
  const line = plan.lines[index]
  switch (filter) {
    case 'All':
      return true
    case 'Found':
      return outcome?.state === 'found' || (outcome?.state !== 'failed' && line?.named != null)
    case 'Moved':
      return outcome?.state === 'found' && outcome.listing.status === 'moved'
    case 'Names':
      return line?.kind === 'name'
    case 'Short links':
      return line?.kind === 'short_link'
    case 'Waiting':
      return outcome?.state === 'waiting' || outcome?.state === 'asking'
    default:
      return line?.fault != null || outcome?.state === 'failed'
        ? (rowOf(plan, index, outcome).state === 'unreadable') === (filter === 'Unreadable')
        : false
  }
}
