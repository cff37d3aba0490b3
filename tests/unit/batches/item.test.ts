import { describe, expect, test, vi } from 'vitest'
import { fingerprintOf, type Item, type ItemSettings, itemOf, requestOfItem } from '@/server/features/batches/item'
import { lookUpRow } from '@/server/features/batches/look-up'
import { noLayout } from '@/server/features/lists/list-layout'
import * as links from '@/server/places/links/read-reference'
import { readLookupOptions } from '@/server/places/upstream/lookup-options'

const settings: ItemSettings = { ...noLayout, operation: 'auto', details: 'full', fallback: 'none' }
const requested = (item: Item, more: Partial<ItemSettings> = {}, columns: string[] = []) =>
  requestOfItem(item, { ...settings, ...more }, columns)
const lookupOf = (...parts: Parameters<typeof requested>) => {
  const request = requested(...parts)
  return 'lookup' in request ? request.lookup : request
}

const placeId = 'ChIJj61dQgK6j4AR4GeTYWZsKWw'
const resolves = (url: string) => ({ operation: 'resolve', url, read: links.readText(url) })

describe('a batch line with operation “auto”', () => {
  test.each([
    [` ${placeId} `, resolves(placeId)],
    ['https://maps.app.goo.gl/abc', resolves('https://maps.app.goo.gl/abc')],
    ['6c296c66619367e0', resolves('0x6c296c66619367e0')],
    ['https://example.com/shop', resolves('https://example.com/shop')],
    ["Joe's  Pizza", { operation: 'search', name: "Joe's Pizza", country: null }],
    [{ url: placeId, id: 7 }, resolves(placeId)],
    [{ cid: '42' }, resolves('cid:42')],
    [
      { name: "Joe's Pizza", address: '7 Carmine St', country: 'uk' },
      { operation: 'search', name: "Joe's Pizza, 7 Carmine St", country: 'GB' },
    ],
  ])('%j requests its own lookup', (item, expected) => {
    expect(lookupOf(item)).toEqual(expected)
  })

  test.each([
    [{ url: placeId, cid: '12' }, /one of/],
    [{ id: 7 }, /one of/],
    [{ cid: 42 }, /lose digits/],
    [{ name: 'x', country: 'Narnia' }, /two letters/],
    [{ name: 'x'.repeat(201) }, /200 characters/],
    ['https://www.google.com/maps/'.padEnd(2_100, 'x'), /2048 characters/],
    [itemOf(7), /lose digits/],
    [{ name: 'https://maps.app.goo.gl/abc', address: 'Sydney' }, /Use resolve/],
  ])('%j cannot be looked up', (item, words) => {
    expect(requested(item)).toEqual({ fault: expect.stringMatching(words) })
  })

  test('is not read as a link if it exceeds the maximum link length', () => {
    const read = vi.spyOn(links, 'readText')
    expect(
      requested(`https://www.google.com/maps?${'&gs_ssp=eJzj4tVP1zc0LMmoTDEzMDdg9OLJSy0uSQQAPGwF1w'.repeat(170)}`),
    ).toEqual({
      fault: 'Send at most 2048 characters.',
    })
    expect(read).not.toHaveBeenCalled()
    read.mockRestore()
  })

  test('is read as a link once, from its request to its result', async () => {
    const read = vi.spyOn(links, 'readText')
    const request = requested(placeId, { details: 'none' })
    if (!('lookup' in request)) throw new Error('the line has no request')
    const options = readLookupOptions({ details: 'none' })
    const lookup = {
      caller: 'someone',
      options,
      sampleOnly: true,
      signal: new AbortController().signal,
      noteAsked() {},
    }
    const found = await lookUpRow({ ...request, name: '' }, { isTest: true }, lookup)
    expect(found.result).toMatchObject({ by: 'resolve', placeId })
    expect(read).toHaveBeenCalledTimes(1)
    read.mockRestore()
  })

  test('is searched for by name only with details “full”', () => {
    expect(requested("Joe's Pizza", { details: 'checked' })).toEqual({ fault: expect.stringMatching(/details "full"/) })
  })
})

test('a line for a different operation than its batch’s cannot be looked up', () => {
  expect(requested({ name: 'x' }, { operation: 'resolve' })).toEqual({
    fault: 'This batch only accepts lines with url or cid.',
  })
  expect(requested({ url: 'x' }, { operation: 'convert' })).toEqual({
    fault: 'This batch only accepts lines with cid.',
  })
  expect(lookupOf('British Museum', { operation: 'resolve' })).toEqual(resolves('British Museum'))
})

