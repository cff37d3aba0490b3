'use client'

import { useEffect, useId, useMemo, useState } from 'react'
import { LinesForm } from '@/components/bulk/lines-form'
import { ListRows } from '@/components/bulk/list-rows'
import { LookupChoice, useLookupChoices } from '@/components/bulk/lookup-choices'
import { dropOriginal, keepOriginal } from '@/components/bulk/originals'
import { type JobOutcome, listState } from '@/components/bulk/outcome'
import { planBulk } from '@/components/bulk/plan'
import { PlanNote } from '@/components/bulk/plan-note'
import { linesIn } from '@/components/bulk/read-rows'
import { maxFileBytes } from '@/components/bulk/read-source'
import { saveDraft, saveDraftFile } from '@/components/bulk/saved'
import { useDraft } from '@/components/bulk/use-draft'
import { useInput } from '@/components/bulk/use-input'
import { ClientField, typedClient } from '@/components/clients/client-field'
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

/** Reads lines and creates a batch that looks them up. */
export function NewBatch({ maxLines, hosts, onStarted }: NewBatchProps) {
  const input = useInput('words', { maxLines, maxBytes: maxFileBytes })
  const { list, counts, isRead } = input
  const [choices, setChoices] = useLookupChoices()
  /** Null until the user types one. */
  const [typedName, setTypedName] = useState<string | null>(null)
  const [client, setClient] = useState('')
  const nameId = useId()
  const left = useLookupsLeft()
  const box = useTypedBeforeHydration<HTMLTextAreaElement>('', input.setText)
  const draft = useDraft(input, box, true)
  const upload = useUpload((id) => {
    saveDraft(sessionStorage, '')
    saveDraftFile(sessionStorage, '')
    void keepOriginal(id, input.original)
    if (draft.originalId !== null) void dropOriginal(draft.originalId)
    onStarted(id)
  })
  const plan = useMemo(() => planBulk(list, hosts, choices, [], Number.POSITIVE_INFINITY), [list, hosts, choices])
  const outcomes = useMemo(() => plan.jobs.map((): JobOutcome => ({ state: 'waiting' })), [plan])
  const state = useMemo(() => listState(plan, outcomes), [plan, outcomes])

  const [restoreDraft] = useState(() => draft.restore)
  useEffect(() => void restoreDraft(null), [restoreDraft])

  const needed = plan.jobs.length
  const name = typedName ?? nameOfFile(input.fileName ?? '') ?? ''
  const begin = () => upload.begin(batchRequestOf(list, choices, nameOfFile(name), typedClient(client)))
  if (upload.state.phase !== 'none')
    return <UploadNote state={upload.state} onResume={upload.resume} onDrop={upload.drop} />
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid max-w-[56rem] grid-cols-1 gap-4">
        <LinesForm input={input} box={box} maxLines={maxLines} />
        <PlanNote plan={plan} state={state} counts={counts} isRead={isRead} />
        {linesIn(counts) > 0 && isRead && <LookupChoice counts={counts} choices={choices} onChoose={setChoices} />}
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
            <div className="max-w-[28rem]">
              <ClientField value={client} onChange={setClient} />
            </div>
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
      {counts.rows > 0 && (
        <AnswerCard>
          <h2 className="mb-4 text-title font-semibold">Rows</h2>
          <ListRows
            plan={plan}
            state={state}
            outcomes={outcomes}
            isRead={isRead}
            original={input.original}
            fileName={input.fileName}
          />
        </AnswerCard>
      )}
    </div>
  )
}

interface UploadNoteProps {
  state: Exclude<UploadState, { phase: 'none' }>
  onResume: () => void
  onDrop: () => void
}

/** Shows how many rows have been uploaded. If the upload was interrupted, also shows why and offers to continue. */
function UploadNote({ state, onResume, onDrop }: UploadNoteProps) {
  const { phase, rows, sent } = state

  // The tab must remain open until all rows are uploaded, so the browser asks before closing it.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])

  return (
    <Card className="grid max-w-[56rem] gap-3 p-4 sm:p-5">
      <h2 className="text-title font-semibold">{phase === 'sending' ? 'Uploading rows' : 'Upload interrupted'}</h2>
      <div
        role="progressbar"
        aria-label="Rows uploaded"
        aria-valuemin={0}
        aria-valuemax={rows}
        aria-valuenow={sent}
        className="h-3 overflow-hidden rounded-sm border border-ink bg-sunk"
      >
        <div className="h-full bg-done" style={{ width: `${(sent / Math.max(1, rows)) * 100}%` }} />
      </div>
      <p className="text-sm">
        {formatNumber(sent)} of {formatNumber(rows)} uploaded. Keep this tab open until it’s done.
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
