import { useId } from 'react'
import { FieldNote, notedBy } from '@/components/ui/field'
import { type Operation, operationChoices } from './operations'

interface OperationsFieldProps {
  chosen: readonly Operation[]
  fault: string | undefined
  onChoose: (operations: Operation[]) => void
}

/** The operations that a key may call. */
export function OperationsField({ chosen, fault, onChoose }: OperationsFieldProps) {
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
            {...notedBy({ id, fault })}
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
      <FieldNote id={id} fault={fault} />
    </fieldset>
  )
}