test('a CSV row is looked up by its named column, with an address and a country', () => {
  const columns = ['id', 'shop', 'street', 'land']
  const by = { column: 'shop', addressColumns: ['street'], countryColumn: 'land' }
  const row = ['7', 'Roma', 'Via Nuova 1', 'it']
  expect(lookupOf(row, by, columns)).toEqual({ operation: 'search', name: 'Roma, Via Nuova 1', country: 'IT' })
  expect(requested(['7'], by, columns)).toEqual({ notSent: 'no_link' })
})

test('lines with the same request have the same fingerprint, regardless of their other fields', () => {
  const fingerprint = (item: Item, columns: string[] = [], more: Partial<ItemSettings> = {}) =>
    fingerprintOf(item, { ...settings, ...more }, columns)
  expect(fingerprint(' a ')).toBe(fingerprint('a'))
  expect(fingerprint('a')).not.toBe(fingerprint('b'))
  expect(fingerprint({ url: 'a', id: 1 })).toBe(fingerprint({ id: 2, url: 'a' }))
  expect(fingerprint({ name: 'a', country: 'GB' })).not.toBe(fingerprint({ name: 'a' }))
  const columns = ['id', 'url']
  expect(fingerprint(['1', 'a'], columns, { column: 'url' })).toBe(fingerprint(['2', 'a'], columns, { column: 'url' }))
  expect(fingerprint(itemOf(1))).toBe(fingerprint(itemOf(2)))
  for (const item of [itemOf(1), '  ', ['1', ' ']])
    expect(fingerprint(item, columns, { column: 'url' })).toMatch(/^A{16}$/)
  const named = { column: 'url', nameColumn: 'id' }
  expect(fingerprint(['1', 'a'], columns, named)).not.toBe(fingerprint(['2', 'a'], columns, named))
  expect(fingerprint(['1'], columns, named)).toMatch(/^A{16}$/)
  expect(fingerprint(['1'], columns, { ...named, fallback: 'name' })).not.toMatch(/^A{16}$/)
})

describe('the name of a row', () => {
  const columns = ['Client', 'Street', 'City', 'Country', 'Maps']
  const more = {
    column: 'Maps',
    nameColumn: 'Client',
    addressColumns: ['Street', 'City'],
    countryColumn: 'Country',
    fallback: 'name',
  } as const
  const row = (link: string, country = 'Deutschland') => ['Café Anna', 'Hauptstr. 5', 'Berlin', country, link]
  const search = { operation: 'search', name: 'Café Anna, Hauptstr. 5, Berlin', country: 'DE' }

  test.each(['', 'kein Link', 'x'.repeat(2_100)])('is searched for if its link is %j', (link) => {
    expect(requested(row(link), more, columns)).toEqual({ lookup: search, fallback: null })
  })

  test('is searched for if its link turns out to lead to no listing', () => {
    const link = 'https://maps.app.goo.gl/abc'
    expect(requested(row(link), more, columns)).toEqual({
      lookup: resolves(link),
      fallback: search,
    })
    expect(requested({ url: link, name: 'Café Anna', country: 'de' }, { fallback: 'name' })).toMatchObject({
      fallback: { name: 'Café Anna', country: 'DE' },
    })
  })

  test('is searched for in the country of its address, and not if its country is unknown', () => {
    const there = ['Café Anna', 'Hauptstr. 5', 'Berlin, Germany', '', '']
    expect(lookupOf(there, more, columns)).toMatchObject({ country: 'DE' })
    expect(requested(row('', 'Narnia'), more, columns)).toEqual({ fault: expect.stringMatching(/two letters/) })
    expect(requested(row(placeId, 'Narnia'), more, columns)).toMatchObject({ fallback: null })
  })

  test('is not searched for unless this is allowed, or if it is missing', () => {
    expect(requested(row(''), { ...more, fallback: 'none' }, columns)).toEqual({ notSent: 'no_link' })
    expect(requested({ url: '', name: 'Café Anna' })).toEqual({ notSent: 'no_link' })
    expect(requested(['', 'Hauptstr. 5'], more, columns)).toEqual({ notSent: 'no_link' })
    expect(requested(row('https://example.com/'), { ...more, operation: 'convert' }, columns)).toMatchObject({
      lookup: { operation: 'convert' },
      fallback: null,
    })
  })
})
