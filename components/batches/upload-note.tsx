'use client'

import { useEffect } from 'react'
import { formatNumber } from '@/components/format/number'
import { ActionProblem } from '@/components/problem/action-problem'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import type { UploadState } from './use-upload'

interface UploadNoteProps {
  state: Exclude<UploadState, { phase: 'none' }>
  onGoOn: () => void
  onDrop: () => void
}

/** Shows how many lines have been sent. If sending broke off, also says why and offers to continue. */
export function UploadNote({ state, onGoOn, onDrop }: UploadNoteProps) {
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
