'use client'

import { useState } from 'react'
import { ActionProblem } from '@/components/problem/action-problem'
import { Button } from '@/components/ui/button'
import type { Row } from '@/server/batches/row'
import type { Batch } from './batch'
import { fetchRows } from './fetch-rows'
import { isSkippedName, mayYetSucceed, retryRequestOf } from './retry'
import { useUpload } from './use-upload'

interface RetryLinesProps {
  batch: Batch
  /** `failed`: those that may still succeed. `names`: those that are looked up only with full details. */
  which: 'failed' | 'names'
  onStarted: (id: string) => void
}

/** Makes a batch of lines that another batch did not find. */
export function RetryLines({ batch, which, onStarted }: RetryLinesProps) {
  const { state, begin, goOn } = useUpload(onStarted)
  const [isReading, setIsReading] = useState(false)
  const [words, setWords] = useState('')
  const isBusy = isReading || state.phase === 'sending'
  const { label, status, isWanted, none } = kinds[which]

  const retry = async () => {
    if (state.phase === 'broken') return goOn()
    setIsReading(true)
    setWords('')
    try {
      const rows = (await fetchRows(batch.id, status)).filter((row) => isWanted(row, batch))
      if (rows.length === 0) setWords(none)
      else begin(retryRequestOf(rows, batch, which === 'names' ? 'full' : batch.details))
    } catch {
      setWords('The lines couldn’t be loaded. Check your connection, then try again.')
    }
    setIsReading(false)
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button busy={isBusy} onClick={() => void retry()}>
        {label}
      </Button>
      <p role="status" className="text-sm text-soft empty:hidden">
        {words}
      </p>
      {state.phase === 'broken' && <ActionProblem error={state.error} />}
    </div>
  )
}

interface Kind {
  label: string
  status: Row['status']
  isWanted: (row: Row, batch: Batch) => boolean
  /** Shown if there are no such lines. */
  none: string
}

const kinds: Readonly<Record<RetryLinesProps['which'], Kind>> = {
  failed: {
    label: 'Retry failed lines',
    status: 'failed',
    isWanted: mayYetSucceed,
    none: 'Every failed line would fail again, so none is retried.',
  },
  names: {
    label: 'Look up names',
    status: 'unreadable',
    isWanted: isSkippedName,
    none: 'None of the unreadable lines is a name.',
  },
}
