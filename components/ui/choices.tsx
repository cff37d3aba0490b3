import { formatNumber } from '@/components/format/number'
import { classNames } from './class-names'

interface ChoicesProps<Option extends string> {
  /** For screen readers. */
  label: string
  options: readonly Option[]
  /** The count for each option, shown beside it. */
  counts?: Readonly<Record<Option, number>>
  chosen: Option
  onChoose: (option: Option) => void
}

/** A row of buttons, one of which is pressed. The row wraps on a narrow screen. */
export function Choices<Option extends string>({ label, options, counts, chosen, onChoose }: ChoicesProps<Option>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div role="group" aria-label={label} className="flex flex-wrap gap-1.5">
      {options.map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === chosen}
          onClick={() => onChoose(option)}
          className={classNames(
            'min-h-9 rounded-md border px-3 text-sm font-medium transition-colors duration-150',
            option === chosen ? 'border-ink bg-ink text-sheet' : 'border-edge text-ink hover:border-ink',
          )}
        >
          {option}
          {counts && (
            <span className={classNames('ms-0.5 font-normal tabular-nums', option !== chosen && 'text-soft')}>
              {' '}
              {formatNumber(counts[option])}
            </span>
          )}
        </button>
      ))}
    </div>
  )
}
