'use client'

import dynamic from 'next/dynamic'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { MadeBy, useMakers } from '@/components/account/made-by'
import { useMayChange } from '@/components/account/page-account'
import { Progress, rateWords, timeLeftWords } from '@/components/bulk/progress'
import { ActionDialog } from '@/components/problems/action-dialog'
import { ActionProblem } from '@/components/problems/action-problem'
import { CallProblem } from '@/components/problems/problem-card'
import { Button, buttonClasses } from '@/components/ui/button'
import { AnswerCard } from '@/components/ui/card'
import { SiteLink } from '@/components/ui/site-link'
import { linesWords, rowsWords } from '@/server/features/lists/sum-words'
import {
  auditAddress,
  type Batch,
  batchAddress,
  createdWords,
  isOver,
  kindWords,
  stateWords,
  waitReason,
} from './batch'
import { BatchRows } from './batch-rows'
import { RetryLines } from './retry-lines'
import { useBatch } from './use-batch'

const KitDialog = dynamic(() => import('@/components/kit/kit-dialog').then(({ KitDialog }) => KitDialog), {
  ssr: false,
})

interface BatchViewProps {
  id: string
  /** Whether a button on this page opened the batch. */
  takesFocus: boolean
  /** Shows another batch. */
  onOpen: (id: string) => void
  /** The action that watches its listings. */
  watch: ReactNode
}

/** One batch: its progress, actions, and results. */
export function BatchView({ id, takesFocus, onOpen, watch }: BatchViewProps) {
  const { batch, pause, resume, cancel } = useBatch(id)
  const maker = useMakers([id])[id]
  const mayChange = useMayChange()
  const [isCanceling, setIsCanceling] = useState(false)
  const [isMakingKit, setIsMakingKit] = useState(false)
  const [hasCanceled, setHasCanceled] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const { data, error } = batch
  const isThere = data !== undefined

  // The focused button is gone: the form closed, or the batch can no longer be canceled.
  useEffect(() => {
    if ((isThere && takesFocus) || hasCanceled) title.current?.focus()
  }, [isThere, takesFocus, hasCanceled])

  if (error && !data) return <CallProblem error={error} next={batchAddress(id)} onRetry={() => void batch.refetch()} />
  if (!data) return <AnswerCard aria-busy="true" className="min-h-64" />

  const onCanceled = () => {
    setIsCanceling(false)
    setHasCanceled(true)
  }
  const { state, line_counts: lines } = data
  const words = waitReason(data, Date.now())
  // Without full details, the API counts names as unreadable lines.
  const hasNamesApart = data.details === 'full'
  const hasListings = isOver(data) && lines.found + lines.name_differs > 0
  const canPause = state === 'queued' || state === 'running' || state === 'waiting'
  return (
    <>
      <AnswerCard>
        <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 ref={title} tabIndex={-1} className="text-title font-semibold outline-none">
            {stateWords[state]}
          </h2>
          <p className="text-sm text-soft">
            {createdWords(data)} · {kindWords(data)}
            <MadeBy maker={maker} className="block" />
          </p>
        </div>
        <div className="grid gap-4">
          <Progress label="Lines" lines={lines} {...paceOf(data)} />
          <p className="text-sm text-soft">{batchWords(data)}</p>
          {words && (
            <p role="status" className="rounded-md bg-limit-wash px-4 py-3 text-sm">
              {words}
            </p>
          )}
          <ActionProblem error={pause.error ?? resume.error} />
          <div className="flex flex-wrap gap-2 empty:hidden">
            {mayChange && (canPause || state === 'paused') && (
              <Button
                busy={pause.isPending || resume.isPending}
                onClick={() => (canPause ? pause : resume).mutate({ id })}
              >
                {canPause ? 'Pause' : 'Resume'}
              </Button>
            )}
            {mayChange && !isOver(data) && state !== 'receiving' && (
              <Button
                onClick={() => {
                  cancel.reset()
                  setIsCanceling(true)
                }}
              >
                Cancel
              </Button>
            )}
            {data.audit && (
              <SiteLink href={auditAddress(id)} className={buttonClasses()}>
                Audit
              </SiteLink>
            )}
            {hasListings && watch}
            {hasListings && <Button onClick={() => setIsMakingKit(true)}>Review kit</Button>}
            {mayChange && isOver(data) && lines.failed > 0 && (
              <RetryLines batch={data} which="failed" onStarted={onOpen} />
            )}
            {mayChange &&
              isOver(data) &&
              data.fallback !== 'name' &&
              lines.not_sent + (hasNamesApart ? 0 : lines.unreadable) > 0 && (
                <RetryLines batch={data} which="names" onStarted={onOpen} />
              )}
          </div>
        </div>
        <div className="mt-4">{state !== 'receiving' && <BatchRows batch={data} />}</div>
      </AnswerCard>
      {isMakingKit && <KitDialog batch={data} onClose={() => setIsMakingKit(false)} />}
      {isCanceling && (
        <ActionDialog
          title="Cancel this batch?"
          description="Results so far are kept. The remaining lines won’t be looked up and cost nothing. This can’t be undone."
          action="Cancel batch"
          busyLabel="Canceling"
          dismiss="Keep it running"
          busy={cancel.isPending}
          error={cancel.error}
          onAct={() => cancel.mutate({ id }, { onSuccess: onCanceled })}
          onClose={() => setIsCanceling(false)}
        />
      )}
    </>
  )
}

/** Sums up a batch's rows and lines, as the bulk page does. */
function batchWords({ row_counts: rows, line_counts: lines }: Batch): string {
  const sums = { ...lines, rows: rows.total, headings: rows.headings, blank: rows.blank, lines: lines.total }
  return `${rowsWords(sums)} ${linesWords(sums, lines.duplicates)}`
}

/** Describes a batch's pace and remaining time; null if they are unknown. */
function paceOf({ line_counts: { waiting }, seconds_left }: Batch) {
  const ms = (seconds_left ?? 0) * 1000
  return ms === 0 ? { rate: null, timeLeft: null } : { rate: rateWords(waiting, ms), timeLeft: timeLeftWords(ms) }
}
