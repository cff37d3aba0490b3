import { useId } from 'react'

interface SwitchProps {
  label: string
  /** A description under the label. */
  hint: string
  on: boolean
  /** Whether a change is being saved. The switch then remains focusable, but does nothing. */
  busy: boolean
  onSwitch: (on: boolean) => void
}

/** A setting that is on or off, saved as soon as it is toggled. */
export function Switch({ label, hint, on, busy, onSwitch }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-4 py-3">
      <label htmlFor={id} className="min-w-0 cursor-pointer">
        <span className="font-medium">{label}</span>
        <span id={`${id}-hint`} className="block text-sm text-soft">
          {hint}
        </span>
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={on}
        aria-checked={on}
        aria-describedby={`${id}-hint`}
        aria-disabled={busy || undefined}
        onChange={() => busy || onSwitch(!on)}
        className="relative mt-0.5 h-6 w-10 shrink-0 cursor-pointer appearance-none rounded-full border border-edge bg-sheet transition-colors duration-150 before:absolute before:top-[3px] before:left-[3px] before:size-4 before:rounded-full before:bg-soft before:transition-transform before:duration-150 checked:border-ink checked:bg-ink checked:before:translate-x-4 checked:before:bg-sheet motion-reduce:before:transition-none"
      />
    </div>
  )
}
