'use client'

import { useState } from 'react'
import { ActionProblem } from '@/components/problem/action-problem'
import { Button } from '@/components/ui/button'
import type { Batch } from './batch'
import { fetchRows } from './fetch-rows'
import { mayYetSucceed, retryRequestOf } from './retry'
import { useUpload } from './use-upload'

interface RetryFailedProps {
  batch: Batch
  onStarted: (id: string) => void
}

/** Makes a batch of the failed lines that may still succeed. */
export function RetryFailed({ batch, onStarted }: RetryFailedProps) {
  const { state, begin, goOn } = useUpload(onStarted)
  const [isReading, setIsReading] = useState(false)
  const [words, setWords] = useState('')
  const isBusy = isReading || state.phase === 'sending'

  const retry = async () => {
    if (state.phase === 'broken') return goOn()
    setIsReading(true)
    setWords('')
    try {
      const rows = (await fetchRows(batch.id, 'failed')).filter(mayYetSucceed)
      if (rows.length === 0) setWords('Every failed line would fail again, so none is retried.')
      else begin(retryRequestOf(rows, batch))
    } catch {
      setWords('The failed lines couldn’t be loaded. Check your connection, then try again.')
    }
    setIsReading(false)
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button busy={isBusy} onClick={() => void retry()}>
        Retry failed lines
      </Button>
      <p role="status" className="text-sm text-soft empty:hidden">
        {words}
      </p>
      {state.phase === 'broken' && <ActionProblem error={state.error} />}
    </div>
  )
}
