'use client'

import { useEffect, useRef, useState } from 'react'
import { ActionDialog } from '@/components/problem/action-dialog'
import { CallProblem } from '@/components/problem/call-problem'
import type { Batch } from './batch'
import { BatchTable } from './batch-table'
import { madeWords, storageWords } from './batch-words'
import { useBatches } from './use-batch'

/** The account's batches, newest first; nothing if it has none. */
export function BatchList() {
  const { list, remove, storage } = useBatches()
  const [asking, setAsking] = useState<Batch | null>(null)
  const [said, setSaid] = useState('')
  const [deletedId, setDeletedId] = useState<string | null>(null)
  const title = useRef<HTMLHeadingElement>(null)

  // The menu that had the focus is gone with its row.
  useEffect(() => {
    if (deletedId) title.current?.focus()
  }, [deletedId])

  const { data, error } = list
  if (error && !data) return <CallProblem error={error} next="/bulk" onRetry={() => void list.refetch()} />
  if (!data || (data.batches.length === 0 && said === '')) return null

  const deleted = ({ id }: { id: string }) => {
    setAsking(null)
    setDeletedId(id)
    setSaid('Batch deleted.')
  }
  return (
    <section aria-labelledby="batches-title" className="mt-12">
      <h2 ref={title} id="batches-title" tabIndex={-1} className="mb-4 text-title font-semibold outline-none">
        Your batches
      </h2>
      {storage && <p className="-mt-3 mb-4 text-sm text-soft tabular-nums">{storageWords(storage)}.</p>}
      <p role="status" className="text-sm font-medium [&:not(:empty)]:mb-4">
        {said}
      </p>
      {data.batches.length > 0 && (
        <BatchTable
          batches={data.batches}
          onDelete={(batch) => {
            remove.reset()
            setSaid('')
            setAsking(batch)
          }}
        />
      )}
      {asking && (
        <ActionDialog
          title="Delete this batch?"
          description={`The batch of ${madeWords(asking)} is deleted with its lines and results. If it’s still running, it’s cancelled. This can’t be undone.`}
          action="Delete batch"
          busyLabel="Deleting"
          dismiss="Cancel"
          look="destroy"
          busy={remove.isPending}
          error={remove.error}
          onAct={() => remove.mutate({ id: asking.id }, { onSuccess: deleted })}
          onClose={() => setAsking(null)}
        />
      )}
    </section>
  )
}
