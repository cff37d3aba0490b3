import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cidFromBits } from '@/server/places/identifiers/cid'
import { formatFeatureId, parseFeatureId } from '@/server/places/identifiers/feature-id'
import { realListings } from './real-listings'

const bits = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })

test.each(realListings)('the feature id $featureId is parsed and formatted as in map links', ({ featureId, cid }) => {
  const read = parseFeatureId(featureId)
  expect(read?.cid.toString()).toBe(cid)
  expect(read && formatFeatureId(read)).toBe(featureId)
})

test('a feature id of any two 64-bit numbers survives formatting and parsing', () => {
  fc.assert(
    fc.property(bits, bits, (cell, low) => {
      const featureId = { cell, cid: cidFromBits(low) }
      expect(parseFeatureId(formatFeatureId(featureId))).toEqual(featureId)
      expect(parseFeatureId(formatFeatureId(featureId).toUpperCase())).toEqual(featureId)
    }),
  )
})

test('one half of a feature id may be padded with zeros, or be zero', () => {
  expect(parseFeatureId('0x00000000000000ff:0x0a')).toEqual({ cell: 255n, cid: 10n })
  expect(parseFeatureId('0x0:0x0')).toEqual({ cell: 0n, cid: 0n })
})

test.each([
  '',
  '0x1',
  '0x1:0x',
  '0x:0x1',
  '0x1:2',
  '1:2',
  '0x1-0x2',
  '0x1%3A0x2',
  '0x1:0x2,1',
  ' 0x1:0x2',
  '-0x1:0x2',
  '0x12345678901234567:0x1',
  '0x1:0x12345678901234567',
  '0x1:0x2:0x3',
])('%j is not read as a feature id', (text) => {
  expect(parseFeatureId(text)).toBeNull()
})
