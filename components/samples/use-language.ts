'use client'

import { readChoice } from '@/components/ui/stored-choice'
import { choose, useChoice } from '@/components/ui/use-choice'

const key = 'pinref.language'

/**
 * Reads the language to show samples in: one choice for all of them, saved in the browser.
 * @returns the language, null until one is chosen, and a function that chooses one.
 */
export function useLanguage() {
  const language = useChoice(() => readChoice(key), null)
  return { language, choose: (language: string) => choose(key, language) }
}
