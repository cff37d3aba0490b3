import { afterEach, expect, test, vi } from 'vitest'
import { lookupLanguage, optionsToSend } from '@/components/language/lookup-language'
import { readChoice } from '@/components/ui/stored-choice'
import { choose } from '@/components/ui/use-choice'
import { defaultLookupOptions } from '@/server/places/upstream/lookup-options'

afterEach(() => vi.unstubAllGlobals())

/** Simulates a browser with this language and storage. */
function browser(language: string, stored: Record<string, string> = {}) {
  vi.stubGlobal('navigator', { language })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => {
      stored[key] = value
    },
  })
}

test('lookups are in the browser’s language, unless the API does not accept it', () => {
  browser('de-DE-u-co-phonebk')
  expect(lookupLanguage()).toBe('de-DE')
  browser('x-klingon')
  expect(lookupLanguage()).toBe('')
})

test('lookups are in the language that was chosen in this browser, unless it is invalid', () => {
  browser('de-DE', { 'pinref.lookup-language': 'ja' })
  expect(lookupLanguage()).toBe('ja')
  browser('de-DE', { 'pinref.lookup-language': 'Japanese' })
  expect(lookupLanguage()).toBe('de-DE')
})

test('only full lookups have a language, which is their own or else the chosen one', () => {
  browser('de-DE')
  expect(optionsToSend(defaultLookupOptions).language).toBe('de-DE')
  expect(optionsToSend({ ...defaultLookupOptions, language: 'ja' }).language).toBe('ja')
  expect(optionsToSend({ ...defaultLookupOptions, details: 'checked', language: 'ja' }).language).toBe('')
})

test('a choice applies until the page closes if the browser stores nothing', () => {
  const denied = () => {
    throw new Error('denied')
  }
  vi.stubGlobal('localStorage', { getItem: denied, setItem: denied })
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  const changed = vi.fn()
  page.addEventListener('storage', changed)
  expect(readChoice('a choice')).toBeNull()
  choose('a choice', 'ja')
  expect(readChoice('a choice')).toBe('ja')
  expect(changed).toHaveBeenCalledTimes(1)
})
