import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cidFromBits,
  cidFromDecimal,
  cidFromHex,
  decimalCid,
  hexCid,
  mayBeRounded,
  parseCid,
} from '@/server/places/identifiers/cid'
import { PinrefError } from '@/server/platform/problems/errors'
import { growthOf, maxGrowth } from '../../support/growth'
import { realListings } from './real-listings'

const largest = 2n ** 64n - 1n
const bits = fc.bigInt({ min: 0n, max: largest })

/** Returns why text is rejected. Fails the test if the text is accepted, or rejected with an undocumented error. */
function refusal(text: string): string {
  try {
    parseCid(text)
  } catch (error) {
    if (error instanceof PinrefError && error.code === 'invalid_cid') return error.message
    throw error
  }
  throw new Error(`${text} was accepted`)
}

describe('a CID is the same number in every spelling', () => {
  test.each(realListings)('$cid', ({ cid, featureId }) => {
    const half = featureId.slice(featureId.indexOf(':') + 1)
    expect(hexCid(parseCid(cid))).toBe(half)
    expect(decimalCid(parseCid(half))).toBe(cid)
    expect(decimalCid(parseCid(half.toUpperCase()))).toBe(cid)
  })

  test('over the whole 64-bit range', () => {
    fc.assert(
      fc.property(bits, (value) => {
        const cid = cidFromBits(value)
        expect(parseCid(decimalCid(cid))).toBe(value)
        expect(parseCid(hexCid(cid))).toBe(value)
        expect(cidFromDecimal(value.toString())).toBe(value)
        expect(cidFromHex(value.toString(16))).toBe(value)
        expect(cidFromHex(`0X${value.toString(16).toUpperCase()}`)).toBe(value)
      }),
    )
  })
})

describe('a decimal number may have been rounded', () => {
  test('if it is any number as JavaScript prints it, or with zeros after its 15th digit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2n ** 53n + 1n, max: largest }), (value) => {
        const text = value.toString()
        const rounded = [String(Number(value)), text.slice(0, 15).padEnd(text.length, '0')]
        // The largest numbers are rounded to 2^64, which is no CID.
        for (const number of rounded.filter((one) => cidFromDecimal(one) !== null && BigInt(one) > 2n ** 53n)) {
          expect(mayBeRounded(number)).toBe(true)
          expect(mayBeRounded(`-${number}`)).toBe(true)
          expect(mayBeRounded(`00${number}`)).toBe(true)
        }
      }),
    )
  })

  test.each(['9007199254740992', '3545450935484072529', '0x50cbf0', '', 'cid', '5.8e18', '100000000000000000000000'])(
    'but %j may not',
    (text) => {
      expect(mayBeRounded(text)).toBe(false)
    },
  )
})

describe('text is read as a CID', () => {
  test.each([
    ['3545450935484072529', 3545450935484072529n, 'only decimal digits: decimal'],
    ['1000000000000000', 1000000000000000n, 'decimal, though its digits could be hexadecimal'],
    ['0x10', 16n, 'hexadecimal after 0x'],
    ['0X1F', 31n, 'hexadecimal after 0X'],
    ['3133f8d75a1ac251', 3545450935484072529n, 'hexadecimal without prefix'],
    ['ABCDEF', 0xabcdefn, 'upper case'],
    ['1e19', 0x1e19n, 'hexadecimal, not scientific notation'],
    ['  42\n', 42n, 'whitespace around it'],
    ['00042', 42n, 'leading zeros'],
    ['0x000000000000000000000000ff', 255n, 'leading zeros after 0x'],
    ['0', 0n, 'the least'],
    ['000', 0n, 'zeros alone'],
    ['18446744073709551615', largest, 'the most'],
    ['0xffffffffffffffff', largest, 'the most in hexadecimal'],
  ])('%s is %s: %s', (text, value) => {
    expect(parseCid(text)).toBe(value)
  })
})

describe('text that is not a CID is rejected, and the error says what kind of text it is', () => {
  test.each([
    ['', /^The CID is empty/],
    ['   ', /^The CID is empty/],
    ['18446744073709551616', /out of range/],
    ['99999999999999999999', /out of range/],
    ['0x10000000000000000', /out of range/],
    ['fffffffffffffffff', /out of range/],
    ['-1', /no sign/],
    ['+5', /no sign/],
    ['0x', /no digits after 0x/],
    ['ChIJ3S-JXmauEmsRUcIaWtf4MzE', /place id\. Use resolve/],
    ['0x6b12ae665e892fdd:0x3133f8d75a1ac251', /second half is the CID: 0x3133f8d75a1ac251/],
    ['https://maps.google.com/?cid=5', /link\. Use resolve/],
    ['maps.app.goo.gl/AK13hVJLjnveWZqJA', /link\. Use resolve/],
    ['3.545450935484073e+18', /rounded/],
    ['3 545 450', /^This is not a CID/],
    ['3,545,450', /^This is not a CID/],
    ['12.5', /^This is not a CID/],
    ['٣٤٥', /^This is not a CID/],
    ['0xg1', /^This is not a CID/],
    ['cid', /^This is not a CID/],
    ['\u0000', /^This is not a CID/],
  ])('%j', (text, why) => {
    expect(refusal(text)).toMatch(why)
  })

  test('arbitrary text yields a CID in range or the documented error', () => {
    const digits = fc.stringMatching(/^\s?[+-]?(0x)?[0-9a-fA-F]{0,24}\s?$/)
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), digits), (text) => {
        try {
          const cid = parseCid(text)
          expect(cid >= 0n && cid <= largest).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(PinrefError)
          expect(error).toHaveProperty('code', 'invalid_cid')
        }
      }),
    )
  })

  test('the time to read or reject text is proportional to its length', () => {
    const textsOf = (length: number) =>
      ['0', '9', 'f', '1.', '-', 'a.'].map((digit) => digit.repeat(length / digit.length))
    const read = (texts: string[]) => {
      for (const text of texts) {
        expect(refusal(`${text}!`)).toMatch(/CID/)
        if (text.startsWith('0')) expect(parseCid(text)).toBe(0n)
        else expect(refusal(text)).toMatch(/CID|range/)
      }
    }
    expect(growthOf(textsOf, read, 65_536)).toBeLessThan(maxGrowth)
  })
})
