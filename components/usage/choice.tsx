import { useId } from 'react'

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  /** The label of each value, in order. */
  options: Record<Value, string>
  onChange: (value: Value) => void
}

/** Radio buttons, side by side. */
export function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="flex rounded-md border border-edge bg-paper p-0.5">
        {(Object.entries(options) as Array<[Value, string]>).map(([option, words]) => (
          <label
            key={option}
            className="relative flex min-h-9 items-center rounded-sm px-3.5 text-sm font-medium text-soft transition-colors duration-150 hover:text-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink"
          >
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              onChange={() => onChange(option)}
              className="absolute inset-0 appearance-none rounded-sm outline-none"
            />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
