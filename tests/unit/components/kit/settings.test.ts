import { expect, it } from 'vitest'
import { type KitSettings, readSettings, saveSettings } from '@/components/kit/settings'

const settings: KitSettings = {
  name: 'Café Roma',
  language: 'it',
  languageOf: 'batch_a',
  logo: { picture: 'data:image/png;base64,AA==', width: 720, height: 90 },
}

it('settings are restored as saved, but the language only for the batch it was chosen for', () => {
  const saved = new Map<string, string>()
  const storage = () => ({
    setItem: (key: string, text: string) => void saved.set(key, text),
    getItem: (key: string) => saved.get(key) ?? null,
  })
  expect(readSettings(storage, ['de-AT'])).toEqual({ name: '', language: 'de', languageOf: null, logo: null })
  expect(saveSettings(storage, settings)).toBe(true)
  expect(readSettings(storage, ['de-AT'], 'batch_a')).toEqual(settings)
  for (const batchId of ['batch_b', null])
    expect(readSettings(storage, ['', 'ja'], batchId)).toEqual({ ...settings, language: 'ja', languageOf: null })
})

it.each([
  'null',
  '{',
  '[]',
  '"text"',
  '{"name":7,"language":"tlh","languageOf":"batch_a","logo":{"picture":"https://example.com/x.png","width":10,"height":10}}',
  '{"logo":{"picture":"data:image/png;base64,AA==","width":1e9,"height":10}}',
  '{"logo":{"picture":"data:image/svg+xml,<svg/>","width":10,"height":10}}',
])('damaged settings are ignored: %s', (saved) => {
  expect(readSettings(() => ({ getItem: () => saved }), [], 'batch_a')).toEqual({
    name: '',
    language: 'en',
    languageOf: null,
    logo: null,
  })
})

it('a browser without storage starts without settings, and says that no settings are saved', () => {
  const refuses = () => {
    throw new Error('denied')
  }
  expect(readSettings(refuses, [])).toMatchObject({ name: '' })
  expect(saveSettings(refuses, settings)).toBe(false)
})
