import { useId } from 'react'
import { detailWords } from '@/components/listing/detail-levels'
import type { DetailLevel } from '@/server/listings/resolve'

interface DetailsChoiceProps {
  details: DetailLevel
  onChoose: (details: DetailLevel) => void
}

/** Asks how much to find out about each line. */
export function DetailsChoice({ details, onChoose }: DetailsChoiceProps) {
  const id = useId()
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-medium">What to look up</legend>
      {shownLevels.map((level) => (
        <label key={level} className="flex items-start gap-2.5 text-sm">
          <input
            type="radio"
            name={id}
            checked={level === details}
            onChange={() => onChoose(level)}
            className="mt-0.5 size-4 shrink-0 accent-ink"
          />
          <span>
            <span className="font-medium">{detailWords[level]}</span>
            <span className="block text-soft">{says[level]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

const shownLevels = ['none', 'checked', 'full'] as const

const says: Readonly<Record<DetailLevel, string>> = {
  none: 'The identifiers each line carries. Short links are followed.',
  checked: 'Whether each listing is still there or has moved. Finds the place id of a CID.',
  full: 'All that, plus name, rating and number of reviews.',
}
