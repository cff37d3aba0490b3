'use client'

import { type FormEvent, useId, useState } from 'react'
import { StepProblem } from '@/components/problem/step-problem'
import type { CallError } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Select, TextField } from '@/components/ui/field'
import { SteadyLabel } from '@/components/ui/steady-label'
import { useTypedBeforeHydration } from '@/components/ui/use-typed-before-hydration'
import { dateFieldValue, type ExpiryChoice, expiryChoices, expirySeconds } from './expiry'

interface CreateKeyFormProps {
  busy: boolean
  error: CallError | null
  /** Whether creating a key is the main action of the page. */
  first: boolean
  /** Must call `done` once the key exists, which empties the form. */
  onCreate: (key: { name: string; expires: number | null }, done: () => void) => void
}

/** Creates a key with a name and an expiry. */
export function CreateKeyForm({ busy, error, first, onCreate }: CreateKeyFormProps) {
  const id = useId()
  const [name, setName] = useState('')
  const nameField = useTypedBeforeHydration<HTMLInputElement>(name, setName)
  const [choice, setChoice] = useState<ExpiryChoice>('never')
  const [date, setDate] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const expires = expirySeconds(choice, date, Date.now())
    if (busy || name.trim() === '' || expires === undefined) return
    onCreate({ name, expires }, () => {
      setName('')
      setChoice('never')
      setDate('')
    })
  }
  return (
    <Card>
      <form aria-label="New key" onSubmit={submit} className="grid gap-4 p-4 sm:p-5">
        <TextField
          ref={nameField}
          id={`${id}-name`}
          label="Name"
          placeholder="Production backend"
          value={name}
          required
          maxLength={60}
          aria-describedby={`${id}-problem`}
          aria-invalid={error?.data?.problem.status === 400 || undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          id={`${id}-expiry`}
          label="Expires"
          value={choice}
          onChange={(event) => setChoice(event.currentTarget.value as ExpiryChoice)}
        >
          {expiryChoices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        {choice === 'date' && (
          <TextField
            id={`${id}-date`}
            label="Last day it works"
            type="date"
            required
            min={dateFieldValue(Date.now())}
            value={date}
            onChange={(event) => setDate(event.currentTarget.value)}
          />
        )}
        <StepProblem id={`${id}-problem`} error={error} />
        <Button look={first ? 'primary' : 'plain'} type="submit" busy={busy} className="min-h-12 justify-self-end">
          <SteadyLabel labels={['Create key', 'Creating']} shown={busy ? 'Creating' : 'Create key'} />
        </Button>
      </form>
    </Card>
  )
}
