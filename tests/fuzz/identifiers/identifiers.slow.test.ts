import fc from 'fast-check'
import { describe, test } from 'vitest'
import { decodeBase64Url, encodeBase64Url } from '@/server/places/identifiers/base64url'
import { cidFromDecimal, cidFromHex, decimalCid, hexCid, parseCid } from '@/server/places/identifiers/cid'
import {
  featureIdOf,
  formatFeatureId,
  knownPlaceIdOf,
  parseFeatureId,
  placeIdOf,
} from '@/server/places/identifiers/feature-id'
import { PinrefError } from '@/server/platform/problems/errors'
import { featureIdOf as featureIdText, type Numbers, packPlaceId, unpackPlaceId } from '../arithmetic'
import { claim, fuzz } from '../settings'
import { numbers, unsigned64 } from './numbers'

const largest = 2n ** 64n - 1n

/** Independently reads the CID in a string as the contract defines it; null if there is none. */
function cidOf(text: string): bigint | null {
  const trimmed = text.trim()
  const digits = /^[0-9]+$/.test(trimmed) ? trimmed : trimmed.replace(/^(?:0[xX])?(?=[0-9a-fA-F]+$)/, '0x')
  if (!/^(?:[0-9]+|0x[0-9a-fA-F]+)$/.test(digits)) return null
  const value = BigInt(digits)
  return value > largest ? null : value
}

const digits = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEFxX'), maxLength: 24 }),
  fc
    .tuple(fc.constantFrom('', '0', '0x', '0X', '000', '0x00', '-', '+', ' '), unsigned64, fc.constantFrom(10, 16))
    .map(([before, value, base]) => before + value.toString(base)),
  fc.nat({ max: 5000 }).map((length) => '9'.repeat(length)),
  fc.constantFrom(largest, largest + 1n, largest * 10n, 2n ** 63n, 2n ** 53n + 1n).map(String),
)

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...'ChIJGAE0x:-_./%é٣９ \n\u0000'), maxLength: 40 }),
)

function checkCid(text: string) {
  const expected = cidOf(text)
  try {
    const cid = parseCid(text)
    claim(cid === expected, 'read as another CID', text, cid, expected)
    claim(decimalCid(cid) === BigInt(cid).toString(), 'decimal', text)
    claim(hexCid(cid) === `0x${BigInt(cid).toString(16)}`, 'hexadecimal', text)
    claim(parseCid(decimalCid(cid)) === cid && parseCid(hexCid(cid)) === cid, 'does not read what it writes', text)
  } catch (error) {
    if (!(error instanceof PinrefError)) throw error
    claim(error.code === 'invalid_cid' && expected === null, 'refused', text, error.code, expected)
    claim(/^[A-Z][^\n]*\.$/.test(error.message), 'not a sentence', error.message)
  }
  for (const read of [cidFromDecimal, cidFromHex]) {
    const cid = read(text)
    claim(cid === null || (cid >= 0n && cid <= largest), 'out of range', text, cid)
  }
}

function checkPlaceId(text: string) {
  const read = featureIdOf(text)
  const expected = text.length === 27 ? unpackPlaceId(text) : null
  claim(read?.cell === expected?.cell && read?.cid === expected?.cid, 'another place id', text, read, expected)
  if (read) claim(placeIdOf(read) === text, 'does not write what it reads', text)
}

function checkNumbers(both: Numbers) {
  const id = { cell: both.cell, cid: cidFromDecimal(both.cid.toString()) }
  if (id.cid === null) throw new Error(`no CID: ${both.cid}`)
  const featureId = { cell: id.cell, cid: id.cid }
  const placeId = placeIdOf(featureId)
  claim(placeId === packPlaceId(both), 'place id', both, placeId)
  claim(knownPlaceIdOf(featureId) === (both.cell === 0n ? null : placeId), 'a cell of 0 is no place id', both)
  claim(formatFeatureId(featureId) === featureIdText(both), 'feature id', both)
  const back = parseFeatureId(featureIdText(both).toUpperCase().replaceAll('X', 'x'))
  claim(back?.cell === both.cell && back.cid === both.cid, 'feature id read', both)
}

function checkBytes(bytes: Uint8Array) {
  const text = encodeBase64Url(bytes)
  claim(text === Buffer.from(bytes).toString('base64url'), 'base64url', text)
  claim(Buffer.compare(decodeBase64Url(text) ?? Buffer.from('no'), bytes) === 0 || bytes.length === 0, 'bytes', text)
}

function checkBase64(text: string) {
  const bytes = decodeBase64Url(text)
  const strict = Buffer.from(text, 'base64url').toString('base64url') === text
  claim((bytes !== null) === strict, 'base64url that is none, or the other way round', text)
}

describe('identifiers', () => {
  test('a CID is read exactly, or rejected with an explanation', () => {
    fc.assert(fc.property(fc.oneof({ arbitrary: digits, weight: 3 }, anyText), checkCid), fuzz(30_000))
  })

  test('a cell and a CID yield one place id and one feature id, and can be read back from the feature id', () => {
    fc.assert(fc.property(numbers, checkNumbers), fuzz(15_000))
  })

  test('a string is read as a place id only if its bytes form a place id', () => {
    const nearly = fc
      .tuple(numbers, fc.nat({ max: 26 }), fc.constantFrom('', 'A', 'x', '-', '=', '+', '/', 'é', '\u0000', 'AA'))
      .map(([both, at, put]) => packPlaceId(both).slice(0, at) + put + packPlaceId(both).slice(at + 1))
    fc.assert(fc.property(fc.oneof({ arbitrary: nearly, weight: 3 }, anyText), checkPlaceId), fuzz(15_000))
  })

  test('base64url encodes and decodes exactly as Node does', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), checkBytes), fuzz(5_000))
    const base64 = fc.string({ unit: fc.constantFrom(...'AQgwZz09-_+/= é'), maxLength: 12 })
    fc.assert(fc.property(base64, checkBase64), fuzz(5_000))
  })
})
