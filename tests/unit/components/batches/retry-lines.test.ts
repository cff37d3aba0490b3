import { expect, test } from 'vitest'
import type { Batch } from '@/components/batches/batch'
import { cutParts } from '@/components/batches/parts'
import { isRetryable, isSkippedName, retryRequestOf } from '@/components/batches/retry-lines'
import { readingOf } from '@/components/reading/reading'
import type { Row } from '@/server/features/lists/row'

type Code = NonNullable<Row['problem']>['code']

const failed = (row: number, code: Code, input: unknown, state: Row['state'] = 'failed'): Row => ({
  row,
  state,
  reason: null,
  input,
  duplicate_of: null,
  name_match: null,
  listing_status: null,
  business_status: null,
  findings: [],
  previous_findings: null,
  listing: null,
  problem: { code, detail: '', cid: null, place_id: null },
})
const batch = (column: string | null, name: string | null = null, more: Partial<Batch> = {}) =>
  ({
    name,
    details: 'checked',
    fallback: 'none',
    column,
    name_column: column && 'name',
    address_column: ['street'],
    country_column: null,
    reference_column: null,
    language: null,
    ...more,
  }) as Batch
const dataOf = (rows: Row[], column: string | null) =>
  [...cutParts(retryRequestOf(rows, batch(column)).sent, 10_000)].map(({ data }) => data).join('')

test('only lines that failed for a temporary reason are retried, without their duplicates', () => {
  const rows = [
    failed(1, 'link_unreachable', 'a'),
    failed(2, 'listing_not_found', 'b'),
    failed(3, 'unsupported_link', 'c', 'unreadable'),
    { ...failed(4, 'link_unreachable', 'a'), duplicate_of: 1 },
    failed(5, 'internal_error', 'd'),
  ]
  expect(rows.filter(isRetryable).map(({ row }) => row)).toEqual([1, 5])
})

test('names that a batch did not search for are found, without their duplicates', () => {
  const rows = [
    failed(1, 'invalid_request', { shop: 'Cafe Roma' }, 'unreadable'),
    failed(2, 'unsupported_link', { shop: 'https://example.com/' }, 'unreadable'),
    failed(3, 'listing_not_found', { shop: 'Cafe Nord' }),
    { ...failed(4, 'invalid_request', { shop: 'Cafe Roma' }, 'unreadable'), duplicate_of: 1 },
    {
      ...failed(5, 'invalid_request', { shop: 'Cafe Nord' }, 'not_sent'),
      reason: 'not_chosen' as const,
      problem: null,
    },
    {
      ...failed(6, 'invalid_request', { shop: '', name: 'Lux' }, 'not_sent'),
      reason: 'no_link' as const,
      problem: null,
    },
    { ...failed(7, 'invalid_request', { shop: '', name: '' }, 'not_sent'), reason: 'no_link' as const, problem: null },
  ]
  const names = rows.filter(isSkippedName(readingOf, batch('shop')))
  expect(names.map(({ row }) => row)).toEqual([1, 5, 6])
  expect(retryRequestOf(names, batch('shop'), 'names').settings).toMatchObject({ details: 'full', fallback: 'name' })
})

test('retried lines are sent unchanged, including the columns of a table', () => {
  const list = [failed(1, 'internal_error', 'a'), failed(2, 'internal_error', { name: 'b', id: 7 })]
  expect(dataOf(list, null)).toBe('"a"\n{"name":"b","id":7}\n')
  expect(retryRequestOf(list, batch(null))).toMatchObject({
    settings: { details: 'checked', fallback: 'none', lookups: ['listing', 'short_link', 'name'] },
  })
  expect(dataOf([failed(1, 'internal_error', { shop: 'A "B"', link: 'x' })], 'link')).toBe(
    '"shop","link"\n"A ""B""","x"\n',
  )
})

test('retried lines are looked up in the language of their batch, or of names that were not looked up before', () => {
  const languageOf = (which: 'failed' | 'names', details: Batch['details'], language: string | null) =>
    retryRequestOf([], batch(null, null, { details, language }), which, 'de').settings.language
  expect(languageOf('failed', 'full', 'ja')).toBe('ja')
  expect(languageOf('failed', 'full', null)).toBeUndefined()
  expect(languageOf('names', 'full', 'ja')).toBe('ja')
  expect(languageOf('names', 'checked', null)).toBe('de')
  expect(languageOf('failed', 'checked', null)).toBeUndefined()
})

test('a batch of retried lines is named after the first batch, however many times lines are retried', () => {
  const nameOf = (name: string | null) => retryRequestOf([], batch(null, name)).name
  expect(nameOf('Rome.xlsx')).toBe('Rome, again')
  expect(nameOf('Rome, again')).toBe('Rome, again')
  expect(nameOf('x'.repeat(100))).toBe(`${'x'.repeat(93)}, again`)
  expect(nameOf(null)).toBeNull()
})
