import { useId } from 'react'
import { googlePrices } from '@/components/docs/google-prices'
import { formatNumber } from '@/components/format/number'
import { detailWords } from '@/components/listing/detail-levels'
import type { Outputs } from '@/components/trpc/client'
import type { DetailLevel } from '@/server/listings/resolve'

type Source = Outputs['status']['source']

interface DetailsChoiceProps {
  details: DetailLevel
  onChoose: (details: DetailLevel) => void
  source: Source
}

/** How much to find out of each line, and with a Google key what that costs the operator. */
export function DetailsChoice({ details, onChoose, source }: DetailsChoiceProps) {
  const id = useId()
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-medium">What to find out</legend>
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
            <span className="block text-soft">
              {says[level]} {source === 'places' && costs[level]}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

const shownLevels = ['none', 'checked', 'full'] as const

const says: Readonly<Record<DetailLevel, string>> = {
  none: 'What each line says itself; short links are followed.',
  checked: 'Whether each listing is still there, and where it has moved; finds the place id of a CID.',
  full: 'The same, with name, rating and number of reviews.',
}

const ratings = googlePrices.find(({ sku }) => sku === 'Place Details Enterprise')

/** In Google mode, to whoever pays for the key. */
const costs: Readonly<Record<DetailLevel, string>> = {
  none: 'Costs the operator nothing.',
  checked: 'Costs the operator nothing: Google does not charge for ids.',
  full: `Costs the operator $${ratings?.dollars[0]} per 1,000 lookups at Google, after ${formatNumber(ratings?.free ?? 0)} free ones a month.`,
}
