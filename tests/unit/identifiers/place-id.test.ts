import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cidFromBits } from '@/server/places/identifiers/cid'
import { featureIdOf, knownPlaceIdOf, parseFeatureId, placeIdOf } from '@/server/places/identifiers/feature-id'
import { realListings } from './real-listings'

const bits = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })

/** Sydney Opera House, a listing returned by a live search, and the Space Needle. */
const checkVectors = [
  { placeId: 'ChIJ3S-JXmauEmsRUcIaWtf4MzE', featureId: '0x6b12ae665e892fdd:0x3133f8d75a1ac251' },
  { placeId: 'ChIJHzPaEEzvDDkRWdz5054EgCc', featureId: '0x390cef4c10da331f:0x2780049ed3f9dc59' },
  { placeId: 'ChIJ-bfVTh8VkFQRDZLQnmioK9s', featureId: '0x5490151f4ed5b7f9:0xdb2ba8689ed0920d' },
]

describe('a place id and a feature id convert to each other', () => {
  test.each([...checkVectors, ...realListings])('$placeId', ({ placeId, featureId }) => {
    const read = parseFeatureId(featureId)
    expect(read && placeIdOf(read)).toBe(placeId)
    expect(featureIdOf(placeId)).toEqual(read)
  })

  test('over the whole 64-bit range, packed as a protocol buffer', () => {
    fc.assert(
      fc.property(bits, bits, (cell, low) => {
        const featureId = { cell, cid: cidFromBits(low) }
        const packed = Buffer.alloc(20)
        packed.set([0x0a, 0x12, 0x09])
        packed.writeBigUInt64LE(cell, 3)
        packed[11] = 0x11
        packed.writeBigUInt64LE(low, 12)
        expect(placeIdOf(featureId)).toBe(packed.toString('base64url'))
        expect(featureIdOf(placeIdOf(featureId))).toEqual(featureId)
      }),
    )
  })
})

describe('the place id for a feature id', () => {
  test('is unknown if the cell is zero, except for the placeholder that map apps use', () => {
    const bare = { cell: 0n, cid: cidFromBits(5105105801937955495n) }
    expect(placeIdOf(bare)).toBe('ChIJAAAAAAAAAAARpypMya362EY')
    expect(knownPlaceIdOf(bare)).toBeNull()
    expect(featureIdOf('ChIJAAAAAAAAAAARpypMya362EY')).toEqual(bare)
  })

  test('is known if the cell is not zero', () => {
    const [vector] = checkVectors
    const featureId = parseFeatureId(vector?.featureId ?? '')
    expect(featureId && knownPlaceIdOf(featureId)).toBe(vector?.placeId)
  })
})

describe('text that is not the place id of a listing is rejected', () => {
  test.each([
    ['', 'nothing'],
    ['ChIJ3S-JXmauEmsRUcIaWtf4Mz', 'one character short'],
    ['ChIJ3S-JXmauEmsRUcIaWtf4MzEA', 'one character long'],
    ['ChIJ3S-JXmauEmsRUcIaWtf4MzF', 'stray trailing bits'],
    ['chij3s-jxmauemsrucianwtf4mze', 'lower case'],
    ['ChIJ3S+JXmauEmsRUcIaWtf4MzE', 'base64 of the other alphabet'],
    ['ChIJ3S-JXmauEmsSUcIaWtf4MzE', 'a wrong byte between the numbers'],
    ['GhIJQWDl0CIeQUARxks3icF8U8A', 'a point'],
    ['EiJNYWdocmViLCA1NSBBZ2FkaXIsIFNhbMOpLCBNb3JvY2Nv', 'an address'],
    ['ChIJ3S-JXmauEmsRUcIaWtf4Mz\u{1f600}', 'an emoji'],
  ])('%s: %s', (text) => {
    expect(featureIdOf(text)).toBeNull()
  })

  test('a place id with one character changed, unless that makes it another listing’s', () => {
    const character = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
    const vector = fc.constantFrom(...checkVectors)
    fc.assert(
      fc.property(vector, fc.nat(26), character, ({ placeId }, at, other) => {
        const changed = placeId.slice(0, at) + other + placeId.slice(at + 1)
        const read = featureIdOf(changed)
        expect(read === null ? null : placeIdOf(read)).toBe(read === null ? null : changed)
      }),
    )
  })
})
