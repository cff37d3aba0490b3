import { expect, test } from 'vitest'
import { bulkFlags, flags, watchFlags } from '@/clients/npm/src/cli/flags'
import { help } from '@/clients/npm/src/cli/help'
import {
  defaultLookupOptions,
  lookupOptionsKey,
  lookupOptionValues,
  readLanguage,
  readLookupOptions,
} from '@/server/places/upstream/lookup-options'

const options = Object.entries(lookupOptionValues)

test('the command line’s help explains every flag, and each value of a lookup’s options', () => {
  const names = Object.keys({ ...flags, ...bulkFlags, ...watchFlags }).map((name) => `--${name}`)
  const values = options.flatMap(([, option]) => ('values' in option ? option.values : []))
  expect([...names, ...values].filter((word) => !help.includes(word))).toEqual([])
})

test.each([
  ['ja', 'ja'],
  ['PT-br', 'pt-BR'],
  ['zh-hant-tw', 'zh-Hant-TW'],
  ['es-419', 'es-419'],
  ['en-US-u-hc-h12', 'en-US'],
  ['ca-ES-valencia', 'ca-ES'],
  ['iw', 'he'],
  ['fil', 'fil'],
])('the language tag %s is read as %s', (tag, language) => {
  expect(readLanguage(tag)).toBe(language)
  expect(readLanguage(language)).toBe(language)
})

test.each([
  '',
  'x',
  'und',
  'english',
  'en_US',
  'e1',
  ' ja',
  'ja,en',
  'en?x=1',
  'x-private',
  'i-klingon',
  `en-x-${'a'.repeat(31)}`,
])('the text %j is not a language tag', (text) => {
  expect(readLanguage(text)).toBeNull()
})

test('a lookup with another value of any option has another key', () => {
  const all = options.flatMap(([name, option]) => {
    const values: readonly string[] = 'values' in option ? option.values : ['ja', 'pt-BR']
    return values.filter((value) => value !== option.fallback).map((value) => readLookupOptions({ [name]: value }))
  })
  expect(new Set([defaultLookupOptions, ...all].map(lookupOptionsKey)).size).toBe(all.length + 1)
})
