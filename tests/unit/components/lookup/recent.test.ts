import { describe, expect, it } from 'vitest'
import { isSameLookup, type RecentLookup, readRecent, saveRecent, withRecent } from '@/components/lookup/recent'
import { defaultLookupOptions, type LookupOptions } from '@/server/places/upstream/lookup-options'

const lookup = (cid: string, text = cid): RecentLookup => ({
  text,
  atMs: 1,
  listing: {
    title: null,
    cid,
    hex_cid: '0x1',
    place_id: null,
    rating: null,
    reviews_count: null,
    maps_url: 'https://maps.google.com/?cid=1',
    review_url: null,
    schema_hasmap: 'https://maps.google.com/?cid=1',
  },
})

const storageWith = (value: string | null) => ({ getItem: () => value })

describe('recent lookups', () => {
  it('are restored as saved', () => {
    let saved = ''
    saveRecent({ setItem: (_, value) => (saved = value) }, [lookup('1'), lookup('2')])
    expect(readRecent(storageWith(saved))).toEqual([lookup('1'), lookup('2')])
  })

  it('list each listing once, newest first, and at most eight', () => {
    const all = ['1', '2', '3', '4', '5', '6', '7', '8', '9'].reduce<RecentLookup[]>(
      (recent, cid) => withRecent(recent, lookup(cid)),
      [],
    )
    expect(withRecent(all, lookup('5', 'again')).map(({ text }) => text)).toEqual([
      'again',
      '9',
      '8',
      '7',
      '6',
      '4',
      '3',
      '2',
    ])
  })

  it.each([
    null,
    'not JSON',
    '{}',
    '[null, 1, {}]',
    JSON.stringify([{ ...lookup('1'), listing: { ...lookup('1').listing, maps_url: 'javascript:alert(1)' } }]),
    JSON.stringify([{ ...lookup('1'), listing: { ...lookup('1').listing, cid: 'x' } }]),
  ])('are empty if the browser has stored something else: %s', (value) => {
    expect(readRecent(storageWith(value))).toEqual([])
  })

  it('are skipped without an error if the browser blocks storage', () => {
    const refuse = () => {
      throw new Error('denied')
    }
    expect(() => saveRecent({ setItem: refuse }, [])).not.toThrow()
    expect(readRecent({ getItem: refuse })).toEqual([])
  })
})

describe('a saved lookup', () => {
  it('is the same lookup if its text, details, and language are equal, or if no language is requested', () => {
    const saved: RecentLookup = { ...lookup('1', 'link'), details: 'full', language: 'ja' }
    const isSame = (url: string, options: Partial<LookupOptions>) =>
      isSameLookup(saved, url, { ...defaultLookupOptions, ...options })
    expect(isSame('link', { language: 'ja' })).toBe(true)
    expect(isSame('link', {})).toBe(true)
    expect(isSame('link', { language: 'de' })).toBe(false)
    expect(isSame('link', { details: 'checked' })).toBe(false)
    expect(isSame('other', {})).toBe(false)
  })
})
