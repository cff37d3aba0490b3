import { describe, expect, test } from 'vitest'
import { isForResolve } from '@/server/places/links/bare-identifiers'
import { sampleListings } from '@/server/places/sources/sample/listings'
import { opera } from './reading'
import { realLinks } from './real-links'

describe('text sent as a name is rejected in favor of resolve', () => {
  test.each([
    opera.placeId,
    `place_id:${opera.placeId}`,
    'ChIJ3S-JXmau',
    opera.featureId,
    '0x3133f8d75a1ac251',
    '0x5',
    opera.cid,
    `"${opera.cid}"`,
    `="${opera.cid}"`,
    '17592186044416',
    '-3545450935484072529',
    '99999999999999999999999',
    'cid:5',
    'CID: 4711',
    'maps.app.goo.gl/AK13hVJLjnveWZqJA',
    'www.google.com/maps/place/Opera',
    'https://www.booking.com/hotel',
    'Opera https://maps.app.goo.gl/AK13hVJLjnveWZqJA',
    `Opera ${opera.placeId}`,
    'https:\\u002F\\u002Fmaps.google.com\\u002F?cid=5',
  ])('%s', (text) => {
    expect(isForResolve(text)).toBe(true)
  })

  test('every known link', () => {
    const names = Object.values(realLinks).flatMap((links) => links.map(({ url }) => url))
    expect(names.filter((name) => !isForResolve(name))).toEqual([])
  })
})

describe('text is a name to search for', () => {
  test.each([
    '4711',
    '1-800-FLOWERS',
    '17592186044415',
    '-4711',
    '49 30 1234567',
    '0x10 Bar',
    'Booking.com',
    'www.druckerei.de',
    'druckerei.de/berlin',
    'Google.com',
    'Chijioke Restaurant',
    'CHIJ Katong Convent',
    'facade',
    '3133f8d75a1ac251',
    '50.08, 14.42',
    'St.Pauli',
    '',
  ])('%s', (text) => {
    expect(isForResolve(text)).toBe(false)
  })

  test('every name and address in the sample', () => {
    const names = sampleListings.flatMap(({ title, address }) => [title, address, `${title}, ${address}`])
    expect(names.filter(isForResolve)).toEqual([])
  })
})
