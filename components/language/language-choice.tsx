'use client'

import { useId, useMemo } from 'react'
import { Select } from '@/components/ui/field'
import { choose, useChoice } from '@/components/ui/use-choice'
import { readLanguage } from '@/server/places/upstream/lookup-options'
import { languageLabel, otherLanguages } from './languages'
import { languageKey, lookupLanguage } from './lookup-language'

/** Chooses the language of names and addresses for this browser. */
export const chooseLookupLanguage = (language: string): void => choose(languageKey, language)

/** Returns the language of names and addresses; empty until hydration, because only the browser knows it. */
export const useLookupLanguage = (): string => useChoice(lookupLanguage, '')

interface LanguageChoiceProps {
  /** The language of the lookup in the page's URL or of a saved one; empty (the default) for the chosen one. */
  language?: string
  /** Called after a choice. */
  onChoose?: () => void
}

/** Chooses the language of names and addresses, for this lookup and later ones: the browser's languages first. */
export function LanguageChoice({ language = '', onChoose }: LanguageChoiceProps) {
  const remembered = useLookupLanguage()
  const shown = language || remembered
  const groups = useMemo(() => {
    const own = [...new Set([...navigator.languages, shown].flatMap((tag) => readLanguage(tag) ?? []))]
    return { 'Your languages': own, 'Other languages': otherLanguages(own) }
  }, [shown])
  return (
    <Select
      id={useId()}
      label="Language"
      value={shown}
      onChange={({ currentTarget: { value } }) => {
        chooseLookupLanguage(value)
        onChoose?.()
      }}
    >
      {shown === '' && <option value="">Default</option>}
      {Object.entries(groups).map(([label, tags]) => (
        <optgroup key={label} label={label}>
          {tags.map((tag) => (
            <option key={tag} value={tag}>
              {languageLabel(tag)}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  )
}
