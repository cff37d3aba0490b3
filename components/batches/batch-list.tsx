'use client'

import { useEffect, useRef, useState } from 'react'
import { formatNumber } from '@/components/format/number'
import { ActionDialog } from '@/components/problem/action-dialog'
import { CallProblem } from '@/components/problem/call-problem'
import { MoreIcon } from '@/components/ui/part-icons'
import { RowMenu } from '@/components/ui/row-menu'
import { Cell, Row, RowTable } from '@/components/ui/row-table'
import { SiteLink } from '@/components/ui/site-link'
import { type Batch, batchAddress, kindWords, madeWords, stateWords, storageWords } from './batch'
import { useBatches } from './use-batch'

/** The account's batches, newest first. */
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
  if (error && !data) return <CallProblem error={error} next="/batches" onRetry={() => void list.refetch()} />
  if (!data) return <div aria-hidden="true" className="h-40 rounded-lg bg-sunk" />
  if (data.batches.length === 0 && said === '') return <NoBatches />

  const deleted = ({ id }: { id: string }) => {
    setAsking(null)
    setDeletedId(id)
    setSaid('Batch deleted.')
  }
  return (
    <section aria-labelledby="batches-title">
      <h2 ref={title} id="batches-title" tabIndex={-1} className="sr-only">
        Your batches
      </h2>
      {storage && <p className="mb-4 text-sm text-soft tabular-nums">{storageWords(storage)}.</p>}
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
          description={`The batch of ${madeWords(asking)} is deleted with its lines and results. If it’s still running, it’s canceled. This can’t be undone.`}
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

/** Says what will be here, and how to get it. */
const NoBatches = () => (
  <div className="rounded-lg border border-dashed border-edge px-4 py-8 sm:px-6">
    <p className="font-medium">No batches yet</p>
    <p className="mt-1 max-w-[34rem] text-soft">
      Batches look up long lists in the background. Paste or upload lines on{' '}
      <SiteLink href="/bulk" className="underline decoration-edge underline-offset-4 hover:decoration-ink">
        Bulk
      </SiteLink>
      , and their progress and results appear here.
    </p>
  </div>
)

/** The columns that count lines. */
const counts = [
  ['Lines', 'total'],
  ['Found', 'found'],
  ['Failed', 'failed'],
  ['Unreadable', 'unreadable'],
] as const

const columns = ['Batch', 'Status', ...counts.map(([label]) => label)]

interface BatchTableProps {
  batches: readonly Batch[]
  onDelete: (batch: Batch) => void
}

/** The batches, one a row. */
const BatchTable = ({ batches, onDelete }: BatchTableProps) => (
  <RowTable caption="Your batches, newest first" columns={columns} headClassName="nth-[n+3]:text-right">
    {batches.map((batch) => (
      <BatchRow key={batch.id} batch={batch} onDelete={() => onDelete(batch)} />
    ))}
  </RowTable>
)

function BatchRow({ batch, onDelete }: { batch: Batch; onDelete: () => void }) {
  const { id, state, lines } = batch
  const head = (
    <>
      <SiteLink
        href={batchAddress(id)}
        className="text-[0.9375rem] font-semibold underline decoration-edge underline-offset-4 hover:decoration-ink"
      >
        {madeWords(batch)}
      </SiteLink>
      <span className="block text-soft">{kindWords(batch)}</span>
    </>
  )
  const menu = (
    <RowMenu
      label={`Actions for the batch of ${madeWords(batch)}`}
      actions={[['delete', 'Delete', 'danger']]}
      onAction={onDelete}
      className="min-w-10 border-transparent! bg-transparent! px-2.5! hover:border-edge!"
    >
      <MoreIcon />
    </RowMenu>
  )
  return (
    <Row head={head} menu={menu}>
      <Cell label="Status">{stateWords[state]}</Cell>
      {counts.map(([label, count]) => (
        <Cell key={label} label={label} className="md:text-right">
          {formatNumber(lines[count])}
        </Cell>
      ))}
    </Row>
  )
}
