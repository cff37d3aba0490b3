import { readChoice } from '@/components/ui/stored-choice'
import { type LookupOptions, readLanguage } from '@/server/places/upstream/lookup-options'

/** Where this browser stores the language that was chosen for names and addresses. */
export const languageKey = 'pinref.lookup-language'

/** Returns the browser's language; empty if the API does not accept it. */
export const browserLanguage = (): string => readLanguage(navigator.language) ?? ''

/** Returns the language of names and addresses: the chosen one, or else the browser's. Empty for Google's default. */
export const lookupLanguage = (): string => readLanguage(readChoice(languageKey) ?? '') ?? browserLanguage()

/** Returns options as a lookup sends them. Only a full lookup has a language: its own, or else the chosen one. */
export const optionsToSend = (options: LookupOptions): LookupOptions => ({
  ...options,
  language: options.details === 'full' ? options.language || lookupLanguage() : '',
})
