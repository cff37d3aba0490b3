'use client'

import { type FormEvent, useId, useState } from 'react'
import { type Batch, batchWords } from '@/components/batches/batch'
import { ClientField, typedClient } from '@/components/clients/client-field'
import { formatNumber } from '@/components/format/number'
import { ActionProblem } from '@/components/problems/action-problem'
import { Button, SteadyLabel } from '@/components/ui/button'
import { FormActions, FormDialog } from '@/components/ui/dialog'
import { Select, TextField } from '@/components/ui/field'
import { longestName } from '@/server/features/batches/batch'
import { LabelColumns } from './label-columns'
import { type Schedule, ScheduleFields } from './settings-dialog'
import { useColumns, useCreate, useOverview, useWatchableBatches } from './use-watchlists'
import { foundIn, listingsWords, nameFromBatch, withoutListingWords } from './watchlist'

interface NewWatchlistProps {
  /** A batch that is chosen at first; otherwise, a list is. */
  batch?: Batch
  onClose: () => void
}

/** Asks for the settings of a watchlist and where its listings come from, creates it, and opens it. */
export function NewWatchlist({ batch: initial, onClose }: NewWatchlistProps) {
  const latest = useWatchableBatches() ?? []
  const batches = initial && !latest.some(({ id }) => id === initial.id) ? [initial, ...latest] : latest
  const { create, open } = useCreate()
  const [chosen, setChosen] = useState<string | null>(null)
  const [typedName, setTypedName] = useState<string | null>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const { data: overview } = useOverview()
  const [schedule, setSchedule] = useState<Schedule>({ period: 'weekly', closures: 'off', digest: 'weekly' })
  const [chosenColumns, setChosenColumns] = useState<{ name?: number | null; reference?: number | null }>({})
  const id = useId()
  const source = chosen ?? initial?.id ?? 'list'
  const batch = batches.find((one) => one.id === source)
  const columns = useColumns(batch)
  const guessed = batch && columns ? labelColumns(batch, columns) : { name: null, reference: null }
  const labels = { ...guessed, ...chosenColumns }
  const clientText = typed ?? batch?.client ?? ''
  const name = typedName ?? (batch ? nameFromBatch(batch) : '')
  const action = source === 'list' ? 'Create and add listings' : 'Create watchlist'

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending) return
    const columnAt = (index: number | null) => (index === null ? '' : (columns?.[index] ?? ''))
    const from = batch && {
      batch_id: batch.id,
      name_column: columnAt(labels.name),
      reference_column: columnAt(labels.reference),
    }
    const client = typedClient(clientText)
    create.mutate(
      { name, ...(client !== null && { client }), ...schedule, ...from },
      {
        onSuccess: (created) => {
          onClose()
          open(created.id, source === 'list' ? '?add' : '')
        },
      },
    )
  }
  return (
    <FormDialog
      title="New watchlist"
      description="Listings are checked regularly. The first check is the baseline; later checks report changes."
      onClose={onClose}
    >
      <form onSubmit={submit} className="mt-5 grid gap-5">
        <TextField
          id={`${id}-name`}
          label="Name"
          value={name}
          required
          maxLength={longestName}
          onChange={(event) => setTypedName(event.currentTarget.value)}
        />
        <Select
          id={`${id}-source`}
          label="Listings"
          value={source}
          onChange={(event) => {
            setChosen(event.currentTarget.value)
            setChosenColumns({})
          }}
        >
          <option value="list">From a pasted list or a file</option>
          {batches.map((one) => (
            <option key={one.id} value={one.id}>
              From {batchWords(one)}: {listingsWords(foundIn(one))}
            </option>
          ))}
          <option value="none">None yet</option>
        </Select>
        {batch && (
          <p className="-mt-3 text-sm text-soft">
            {['Each listing is added once.', notAdded(batch)].filter(Boolean).join(' ')}
          </p>
        )}
        {batch && columns && columns.length > 0 && (
          <LabelColumns
            columns={columns}
            chosen={labels}
            onChoose={(field, column) => setChosenColumns({ ...chosenColumns, [field]: column })}
          />
        )}
        <ScheduleFields
          schedule={schedule}
          onChange={(change) => setSchedule({ ...schedule, ...change })}
          prices={overview?.closuresPrice}
          listings={batch ? foundIn(batch) : 0}
        />
        <ClientField value={clientText} onChange={setTyped} />
        <ActionProblem error={create.error} />
        <FormActions>
          <Button type="submit" look="primary" busy={create.isPending || columns === null}>
            <SteadyLabel labels={[action, 'Creating']} shown={create.isPending ? 'Creating' : action} />
          </Button>
        </FormActions>
      </form>
    </FormDialog>
  )
}

/** Returns the columns with what the customer calls each listing: the batch's own, or those with these names. */
function labelColumns({ name_column, reference_column }: Batch, columns: readonly string[]) {
  const indexOf = (column: string) => (columns.includes(column) ? columns.indexOf(column) : null)
  return { name: indexOf(name_column ?? 'name'), reference: indexOf(reference_column ?? 'reference') }
}

/** Returns how many lines can't be added, and why; null if all can. */
function notAdded({ line_counts: lines }: Batch): string | null {
  const words = withoutListingWords({ ...lines, failed: 0 })
  const failed =
    lines.failed > 0 &&
    `Lines whose lookup failed (${formatNumber(lines.failed)}) are added if they contain an identifier.`
  return [words && `Not added, because they have no listing: ${words}.`, failed].filter(Boolean).join(' ') || null
}
