import type { ComponentProps } from 'react'
import { classNames } from './class-names'

const looks = {
  /** A page's main action. */
  primary: 'bg-accent text-on-accent hover:bg-accent-pressed px-6 py-3.5 text-base font-semibold',
  /** Any other action. */
  plain: 'border border-edge bg-sheet text-ink hover:border-ink px-3.5 py-2 text-sm font-medium',
  /** Opens the confirmation of an action that destroys something or locks someone out. */
  danger:
    'border border-danger bg-sheet text-danger hover:bg-danger-fill hover:text-on-danger px-3.5 py-2 text-sm font-medium',
  /** Performs an action that destroys something or locks someone out. */
  destroy: 'bg-danger-fill text-on-danger hover:bg-danger-pressed px-6 py-3.5 text-base font-semibold',
}

export type ButtonLook = keyof typeof looks

interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook
  /** Whether the button's action is pending. The button remains focusable, so that the keyboard focus is not lost. */
  busy?: boolean
}

/** Returns a button's classes, for links that look like buttons. */
export const buttonClasses = (look: ButtonLook = 'plain') =>
  classNames(
    'inline-flex min-h-10 items-center justify-center gap-2 rounded-md transition-colors duration-150',
    looks[look],
  )

/** A button. While the button is busy, clicks do nothing. */
export function Button({ look = 'plain', busy = false, type = 'button', className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classNames(buttonClasses(look), busy && 'cursor-progress', className)}
      {...rest}
    />
  )
}

interface SteadyLabelProps {
  /** Every label that may be shown. */
  labels: readonly string[]
  shown: string
  className?: string
}

/** A label that changes without changing its size: all are stacked in one grid cell, and one is visible. */
export function SteadyLabel({ labels, shown, className }: SteadyLabelProps) {
  return (
    <span className={classNames('grid', className)}>
      {labels.map((label) => (
        <span key={label} className={classNames('col-start-1 row-start-1', label !== shown && 'invisible')}>
          {label}
        </span>
      ))}
    </span>
  )
}
