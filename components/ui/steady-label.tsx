import { classNames } from './class-names'

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
