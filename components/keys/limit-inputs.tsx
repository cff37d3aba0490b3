import { useId } from 'react'
import { TextBox, TextField } from '@/components/ui/field'
import type { FieldFaults } from './field-faults'
import type { LimitFields } from './limit-fields'
import { OperationsField } from './operations-field'

interface LimitInputsProps {
  fields: LimitFields
  /** Whether the key's calls count; those of a test key do not. */
  counted: boolean
  faults: FieldFaults
  onChange: (change: Partial<LimitFields>) => void
}

/** The limits of a key: operations, calls, addresses. An empty field means no limit. */
export function LimitInputs({ fields, counted, faults, onChange }: LimitInputsProps) {
  const id = useId()
  return (
    <div className="grid gap-5">
      <OperationsField
        chosen={fields.operations}
        fault={faults.operations}
        onChoose={(operations) => onChange({ operations })}
      />
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        {counted && (
          <TextField
            id={`${id}-month`}
            label="Calls per month"
            inputMode="numeric"
            placeholder="No separate limit"
            value={fields.monthlyLimit}
            maxLength={30}
            fault={faults.monthlyLimit}
            onChange={(event) => onChange({ monthlyLimit: event.currentTarget.value })}
          />
        )}
        <TextField
          id={`${id}-burst`}
          label="Calls per 10 seconds"
          inputMode="numeric"
          placeholder="No separate limit"
          value={fields.burstLimit}
          maxLength={30}
          fault={faults.burstLimit}
          onChange={(event) => onChange({ burstLimit: event.currentTarget.value })}
        />
      </div>
      <TextBox
        id={`${id}-addresses`}
        label="Allowed IP addresses"
        hint="One per line, up to 20: 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32. Leave empty for any address."
        rows={3}
        value={fields.addresses}
        fault={faults.addresses}
        className="text-sm!"
        onChange={(event) => onChange({ addresses: event.currentTarget.value })}
      />
    </div>
  )
}
