import { useId } from 'react'
import { FieldNote, noteAttributes, Select, TextBox, TextField } from '@/components/ui/field'
import type { FieldFaults } from './faults'
import { type Operation, operationChoices } from './key-facts'
import { dateFieldValue, type ExpiryChoice, expiryChoices, type LimitFields } from './limit-fields'

interface LimitInputsProps {
  fields: LimitFields
  /** Whether the key's calls count; a test key's calls don't. */
  counted: boolean
  faults: FieldFaults
  onChange: (change: Partial<LimitFields>) => void
}

const callLimits = [
  { field: 'monthlyLimit', label: 'Calls per month', isForTest: false },
  { field: 'dailyLimit', label: 'Calls per day', isForTest: false },
  { field: 'burstLimit', label: 'Calls per 10 seconds', isForTest: true },
] as const

/** A key's limits: operations, calls, and addresses. An empty field means no limit. */
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
        {callLimits.map(
          ({ field, label, isForTest }) =>
            (counted || isForTest) && (
              <TextField
                key={field}
                id={`${id}-${field}`}
                label={label}
                inputMode="numeric"
                placeholder="No separate limit"
                value={fields[field]}
                maxLength={30}
                fault={faults[field]}
                onChange={(event) => onChange({ [field]: event.currentTarget.value })}
              />
            ),
        )}
      </div>
      <TextBox
        id={`${id}-addresses`}
        label="Allowed IP addresses"
        hint="One per line, up to 20: 192.0.2.7, 192.0.2.0/24, or 2001:db8::/32. Leave empty for any address."
        rows={3}
        value={fields.addresses}
        fault={faults.addresses}
        className="text-sm!"
        onChange={(event) => onChange({ addresses: event.currentTarget.value })}
      />
    </div>
  )
}

interface OperationsFieldProps {
  chosen: readonly Operation[]
  fault: string | undefined
  onChoose: (operations: Operation[]) => void
}

/** Chooses the operations that a key may call. */
function OperationsField({ chosen, fault, onChoose }: OperationsFieldProps) {
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Allowed operations</legend>
      {operationChoices.map(({ operation, label, path }) => (
        <label
          key={operation}
          className="flex min-h-11 items-center gap-3 border-t border-rule first-of-type:border-t-0"
        >
          <input
            type="checkbox"
            className="size-4.5 accent-(--ink)"
            checked={chosen.includes(operation)}
            {...noteAttributes({ id, fault })}
            onChange={(event) =>
              onChoose(
                event.currentTarget.checked ? [...chosen, operation] : chosen.filter((other) => other !== operation),
              )
            }
          />
          {label}
          <span className="ms-auto font-mono text-[0.8125rem] text-soft">{path}</span>
        </label>
      ))}
      {chosen.includes('keys') && (
        <p className="text-sm text-soft">
          A key that manages keys can create keys, and change or delete keys with no more access than its own. Give it
          only to your own programs.
        </p>
      )}
      <FieldNote id={id} fault={fault} />
    </fieldset>
  )
}

interface ExpiryFieldProps extends Pick<LimitFields, 'expiry' | 'date'> {
  /** When the key currently expires, in words; null if never or if there is no key yet. */
  now: string | null
  fault: string | undefined
  onChange: (change: Partial<LimitFields>) => void
}

/** Chooses when a key expires: never, after a number of days, or after a chosen day. */
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

interface KindFieldProps {
  test: boolean
  onChoose: (test: boolean) => void
}

const kinds = [
  { test: false, label: 'Live', hint: 'Any listing. Calls count against your plan.' },
  { test: true, label: 'Test', hint: 'Sample listings only. Calls never count. For CI and trying things out.' },
] as const

/** Chooses a live or a test key; the choice is final. */
export const KindField = ({ test, onChoose }: KindFieldProps) => (
  <fieldset>
    <legend className="mb-1 text-sm font-medium">Type</legend>
    {kinds.map((kind) => (
      <label
        key={kind.label}
        className="flex min-h-11 items-start gap-3 border-t border-rule py-2.5 first-of-type:border-t-0"
      >
        <input
          type="radio"
          name="kind"
          className="mt-0.5 size-4.5 shrink-0 accent-(--ink)"
          checked={test === kind.test}
          onChange={() => onChoose(kind.test)}
        />
        <span>
          {kind.label}
          <span className="block text-sm text-soft">{kind.hint}</span>
        </span>
      </label>
    ))}
  </fieldset>
)
