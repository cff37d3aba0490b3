'use client'

import { type FormEvent, useId, useState } from 'react'
import { ClientField, typedClient } from '@/components/clients/client-field'
import { ActionDialog } from '@/components/problems/action-dialog'
import { ActionProblem } from '@/components/problems/action-problem'
import { Button, SteadyLabel } from '@/components/ui/button'
import { FormActions, FormDialog } from '@/components/ui/dialog'
import { Select, TextField } from '@/components/ui/field'
import { longestName } from '@/server/features/batches/batch'
import { useActions, useDelete } from './use-watchlists'
import {
  type ClosureInterval,
  type ClosurePrices,
  closureChoices,
  closureWords,
  type Digest,
  digestWords,
  listingsWords,
  type Period,
  periodWords,
  type Watchlist,
} from './watchlist'

interface ScheduleFieldsProps {
  schedule: Schedule
  /** Gets a setting that has changed. */
  onChange: (change: Partial<Schedule>) => void
  /** What closure checks take; undefined until it is known. */
  prices: ClosurePrices | undefined
  /** How many listings are checked; 0 if not known yet. */
  listings: number
}

/** How often listings are checked, also for closure, and how often changes are emailed. */
export interface Schedule {
  period: Period
  closures: ClosureInterval
  digest: Digest
}

/** Sets how often listings are checked and how often changes are emailed. */
export function ScheduleFields({ schedule, onChange, prices, listings }: ScheduleFieldsProps) {
  const { period, closures, digest } = schedule
  const id = useId()
  return (
    <>
      <Select
        id={`${id}-period`}
        label="Check each listing"
        value={period}
        onChange={(event) => onChange({ period: event.currentTarget.value as Period })}
      >
        <Options words={periodWords} />
      </Select>
      {prices && (
        <Select
          id={`${id}-closures`}
          label="Check for closure"
          hint={closureWords(closures, prices, listings)}
          value={closures}
          onChange={(event) => onChange({ closures: event.currentTarget.value as ClosureInterval })}
        >
          <Options words={closureChoices} />
        </Select>
      )}
      <Select
        id={`${id}-digest`}
        label="Email me the changes"
        hint="At 7:00 UTC, if there are any."
        value={digest}
        onChange={(event) => onChange({ digest: event.currentTarget.value as Digest })}
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

/** Changes the name, the client, and the schedule of a watchlist. */
export function SettingsDialog({ watchlist, onSaved, onClose }: SettingsDialogProps) {
  const { update } = useActions()
  const [name, setName] = useState(watchlist.name)
  const [client, setClient] = useState(watchlist.client ?? '')
  const { period, closures, digest } = watchlist
  const [schedule, setSchedule] = useState<Schedule>({ period, closures, digest })
  const fieldId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const changes = { name, client: typedClient(client), ...schedule }
    if (!update.isPending) update.mutate({ id: watchlist.id, ...changes }, { onSuccess: onSaved })
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
        <ClientField value={client} onChange={setClient} />
        <ScheduleFields
          schedule={schedule}
          onChange={(change) => setSchedule({ ...schedule, ...change })}
          prices={watchlist.closures_price}
          listings={watchlist.listing_counts.total - watchlist.listing_counts.unreadable}
        />
        <ActionProblem error={update.error} />
        <FormActions>
          <Button type="submit" look="primary" busy={update.isPending}>
            <SteadyLabel labels={['Save settings', 'Saving']} shown={update.isPending ? 'Saving' : 'Save settings'} />
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
export function DeleteDialog({ watchlist: { id, name, listing_counts }, onDeleted, onClose }: DeleteDialogProps) {
  const deletion = useDelete()
  return (
    <ActionDialog
      title="Delete this watchlist?"
      description={`“${name}”, its ${listingsWords(listing_counts.total)}, and all recorded changes will be deleted. This can’t be undone.`}
      action="Delete watchlist"
      busyLabel="Deleting"
      dismiss="Cancel"
      look="destroy"
      busy={deletion.isPending}
      error={deletion.error}
      onAct={() => deletion.mutate({ id }, { onSuccess: onDeleted })}
      onClose={onClose}
    />
  )
}
