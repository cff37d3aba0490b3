'use client'

import { useEffect, useId, useMemo, useState } from 'react'
import { type BulkPlan, detailsOf, isSent, type LookupChoices, noChoices } from '@/components/bulk/input-lines'
import { LineRows } from '@/components/bulk/line-rows'
import { wholeLines } from '@/components/bulk/lines'
import { LinesForm } from '@/components/bulk/lines-form'
import { LookupChoice } from '@/components/bulk/lookup-choices'
import { PlanNote } from '@/components/bulk/plan-note'
import { maxFileBytes } from '@/components/bulk/read-file'
import { saveDraft, savedDraft } from '@/components/bulk/saved'
import { useInput } from '@/components/bulk/use-input'
import { formatNumber } from '@/components/format/number'
import { ActionProblem } from '@/components/problems/action-problem'
import { untilWords } from '@/components/problems/until'
import { type LookupsLeft, leftWords, useLookupsLeft } from '@/components/quota/lookups-left'
import { PlanOffer } from '@/components/quota/plan-offer'
import { Button } from '@/components/ui/button'
import { AnswerCard, Card } from '@/components/ui/card'
import { TextField } from '@/components/ui/field'
import { useTypedBeforeHydration } from '@/components/ui/typing'
import { longestName, nameOfFile } from '@/server/features/batches/batch'
import type { ListingHosts } from '@/server/features/listings/listing'
import { batchRequestOf } from './parts'
import { type UploadState, useUpload } from './use-upload'

interface NewBatchProps {
  /** The maximum number of lines in a batch. */
  maxLines: number
  hosts: ListingHosts
  /** Shows a batch that has started. */
  onStarted: (id: string) => void
}

