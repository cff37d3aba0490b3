import { describe, expect, test, vi } from 'vitest'
import type { BatchSettings } from '@/server/features/batches/batch'
import { fingerprintOf, type Item, itemOf, requestOf } from '@/server/features/batches/item'
import * as links from '@/server/places/links/read-reference'
import { defaultLookupOptions } from '@/server/places/upstream/lookup-options'

const settings: BatchSettings = {
  operation: 'auto',
  ...defaultLookupOptions,
  details: 'full',
  isTest: false,
  column: '',
  addressColumn: '',
  countryColumn: '',
}
const asked = (item: Item, more: Partial<BatchSettings> = {}, columns: string[] = []) =>
  requestOf(item, { ...settings, ...more }, columns)

const placeId = 'ChIJj61dQgK6j4AR4GeTYWZsKWw'

describe('a batch line with operation “auto”', () => {
  test.each([
    [` ${placeId} `, { operation: 'resolve', url: placeId }],
    ['https://maps.app.goo.gl/abc', { operation: 'resolve', url: 'https://maps.app.goo.gl/abc' }],
    ['6c296c66619367e0', { operation: 'resolve', url: '0x6c296c66619367e0' }],
    ['https://example.com/shop', { operation: 'resolve', url: 'https://example.com/shop' }],
    ["Joe's  Pizza", { operation: 'search', name: "Joe's Pizza", country: null }],
    [
      { url: placeId, id: 7 },
      { operation: 'resolve', url: placeId },
    ],
    [{ cid: '42' }, { operation: 'resolve', url: '42' }],
    [
      { name: "Joe's Pizza", address: '7 Carmine St', country: 'uk' },
      { operation: 'search', name: "Joe's Pizza, 7 Carmine St", country: 'GB' },
    ],
  ])('%j requests %j', (item, expected) => {
    expect(asked(item)).toEqual(expected)
  })

  test.each([
    ['  ', /empty/],
    [{ url: placeId, name: 'both' }, /one of/],
    [{ id: 7 }, /one of/],
    [{ cid: 42 }, /lose digits/],
    [{ name: 'x', country: 'Narnia' }, /two letters/],
    [{ name: 'x'.repeat(201) }, /200 characters/],
    ['https://www.google.com/maps/'.padEnd(2_100, 'x'), /2048 characters/],
    [itemOf(7), /lose digits/],
    [{ name: 'https://maps.app.goo.gl/abc', address: 'Sydney' }, /Use resolve/],
  ])('%j cannot be looked up', (item, words) => {
    expect(asked(item)).toEqual({ fault: expect.stringMatching(words) })
  })

  test('is not read as a link if it exceeds the maximum link length', () => {
    const read = vi.spyOn(links, 'readReference')
    expect(
      asked(`https://www.google.com/maps?${'&gs_ssp=eJzj4tVP1zc0LMmoTDEzMDdg9OLJSy0uSQQAPGwF1w'.repeat(170)}`),
    ).toEqual({
      fault: 'Send at most 2048 characters.',
    })
    expect(read).not.toHaveBeenCalled()
    read.mockRestore()
  })

  test('is searched for by name only with details “full”', () => {
    expect(asked("Joe's Pizza", { details: 'checked' })).toEqual({ fault: expect.stringMatching(/details "full"/) })
  })
})

test('a line for a different operation than its batch’s cannot be looked up', () => {
  expect(asked({ name: 'x' }, { operation: 'resolve' })).toEqual({
    fault: 'This batch only accepts lines with url or cid.',
  })
  expect(asked({ url: 'x' }, { operation: 'convert' })).toEqual({ fault: 'This batch only accepts lines with cid.' })
  expect(asked('British Museum', { operation: 'resolve' })).toEqual({ operation: 'resolve', url: 'British Museum' })
})

test('a CSV row is looked up by its named column, with an address and a country', () => {
  const columns = ['id', 'shop', 'street', 'land']
  const by = { column: 'shop', addressColumn: 'street', countryColumn: 'land' }
  const row = ['7', 'Roma', 'Via Nuova 1', 'it']
  expect(asked(row, by, columns)).toEqual({ operation: 'search', name: 'Roma, Via Nuova 1', country: 'IT' })
  expect(asked(['7'], by, columns)).toEqual({ fault: 'This line is empty.' })
})

test('lines with the same request have the same fingerprint, regardless of their other fields', () => {
  const fingerprint = (item: Item, columns: string[] = [], more: Partial<BatchSettings> = {}) =>
    fingerprintOf(item, { ...settings, ...more }, columns)
  expect(fingerprint(' a ')).toBe(fingerprint('a'))
  expect(fingerprint('a')).not.toBe(fingerprint('b'))
  expect(fingerprint({ url: 'a', id: 1 })).toBe(fingerprint({ id: 2, url: 'a' }))
  expect(fingerprint({ name: 'a', country: 'GB' })).not.toBe(fingerprint({ name: 'a' }))
  const columns = ['id', 'url']
  expect(fingerprint(['1', 'a'], columns, { column: 'url' })).toBe(fingerprint(['2', 'a'], columns, { column: 'url' }))
  expect(fingerprint(itemOf(1))).toBe(fingerprint(itemOf(2)))
  expect(fingerprint(itemOf(1))).toMatch(/^A{16}$/)
})
