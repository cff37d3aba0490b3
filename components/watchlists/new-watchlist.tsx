'use client'

import { type FormEvent, useId, useState } from 'react'
import { batchWords } from '@/components/batches/batch'
import { ActionProblem } from '@/components/problems/action-problem'
import { Button, SteadyLabel } from '@/components/ui/button'
import { FormActions, FormDialog } from '@/components/ui/dialog'
import { Select, TextField } from '@/components/ui/field'
import { longestName } from '@/server/features/batches/batch'
import { ScheduleFields } from './settings-dialog'
import { useMake, useWatchableBatches } from './use-watchlists'
import { type Digest, listingsWords, nameFromBatch, type Period } from './watchlist'

interface NewWatchlistProps {
  /** The initial source of listings: the id of a batch, a list, or nothing. */
  source?: string
  onClose: () => void
}

/** Asks for the settings of a watchlist and where its listings come from, creates it, and opens it. */
export function NewWatchlist({ source: initial, onClose }: NewWatchlistProps) {
  const batches = useWatchableBatches() ?? []
  const { make, open } = useMake()
  const [chosen, setChosen] = useState<string | null>(null)
  const [typedName, setTypedName] = useState<string | null>(null)
  const [period, setPeriod] = useState<Period>('weekly')
  const [digest, setDigest] = useState<Digest>('weekly')
  const [column, setColumn] = useState('reference')
  const id = useId()
  const source = chosen ?? initial ?? 'list'
  const batch = batches.find((one) => one.id === source)
  const name = typedName ?? (batch ? nameFromBatch(batch) : '')
  const action = source === 'list' ? 'Create and add listings' : 'Create watchlist'

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (make.isPending) return
    const settings = { name, period, digest }
    make.mutate(
      { ...settings, ...(batch && { batch: batch.id, reference_column: column.trim() || 'reference' }) },
      {
        onSuccess: (made) => {
          onClose()
          open(made.id, source === 'list' ? '?add' : '')
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
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          <option value="list">From a pasted list or a file</option>
          {batches.map((one) => (
            <option key={one.id} value={one.id}>
              From {batchWords(one)}: {listingsWords(one.lines.found)}
            </option>
          ))}
          <option value="none">None yet</option>
        </Select>
        {batch && batch.column !== null && (
          <TextField
            id={`${id}-column`}
            label="Reference column"
            hint="The batch column with your own reference for each listing, shown with every change."
            value={column}
            maxLength={200}
            onChange={(event) => setColumn(event.currentTarget.value)}
          />
        )}
        <ScheduleFields period={period} digest={digest} onPeriod={setPeriod} onDigest={setDigest} />
        <ActionProblem error={make.error} />
        <FormActions>
          <Button type="submit" look="primary" busy={make.isPending}>
            <SteadyLabel labels={[action, 'Creating']} shown={make.isPending ? 'Creating' : action} />
          </Button>
        </FormActions>
      </form>
    </FormDialog>
  )
}
