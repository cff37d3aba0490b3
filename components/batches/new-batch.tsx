'use client'

import { useEffect, useMemo, useState } from 'react'
import { planBulk } from '@/components/bulk/input-lines'
import { DetailsChoice, LinesForm } from '@/components/bulk/lines-form'
import { PlanNote } from '@/components/bulk/plan-note'
import { saveDraft, savedDraft } from '@/components/bulk/saved'
import { useInput, wholeLines } from '@/components/bulk/use-input'
import { formatNumber } from '@/components/format/number'
import { ActionProblem } from '@/components/problem/action-problem'
import { untilWords } from '@/components/problem/until'
import { type LookupsLeft, leftWords, useLookupsLeft } from '@/components/quota/lookups-left'
import { PlanOffer } from '@/components/quota/plan-offer'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { useTypedBeforeHydration } from '@/components/ui/typing'
import type { DetailLevel } from '@/server/listings/resolve'
import { batchRequestOf, maxFileBytes } from './parts'
import { type UploadState, useUpload } from './use-upload'

interface NewBatchProps {
  /** The most lines that a batch may have. */
  maxLines: number
  /** Shows a batch that has started. */
  onStarted: (id: string) => void
}

/** The form that makes a batch. */
export function NewBatch({ maxLines, onStarted }: NewBatchProps) {
  const input = useInput()
  const { input: read, column, settledText } = input
  const [details, setDetails] = useState<DetailLevel>('none')
  const [isRead, setIsRead] = useState(false)
  const left = useLookupsLeft()
  const box = useTypedBeforeHydration<HTMLTextAreaElement>('', input.setText)
  const upload = useUpload((id) => {
    saveDraft(sessionStorage, '')
    onStarted(id)
  })
  const plan = useMemo(() => planBulk(read, details), [read, details])

  const [setText] = useState(() => input.setText)
  useEffect(() => {
    const draft = savedDraft(sessionStorage)
    // Text typed before hydration is newer.
    if (draft !== '' && !box.current?.value) setText(draft)
    setIsRead(true)
  }, [box, setText])
  useEffect(() => {
    if (isRead) saveDraft(sessionStorage, settledText)
  }, [isRead, settledText])

  const count = read.lines.length
  const isTooLong = count > maxLines
  const columns = { column: column === wholeLines ? null : column, address: input.address }
  const begin = () => upload.begin(batchRequestOf(read, columns, details))
  if (upload.state.phase !== 'none')
    return <UploadNote state={upload.state} onGoOn={upload.goOn} onDrop={upload.drop} />
  return (
    <div className="grid max-w-[56rem] gap-4">
      <LinesForm input={input} box={box} maxLines={maxLines} maxBytes={maxFileBytes} />
      <DetailsChoice details={details} onChoose={setDetails} />
      <PlanNote plan={plan} onLookUpNames={() => setDetails('full')} total={plan.dropped === 0 ? null : count} />
      {isTooLong && (
        <p className="text-sm font-medium text-limit">
          A batch has up to {formatNumber(maxLines)} lines. Split these into several.
        </p>
      )}
      {count > 0 && !isTooLong && input.isSettled && (
        <ShortNote needed={plan.dropped === 0 ? plan.jobs.length : count} left={left} />
      )}
      {count > 0 && !isTooLong && input.isSettled && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="text-sm text-soft">
            {left && `${leftWords(left)}. `}It runs in the background: you can close this tab.
          </p>
          <Button look="primary" onClick={begin} className="shrink-0">
            Look up {formatNumber(count)} {count === 1 ? 'line' : 'lines'}
          </Button>
        </div>
      )}
    </div>
  )
}

interface UploadNoteProps {
  state: Exclude<UploadState, { phase: 'none' }>
  onGoOn: () => void
  onDrop: () => void
}

/** Shows how many lines have been sent. If sending broke off, also says why and offers to continue. */
function UploadNote({ state, onGoOn, onDrop }: UploadNoteProps) {
  const { phase, lines, sent } = state

  // The tab has to stay open until all lines have arrived, so the browser asks before it closes.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])

  return (
    <Card className="grid max-w-[56rem] gap-3 p-4 sm:p-5">
      <h2 className="text-title font-semibold">{phase === 'sending' ? 'Sending lines' : 'Sending was interrupted'}</h2>
      <div
        role="progressbar"
        aria-label="Lines sent"
        aria-valuemin={0}
        aria-valuemax={lines}
        aria-valuenow={sent}
        className="h-3 overflow-hidden rounded-sm border border-ink bg-sunk"
      >
        <div className="h-full bg-done" style={{ width: `${(sent / Math.max(1, lines)) * 100}%` }} />
      </div>
      <p className="text-sm">
        {formatNumber(sent)} of {formatNumber(lines)} sent. Keep this tab open until all are.
      </p>
      {phase === 'broken' && (
        <>
          <ActionProblem error={state.error} />
          <div className="flex flex-wrap gap-2">
            <Button onClick={onGoOn}>Continue</Button>
            <Button onClick={onDrop}>Back to the lines</Button>
          </div>
        </>
      )}
    </Card>
  )
}

interface ShortNoteProps {
  /** How many lookups the lines need. */
  needed: number
  /** Null until it is known. */
  left: LookupsLeft | null
}

/** Says that a batch will have to wait for more lookups, and until when; nothing if there are enough. */
function ShortNote({ needed, left }: ShortNoteProps) {
  const remaining = left?.remaining ?? null
  if (left === null || remaining === null || remaining >= needed) return null
  const when = untilWords(left.resetSeconds * 1000, Date.now())
  return (
    <div className="rounded-md bg-limit-wash px-4 py-3 text-sm">
      <p>
        {remaining === 0
          ? `No lookups are left. The batch waits, and runs ${when}, or at once with a larger plan.`
          : `Only ${formatNumber(remaining)} ${remaining === 1 ? 'lookup is' : 'lookups are'} left. The rest of the batch waits, and runs ${when}, or at once with a larger plan.`}
      </p>
      <PlanOffer left={left} />
    </div>
  )
}
