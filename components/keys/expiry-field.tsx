import { useId } from 'react'
import { Select, TextField } from '@/components/ui/field'
import { dateFieldValue, type ExpiryChoice, expiryChoices } from './expiry'
import type { LimitFields } from './limit-fields'

interface ExpiryFieldProps extends Pick<LimitFields, 'expiry' | 'date'> {
  /** When the key expires now, in words; null if it never does or if there is no key yet. */
  now: string | null
  fault: string | undefined
  onChange: (change: Partial<LimitFields>) => void
}

/** Chooses when a key expires: never, after some days, or after a chosen day. */
export function ExpiryField({ expiry, date, now, fault, onChange }: ExpiryFieldProps) {
  const id = useId()
  const isDate = expiry === 'date'
  return (
    <div className="grid gap-4">
      <Select
        id={id}
        label="Expires"
        value={expiry}
        fault={isDate ? null : fault}
        onChange={(event) => onChange({ expiry: event.currentTarget.value as ExpiryChoice })}
      >
        {now !== null && <option value="keep">{now} (no change)</option>}
        {expiryChoices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {isDate && (
        <TextField
          id={`${id}-date`}
          label="Last day it works"
          type="date"
          required
          min={dateFieldValue(Date.now())}
          value={date}
          fault={fault}
          onChange={(event) => onChange({ date: event.currentTarget.value })}
        />
      )}
    </div>
  )
}
