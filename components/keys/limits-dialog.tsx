'use client'

import { useState } from 'react'
import type { CallError } from '@/components/trpc/client'
import { ExpiryField } from './expiry-field'
import { type ApiKey, expiryWords } from './key-facts'
import { KeyFormDialog } from './key-form-dialog'
import { KeyStart } from './key-names'
import { type LimitFields, limitFieldsOf, readLimits } from './limit-fields'
import { LimitInputs } from './limit-inputs'
import { useFaults } from './use-faults'
import type { LimitsInput } from './use-keys'

interface LimitsDialogProps {
  apiKey: ApiKey
  busy: boolean
  error: CallError | null
  onSave: (limits: LimitsInput) => void
  onClose: () => void
}

/** Changes the limits of a key and when it expires. */
export function LimitsDialog({ apiKey, busy, error, onSave, onClose }: LimitsDialogProps) {
  const { name, start, expires, test } = apiKey
  const [fields, setFields] = useState<LimitFields>(() => limitFieldsOf(apiKey))
  const { faults, refuse, send } = useFaults(error)
  const change = (change: Partial<LimitFields>) => setFields((before) => ({ ...before, ...change }))
  const submit = () => {
    const read = readLimits(fields, !test, Date.now())
    if ('faults' in read) return refuse(read.faults)
    send(read.lines)
    onSave({ id: apiKey.id, ...read.limits })
  }
  return (
    <KeyFormDialog
      title={`Limits of “${name}”`}
      description={
        <>
          <KeyStart start={start} className="mb-2 block" />
          Changes apply from its next call. Clear a field to remove that limit.
        </>
      }
      action="Save limits"
      busyLabel="Saving"
      busy={busy}
      error={error}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <ExpiryField
        {...fields}
        now={expires === null ? null : expiryWords(apiKey, Date.now() / 1000)}
        fault={faults.expires}
        onChange={change}
      />
      <LimitInputs fields={fields} counted={!test} faults={faults} onChange={change} />
    </KeyFormDialog>
  )
}
