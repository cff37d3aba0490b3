'use client'

import { useState } from 'react'
import { rowColumns } from '@/components/bulk/result-rows'
import { formatNumber } from '@/components/format/number'
import { useTRPCClient } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { StrayIcon } from '@/components/ui/part-icons'
import type { Run } from '@/server/features/batches/batch-row'
import { notSentWords } from '@/server/features/lists/added-columns'
import type { Row } from '@/server/features/lists/row'
import type { Batch } from './batch'
import { inputText } from './rows'

/** The number of lines shown at once. */
const shownAtOnce = 50

interface FoldedLinesProps {
  batch: Batch
  run: Run
}

/** Consecutive lines that were not looked up, as one row that expands. */
export function FoldedLines({ batch, run }: FoldedLinesProps) {
  const { rows, state, more } = useLinesOf(batch.id, run)
  const { from, to, state: rowState, reason, detail } = run
  const count = to - from + 1
  const what = rowState === 'not_sent' ? 'weren’t looked up' : 'couldn’t be read'
  const next = Math.min(shownAtOnce, count - rows.length)
  return (
    <li data-status={rowState} className="border-t border-rule text-sm">
      <details className="group" onToggle={({ currentTarget: { open } }) => open && rows.length === 0 && void more()}>
        <summary
          className={classNames(
            rowColumns,
            'cursor-pointer list-none rounded-sm py-2.5 [&::-webkit-details-marker]:hidden',
          )}
        >
          <span className="text-right font-mono text-[0.8125rem] leading-5 text-soft">{from}</span>
          <span className="flex min-w-0 gap-2 lg:col-span-3">
            <span className="mt-0.5 text-soft">
              <StrayIcon />
            </span>
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span className="font-medium">
                {formatNumber(count)} rows {what}: rows {formatNumber(from)}–{formatNumber(to)}
              </span>
              <span className="block text-soft">
                {reason === null ? `Row ${formatNumber(from)}: ${detail}` : notSentWords[reason]}
              </span>
            </span>
          </span>
          <span className="inline-flex min-h-9 items-center self-start justify-self-start rounded-md border border-edge px-3 font-medium group-hover:border-ink max-lg:col-start-2 max-lg:mt-2">
            <span className="group-open:hidden">Show rows</span>
            <span className="hidden group-open:inline">Hide rows</span>
          </span>
        </summary>
        {rows.length > 0 && (
          <ol className="grid gap-1 pb-2">
            {rows.map((row) => (
              <CompactRow key={row.row} row={row} text={inputText(row.input, batch.column)} shared={detail} />
            ))}
          </ol>
        )}
        <div className={classNames(rowColumns, 'pb-3')}>
          {state === 'failed' && (
            <p role="alert" className="col-start-2 mb-2 font-medium text-limit">
              These rows couldn’t be loaded.
            </p>
          )}
          {next > 0 && (
            <Button className="col-start-2 justify-self-start" busy={state === 'loading'} onClick={() => void more()}>
              {state === 'failed' ? 'Try again' : state === 'loading' ? 'Loading' : `Show ${formatNumber(next)} more`}
            </Button>
          )}
        </div>
      </details>
    </li>
  )
}

interface CompactRowProps {
  row: Row
  text: string
  /** The reason already shown in the row above. */
  shared: string | null
}

const CompactRow = ({ row: { row, problem }, text, shared }: CompactRowProps) => (
  <li className={classNames(rowColumns, '[content-visibility:auto] [contain-intrinsic-size:auto_1.25rem]')}>
    <span className="text-right font-mono text-[0.8125rem] leading-5 text-soft">{row}</span>
    <span className="min-w-0 lg:col-span-4">
      <span dir="auto" className="block truncate font-mono text-[0.8125rem] leading-5">
        {text}
      </span>
      {problem && problem.detail !== shared && <span className="block text-soft">{problem.detail}</span>}
    </span>
  </li>
)

/** Loads a run's lines, a few at a time. */
function useLinesOf(id: string, { from, to }: Run) {
  const client = useTRPCClient()
  const [rows, setRows] = useState<readonly Row[]>([])
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const more = async () => {
    if (state === 'loading') return
    setState('loading')
    try {
      const after = from - 1 + rows.length
      const limit = String(Math.min(shownAtOnce, to - after))
      const { results } = await client.batches.listResults.query({ id, after: String(after), limit })
      setRows([...rows, ...(results as Row[])])
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return { rows, state, more }
}