/** Reads lines and creates a batch from the lines to look up. */
export function NewBatch({ maxLines, hosts, onStarted }: NewBatchProps) {
  const input = useInput('words', { maxLines, maxBytes: maxFileBytes })
  const { lines, columns, counts, table, text, isRead } = input
  const [choices, setChoices] = useState<LookupChoices>(noChoices)
  const [isRestored, setIsRestored] = useState(false)
  /** Null until the user types one. */
  const [typedName, setTypedName] = useState<string | null>(null)
  const nameId = useId()
  const left = useLookupsLeft()
  const box = useTypedBeforeHydration<HTMLTextAreaElement>('', input.setText)
  const upload = useUpload((id) => {
    saveDraft(sessionStorage, '')
    onStarted(id)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the array of lines grows with the counts
  const plan = useMemo(
    (): BulkPlan => ({ lines, columns, hosts, jobs: [], jobOf: [], dropped: 0 }),
    [lines, counts, columns, hosts],
  )

  const [setText] = useState(() => input.setText)
  useEffect(() => {
    const draft = savedDraft(sessionStorage)
    // Text typed before hydration takes precedence.
    if (draft !== '' && !box.current?.value) setText(draft)
    setIsRestored(true)
  }, [box, setText])
  useEffect(() => {
    if (isRestored) saveDraft(sessionStorage, text)
  }, [isRestored, text])

  const { lookups } = counts
  const needed =
    (choices.listing || choices.checked ? lookups.listing : 0) +
    (choices.short_link ? lookups.short_link : 0) +
    (choices.name ? lookups.name : 0)
  const column = table?.column ?? null
  const name = typedName ?? nameOfFile(input.fileName ?? '') ?? ''
  const begin = () => {
    const sent = lines.filter((line) => isSent(line, choices))
    const chosen = { column: column === wholeLines ? null : column, address: table?.address }
    upload.begin(batchRequestOf({ lines: sent, columns }, chosen, detailsOf(choices), nameOfFile(name)))
  }
  if (upload.state.phase !== 'none')
    return <UploadNote state={upload.state} onResume={upload.resume} onDrop={upload.drop} />
  return (
    <div className="grid gap-6">
      <div className="grid max-w-[56rem] gap-4">
        <LinesForm input={input} box={box} maxLines={maxLines} />
        <PlanNote lines={lines} counts={counts} isRead={isRead} />
        {counts.lines > 0 && isRead && <LookupChoice counts={counts} choices={choices} onChoose={setChoices} />}
        {needed > 0 && isRead && (
          <>
            <ShortNote needed={needed} left={left} />
            <TextField
              id={nameId}
              label="Batch name"
              hint="Optional. Helps you find the batch and is used in file names."
              value={name}
              maxLength={longestName}
              className="max-w-[28rem]"
              onChange={(event) => setTypedName(event.currentTarget.value)}
            />
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
              <p className="text-sm text-soft">
                {needed === 1 ? 'Needs 1 lookup. ' : `Needs ${formatNumber(needed)} lookups. `}
                {left && `${leftWords(left)}. `}It runs in the background, so you can close this tab.
              </p>
              <Button look="primary" onClick={begin} className="shrink-0">
                Look up {formatNumber(needed)}
              </Button>
            </div>
          </>
        )}
      </div>
      {counts.lines > 0 && (
        <AnswerCard>
          <h2 className="mb-4 text-title font-semibold">Lines</h2>
          <LineRows plan={plan} counts={counts} outcomes={none} hasRun={false} isRead={isRead} />
        </AnswerCard>
      )}
    </div>
  )
}

const none = [] as const

interface UploadNoteProps {
  state: Exclude<UploadState, { phase: 'none' }>
  onResume: () => void
  onDrop: () => void
}

/** Shows how many lines have been uploaded. If the upload was interrupted, also shows why and offers to continue. */
function UploadNote({ state, onResume, onDrop }: UploadNoteProps) {
  const { phase, lines, sent } = state

  // The tab must remain open until all lines are uploaded, so the browser asks before closing it.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])

  return (
    <Card className="grid max-w-[56rem] gap-3 p-4 sm:p-5">
      <h2 className="text-title font-semibold">{phase === 'sending' ? 'Uploading lines' : 'Upload interrupted'}</h2>
      <div
        role="progressbar"
        aria-label="Lines uploaded"
        aria-valuemin={0}
        aria-valuemax={lines}
        aria-valuenow={sent}
        className="h-3 overflow-hidden rounded-sm border border-ink bg-sunk"
      >
        <div className="h-full bg-done" style={{ width: `${(sent / Math.max(1, lines)) * 100}%` }} />
      </div>
      <p className="text-sm">
        {formatNumber(sent)} of {formatNumber(lines)} uploaded. Keep this tab open until it’s done.
      </p>
      {phase === 'broken' && (
        <>
          <ActionProblem error={state.error} />
          <div className="flex flex-wrap gap-2">
            <Button onClick={onResume}>Continue</Button>
            <Button onClick={onDrop}>Back to lines</Button>
          </div>
        </>
      )}
    </Card>
  )
}

interface ShortNoteProps {
  /** The number of lookups that the lines need. */
  needed: number
  /** Null until known. */
  left: LookupsLeft | null
}

/** Shows how long a batch will wait for more lookups; nothing if enough are left. */
function ShortNote({ needed, left }: ShortNoteProps) {
  const remaining = left?.remaining ?? null
  if (left === null || remaining === null || remaining >= needed) return null
  const when = untilWords(left.resetSeconds * 1000, Date.now())
  return (
    <div className="rounded-md bg-limit-wash px-4 py-3 text-sm">
      <p>
        {remaining === 0
          ? `No lookups are left. The batch will wait and run ${when}, or right away with a larger plan.`
          : `Only ${formatNumber(remaining)} ${remaining === 1 ? 'lookup is' : 'lookups are'} left. The rest of the batch will wait and run ${when}, or right away with a larger plan.`}
      </p>
      <PlanOffer left={left} />
    </div>
  )
}
