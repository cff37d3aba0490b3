'use client'

import { useEffect, useMemo, useState } from 'react'
import { DetailsChoice } from '@/components/bulk/details-choice'
import { planBulk } from '@/components/bulk/input-lines'
import { LinesForm } from '@/components/bulk/lines-form'
import { PlanNote } from '@/components/bulk/plan-note'
import { saveDraft, savedDraft } from '@/components/bulk/saved'
import { useInput, wholeLines } from '@/components/bulk/use-input'
import { formatNumber } from '@/components/format/number'
import { leftWords } from '@/components/quota/lookups-left'
import { useLookupsLeft } from '@/components/quota/use-lookups-left'
import { Button } from '@/components/ui/button'
import { useTypedBeforeHydration } from '@/components/ui/use-typed-before-hydration'
import type { DetailLevel } from '@/server/listings/resolve'
import { batchRequestOf } from './batch-request'
import { maxFileBytes } from './limits'
import { ShortNote } from './short-note'
import { UploadNote } from './upload-note'
import { useUpload } from './use-upload'

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
