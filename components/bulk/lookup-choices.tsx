'use client'

import { useId, useMemo, useState } from 'react'
import { formatNumber } from '@/components/format/number'
import { LanguageChoice, useLookupLanguage } from '@/components/language/language-choice'
import { type LookupChoices, noChoices } from './plan'
import type { ReadCounts } from './read-rows'

/** Which lookups to make, at first none, and a function that chooses them. The language is the one chosen in this browser. */
export function useLookupChoices() {
  const [chosen, setChoices] = useState<LookupChoices>(noChoices)
  const language = useLookupLanguage()
  const choices = useMemo(() => ({ ...chosen, language }), [chosen, language])
  return [choices, setChoices] as const
}

interface LookupChoiceProps {
  counts: ReadCounts
  choices: LookupChoices
  onChoose: (choices: LookupChoices) => void
}

/** Shows what the page read without lookups and lets the user choose which lookups to make. */
export function LookupChoice({ counts: { read, lookups }, choices, onChoose }: LookupChoiceProps) {
  const id = useId()
  const shown = kinds.filter(({ group }) => lookups[group] > 0)
  if (shown.length === 0) return null
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-medium">What to look up</legend>
      <p className="text-sm">Read in your browser: {formatNumber(read)}, free</p>
      {shown.map(({ choice, group, label, more }) => (
        <label key={choice} className="flex items-start gap-2.5 text-sm">
          <input
            type="checkbox"
            checked={choices[choice]}
            aria-describedby={`${id}-${choice}`}
            onChange={({ currentTarget: { checked } }) => onChoose({ ...choices, [choice]: checked })}
            className="mt-0.5 size-4 shrink-0 accent-ink"
          />
          <span>
            <span className="font-medium">
              {label}: {formatNumber(lookups[group])} {lookups[group] === 1 ? 'lookup' : 'lookups'}
            </span>
            <span id={`${id}-${choice}`} className="block text-soft">
              {more}
            </span>
          </span>
        </label>
      ))}
      {(choices.listing || choices.name) && (
        <div className="max-w-60">
          <LanguageChoice />
        </div>
      )}
    </fieldset>
  )
}

const kinds = [
  {
    choice: 'listing',
    group: 'listing',
    label: 'Add names and ratings',
    more: 'Name, address, rating, and number of reviews. Also checks for stale ids.',
  },
  {
    choice: 'checked',
    group: 'listing',
    label: 'Check for stale ids',
    more: 'Shows whether each listing still exists or has moved. Finds the place id of a CID.',
  },
  {
    choice: 'short_link',
    group: 'short_link',
    label: 'Follow short links',
    more: 'Finds the listing for each short link.',
  },
  {
    choice: 'name',
    group: 'name',
    label: 'Find by name',
    more: 'Searches for the name, with its address and country, if a row has no link to a listing. A name is found only if exactly one listing matches.',
  },
] as const
