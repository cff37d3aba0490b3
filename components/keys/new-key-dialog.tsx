'use client'

import { useId, useState } from 'react'
import type { CallError } from '@/components/trpc/client'
import { TextField } from '@/components/ui/field'
import { ChevronIcon } from '@/components/ui/icons'
import { ExpiryField } from './expiry-field'
import { KeyFormDialog } from './key-form-dialog'
import { KindField } from './kind-field'
import { type LimitFields, noLimits, readLimits } from './limit-fields'
import { LimitInputs } from './limit-inputs'
import { useFaults } from './use-faults'
import type { KeyInput } from './use-keys'

interface NewKeyDialogProps {
  busy: boolean
  error: CallError | null
  onCreate: (key: KeyInput) => void
  onClose: () => void
}

/** Creates a key: its name, its kind, its expiry and its limits. */
export function NewKeyDialog({ busy, error, onCreate, onClose }: NewKeyDialogProps) {
  const id = useId()
  const [name, setName] = useState('')
  const [test, setTest] = useState(false)
  const [fields, setFields] = useState<LimitFields>(noLimits)
  const { faults, refuse, send } = useFaults(error)
  const change = (change: Partial<LimitFields>) => setFields((before) => ({ ...before, ...change }))
  const submit = () => {
    const read = readLimits(fields, !test, Date.now())
    const nameless = name.trim() === '' && { name: 'Give the key a name.' }
    if (nameless || 'faults' in read) return refuse({ ...nameless, ...('faults' in read && read.faults) })
    send(read.lines)
    onCreate({ name, test, ...read.limits })
  }
  return (
    <KeyFormDialog
      title="New key"
      description="Create one per program, so you can revoke it without touching the others."
      action="Create key"
      busyLabel="Creating"
      busy={busy}
      error={error}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        id={`${id}-name`}
        label="Name"
        placeholder="Production backend"
        value={name}
        required
        maxLength={60}
        fault={faults.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <KindField test={test} onChoose={setTest} />
      <ExpiryField {...fields} now={null} fault={faults.expires} onChange={change} />
      <details className="group border-y border-rule">
        <summary className="flex min-h-12 list-none items-center gap-2 font-medium">
          Limits
          <span className="text-sm font-normal text-soft">operations, calls, addresses</span>
          <span className="ms-auto text-soft transition-transform duration-150 group-open:rotate-180">
            <ChevronIcon />
          </span>
        </summary>
        <div className="pt-2 pb-5">
          <LimitInputs fields={fields} counted={!test} faults={faults} onChange={change} />
        </div>
      </details>
    </KeyFormDialog>
  )
}
