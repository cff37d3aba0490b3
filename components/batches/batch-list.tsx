'use client'

import { useEffect, useRef, useState } from 'react'
import { MadeBy, type Maker, useMakers } from '@/components/account/made-by'
import { MayChange } from '@/components/account/page-account'
import { useClientFilter } from '@/components/clients/client-field'
import { formatNumber } from '@/components/format/number'
import { TestMark } from '@/components/keys/key-names'
import { ActionDialog } from '@/components/problems/action-dialog'
import { CallProblem } from '@/components/problems/problem-card'
import { MoreIcon } from '@/components/ui/part-icons'
import { RowMenu } from '@/components/ui/row-menu'
import { Cell, Row, RowTable } from '@/components/ui/row-table'
import { SiteLink } from '@/components/ui/site-link'
import {
  type Batch,
  type BatchSort,
  batchAddress,
  batchWords,
  createdDayWords,
  createdWords,
  kindWords,
  nextSort,
  shortStateWords,
  sortBatches,
  storageWords,
} from './batch'
import { RenameDialog } from './rename-batch'
import { useBatches } from './use-batch'

/** The account's batches, newest first. */
export function BatchList() {
  const { list, remove, storage } = useBatches()
  const [pending, setPending] = useState<{ action: BatchAction; batch: Batch } | null>(null)
  const [message, setMessage] = useState('')
  const [deletedId, setDeletedId] = useState<string | null>(null)
  const title = useRef<HTMLHeadingElement>(null)

  // The focused menu disappears with its row.
  useEffect(() => {
    if (deletedId) title.current?.focus()
  }, [deletedId])

  const { data, error } = list
  const clients = useClientFilter(data?.batches ?? [])
  if (error && !data) return <CallProblem error={error} next="/batches" onRetry={() => void list.refetch()} />
  if (!data) return <div aria-hidden="true" className="h-40 rounded-lg bg-sunk" />
  if (data.batches.length === 0 && message === '') return <NoBatches />

  const deleted = ({ id }: { id: string }) => {
    setPending(null)
    setDeletedId(id)
    setMessage('Batch deleted.')
  }
  const renamed = () => {
    setPending(null)
    setMessage('Batch saved.')
  }
  const close = () => setPending(null)
  return (
    <section aria-labelledby="batches-title">
      <h2 ref={title} id="batches-title" tabIndex={-1} className="sr-only">
        Your batches
      </h2>
      {storage && <p className="mb-4 text-sm text-soft tabular-nums">{storageWords(storage)}.</p>}
      <p role="status" className="text-sm font-medium [&:not(:empty)]:mb-4">
        {message}
      </p>
      {clients.filter}
      {data.batches.length > 0 && (
        <BatchTable
          batches={clients.shown}
          onAction={(action, batch) => {
            remove.reset()
            setMessage('')
            setPending({ action, batch })
          }}
        />
      )}
      {pending?.action === 'rename' && <RenameDialog batch={pending.batch} onRenamed={renamed} onClose={close} />}
      {pending?.action === 'delete' && (
        <ActionDialog
          title="Delete this batch?"
          description={`${capitalized(batchWords(pending.batch))} and its lines and results will be deleted. If it’s still running, it will be canceled. This can’t be undone.`}
          action="Delete batch"
          busyLabel="Deleting"
          dismiss="Cancel"
          look="destroy"
          busy={remove.isPending}
          error={remove.error}
          onAct={() => remove.mutate({ id: pending.batch.id }, { onSuccess: deleted })}
          onClose={close}
        />
      )}
    </section>
  )
}

/** Shows what will appear here, and how to get it. */
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

const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** The columns with line counts. */
const counts = [
  ['Lines', 'total'],
  ['Found', 'found'],
  ['To check', 'to_check'],
] as const

/** The actions for a batch in the list. */
type BatchAction = 'rename' | 'delete'

interface BatchTableProps {
  batches: readonly Batch[]
  onAction: (action: BatchAction, batch: Batch) => void
}

function BatchTable({ batches, onAction }: BatchTableProps) {
  const [sort, setSort] = useState<BatchSort>({ by: 'created_at', direction: 'descending' })
  const column = (label: string, by: BatchSort['by']) => ({
    label,
    sorted: sort.by === by ? sort.direction : null,
    onSort: () => setSort((sort) => nextSort(sort, by)),
  })
  const makers = useMakers(batches.map(({ id }) => id))
  const isNewestFirst = sort.by === 'created_at' && sort.direction === 'descending'
  return (
    <RowTable
      caption={`Your batches${isNewestFirst ? ', newest first' : ''}`}
      columns={[
        column('Batch', 'name'),
        column('Created', 'created_at'),
        'Status',
        ...counts.map(([label, count]) => column(label, count)),
      ]}
      headClassName="whitespace-nowrap md:max-lg:nth-2:hidden nth-[n+4]:text-right"
      isDense
    >
      {sortBatches(batches, sort).map((batch) => (
        <BatchRow
          key={batch.id}
          batch={batch}
          maker={makers[batch.id]}
          onAction={(action) => onAction(action, batch)}
        />
      ))}
    </RowTable>
  )
}

interface BatchRowProps {
  batch: Batch
  maker: Maker
  onAction: (action: BatchAction) => void
}

function BatchRow({ batch, maker, onAction }: BatchRowProps) {
  const { id, name, state, test, line_counts: lines } = batch
  const head = (
    <>
      <SiteLink
        href={batchAddress(id)}
        className="text-[0.9375rem] font-semibold underline decoration-edge underline-offset-4 [overflow-wrap:anywhere] hover:decoration-ink"
      >
        <bdi>{name ?? createdWords(batch)}</bdi>
      </SiteLink>
      {test && <TestMark />}
      <span className="text-soft max-md:block md:ms-2 md:max-xl:hidden">{kindWords(batch)}</span>
      {batch.client && <span className="block text-soft [overflow-wrap:anywhere]">for {batch.client}</span>}
      <MadeBy maker={maker} className="block" />
    </>
  )
  const menu = (
    <MayChange>
      <RowMenu<BatchAction>
        label={`Actions for ${batchWords(batch)}`}
        actions={[
          ['rename', 'Rename'],
          ['delete', 'Delete', 'danger'],
        ]}
        onAction={onAction}
        className="min-w-10 border-transparent! bg-transparent! px-2.5! hover:border-edge!"
      >
        <MoreIcon />
      </RowMenu>
    </MayChange>
  )
  return (
    <Row head={head} menu={menu}>
      <Cell label="Created" className="md:whitespace-nowrap md:max-lg:hidden">
        {createdDayWords(batch)}
      </Cell>
      <Cell label="Status" className="md:whitespace-nowrap">
        {shortStateWords[state]}
      </Cell>
      {counts.map(([label, count]) => (
        <Cell key={label} label={label} className="md:text-right">
          {formatNumber(lines[count])}
        </Cell>
      ))}
    </Row>
  )
}
