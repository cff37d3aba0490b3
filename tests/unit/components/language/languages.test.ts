import { expect, test } from 'vitest'
import { lookupTag, posterLanguages } from '@/components/kit/text'
import { isSameLanguage, languageLabel, languageName, otherLanguages } from '@/components/language/languages'
import { readLanguage } from '@/server/places/upstream/lookup-options'

test('the languages of review kits are offered for lookups, and the API accepts every language offered', () => {
  const offered = otherLanguages([])
  expect(posterLanguages.map(lookupTag).filter((tag) => !offered.includes(tag))).toEqual([])
  expect(offered.filter((tag) => readLanguage(tag) !== tag)).toEqual([])
})

test('languages are offered in the order of their names, without a person’s own', () => {
  const names = otherLanguages(['de', 'ja', 'sr']).map(languageName)
  expect(names.slice(0, 2)).toEqual(['Arabic', 'Bangla'])
  expect(names).not.toContain('German')
  expect(names).not.toContain('Japanese')
  expect(names).toContain('European Portuguese')
})

test.each([
  ['ja', 'Japanese · 日本語'],
  ['fr', 'French · Français'],
  ['en-GB', 'British English'],
  ['zh-TW', 'Chinese (Taiwan) · 中文（台灣）'],
])('%s is shown as “%s”', (tag, label) => {
  expect(languageLabel(tag)).toBe(label)
})

test('the name of a tag that is no language is the tag', () => {
  expect(languageName('not a language')).toBe('not a language')
})

test.each([
  ['pt-BR', 'pt', true],
  ['zh-CN', 'zh-Hant', true],
  ['iw', 'he', true],
  ['pt', 'es', false],
])('whether %s and %s are the same language: %s', (one, other, isSame) => {
  expect(isSameLanguage(one, other)).toBe(isSame)
})
