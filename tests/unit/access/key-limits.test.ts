import { isIPv4 } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressBits } from '@/server/metering/access/client'
import { type KeyLimits, limitsOf, readAddressRange, storedLimits } from '@/server/metering/access/key-limits'

describe('an address range', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    [' 192.0.2.7/32 ', '192.0.2.7'],
    ['192.0.2.7/24', '192.0.2.0/24'],
    ['198.51.100.200/25', '198.51.100.128/25'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:0DB8::1', '2001:db8::1'],
    ['2001:db8::1/128', '2001:db8::1'],
    ['2001:db8:ffff::/33', '2001:db8:8000::/33'],
    ['::/0', '::/0'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7/120', '192.0.2.0/24'],
    ['::ffff:0:0/95', '::fffe:0:0/95'],
  ])('%s is read as %s', (text, read) => {
    expect(readAddressRange(text)).toBe(read)
  })

  test.each([
    '',
    'localhost',
    '192.0.2',
    '192.0.2.256',
    '0300.0.2.1',
    '0x7f.1',
    '192.0.2.0/33',
    '192.0.2.0/',
    '192.0.2.0/-1',
    '192.0.2.0/255.255.255.0',
    '192.0.2.0/24/24',
    '2001:db8::/129',
    '2001:db8:::',
    'fe80::1%eth0',
    '192.0.2.1 192.0.2.2',
    '192.0.2.1-192.0.2.9',
    '10.0.0.*',
  ])('%j is rejected', (text) => {
    expect(readAddressRange(text)).toBeNull()
  })

  test('contains every address that shares its first bits, and no others', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.ipV4(), fc.integer({ min: 0, max: 32 }), (within, address, length) => {
        const { ranges } = storedLimits({ addresses: [`${within}/${length}`] })
        const number = (text: string) => text.split('.').reduce((all, part) => all * 256 + Number(part), 0)
        const network = (text: string) => Math.floor(number(text) / 2 ** (32 - length))
        const holds = addressBits({ address }).startsWith(ranges?.[0] ?? 'none')
        return isIPv4(address) && holds === (network(within) === network(address))
      }),
    )
  })
})

test('limits are stored with the bits of their address ranges, and limits that were not set are read as null', () => {
  const limits = { operations: ['convert' as const], monthlyLimit: 5, burstLimit: null, addresses: ['128.0.0.0/1'] }
  expect(storedLimits(limits)).toEqual({ ...limits, ranges: ['41'] })
  expect(storedLimits({ addresses: null })).toEqual({ addresses: null, ranges: null })
  expect(storedLimits({ monthlyLimit: null })).toEqual({ monthlyLimit: null })
  expect(limitsOf({ operations: ['usage'] })).toEqual({
    operations: ['usage'],
    monthlyLimit: null,
    dailyLimit: null,
    burstLimit: null,
    client: null,
    addresses: null,
  })
})

test.each<[string, Partial<KeyLimits>, string]>([
  ['an address that cannot be read', { addresses: ['192.0.2.1', '192.0.2.0/33'] }, '/addresses'],
  ['an empty list of addresses', { addresses: [] }, '/addresses'],
  ['an empty list of operations', { operations: [] }, '/operations'],
  ['a negative limit', { monthlyLimit: -1 }, '/monthlyLimit'],
  ['a daily limit of 0', { dailyLimit: 0 }, '/dailyLimit'],
  ['a limit that is no number', { burstLimit: Number.NaN }, '/burstLimit'],
])('%s is rejected before it is stored', (_, limits, pointer) => {
  const refusal = expect.objectContaining({ code: 'invalid_request', errors: [expect.objectContaining({ pointer })] })
  expect(() => storedLimits(limits)).toThrow(refusal)
})
