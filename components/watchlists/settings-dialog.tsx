'use client'

import { type FormEvent, useId, useState } from 'react'
import { ActionDialog } from '@/components/problems/action-dialog'
import { ActionProblem } from '@/components/problems/action-problem'
import { Button, SteadyLabel } from '@/components/ui/button'
import { FormActions, FormDialog } from '@/components/ui/dialog'
import { Select, TextField } from '@/components/ui/field'
import { longestName } from '@/server/features/batches/batch'
import { useActions, useRemove } from './use-watchlists'
import { type Digest, digestWords, listingsWords, type Period, periodWords, type Watchlist } from './watchlist'

interface ScheduleFieldsProps {
  period: Period
  digest: Digest
  onPeriod: (period: Period) => void
  onDigest: (digest: Digest) => void
}

/** Sets how often listings are checked and how often changes are emailed. */
export function ScheduleFields({ period, digest, onPeriod, onDigest }: ScheduleFieldsProps) {
  const id = useId()
  return (
    <>
      <Select
        id={`${id}-period`}
        label="Check each listing"
        value={period}
        onChange={(event) => onPeriod(event.currentTarget.value as Period)}
      >
        <Options words={periodWords} />
      </Select>
      <Select
        id={`${id}-digest`}
        label="Email me the changes"
        hint="At 7:00 UTC, if there are any."
        value={digest}
        onChange={(event) => onDigest(event.currentTarget.value as Digest)}
      >
        <Options words={digestWords} />
      </Select>
    </>
  )
}

const Options = ({ words }: { words: Readonly<Record<string, string>> }) =>
  Object.entries(words).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))

interface SettingsDialogProps {
  watchlist: Watchlist
  /** Called after saving. */
  onSaved: () => void
  onClose: () => void
}

/** Changes the name, the period, and the digest of a watchlist. */
export function SettingsDialog({ watchlist, onSaved, onClose }: SettingsDialogProps) {
  const { change } = useActions()
  const [name, setName] = useState(watchlist.name)
  const [period, setPeriod] = useState(watchlist.period)
  const [digest, setDigest] = useState(watchlist.digest)
  const fieldId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!change.isPending) change.mutate({ id: watchlist.id, name, period, digest }, { onSuccess: onSaved })
  }
  return (
    <FormDialog title="Watchlist settings" description={`“${watchlist.name}”`} onClose={onClose}>
      <form onSubmit={submit} className="mt-5 grid gap-5">
        <TextField
          id={fieldId}
          label="Name"
          value={name}
          required
          maxLength={longestName}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <ScheduleFields period={period} digest={digest} onPeriod={setPeriod} onDigest={setDigest} />
        <ActionProblem error={change.error} />
        <FormActions>
          <Button type="submit" look="primary" busy={change.isPending}>
            <SteadyLabel labels={['Save settings', 'Saving']} shown={change.isPending ? 'Saving' : 'Save settings'} />
          </Button>
        </FormActions>
      </form>
    </FormDialog>
  )
}

interface DeleteDialogProps {
  watchlist: Watchlist
  onDeleted: () => void
  onClose: () => void
}

/** Asks for confirmation before deleting a watchlist. */
export function DeleteDialog({ watchlist: { id, name, listings }, onDeleted, onClose }: DeleteDialogProps) {
  const remove = useRemove()
  return (
    <ActionDialog
      title="Delete this watchlist?"
      description={`“${name}”, its ${listingsWords(listings.total)}, and all recorded changes will be deleted. This can’t be undone.`}
      action="Delete watchlist"
      busyLabel="Deleting"
      dismiss="Cancel"
      look="destroy"
      busy={remove.isPending}
      error={remove.error}
      onAct={() => remove.mutate({ id }, { onSuccess: onDeleted })}
      onClose={onClose}
    />
  )
}
