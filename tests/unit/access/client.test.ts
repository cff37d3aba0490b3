import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressBits, networkOf, shortestAddress } from '@/server/metering/access/client'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5::', '2001:db8:1:2::/64'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:0201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ['0000:0000:0000:0000:0000:ffff:c000:201', '192.0.2.1'],
  ['::ffff:c000:201%eth0', '192.0.2.1'],
  ['local', 'local'],
])('a visitor at %s is counted as %s', (address, key) => {
  expect(networkOf({ address })).toBe(key)
})

test('an IPv4 address is the same visitor in every IPv6 spelling', () => {
  const byte = fc.integer({ min: 0, max: 255 })
  const zero = fc.constantFrom('0', '00', '000', '0000')
  const spelling = fc.tuple(fc.array(zero, { minLength: 5, maxLength: 5 }), fc.boolean(), fc.boolean(), fc.boolean())
  fc.assert(
    fc.property(fc.tuple(byte, byte, byte, byte), spelling, (bytes, [zeros, short, dotted, upper]) => {
      const plain = bytes.join('.')
      const hex = bytes.map((value) => value.toString(16).padStart(2, '0')).join('')
      const tail = dotted ? plain : `${hex.slice(0, 4)}:${hex.slice(4)}`
      const long = `${short ? ':' : zeros.join(':')}:ffff:${tail}`
      const written = upper ? long.toUpperCase() : long
      expect([networkOf({ address: written }), shortestAddress(written)]).toEqual([plain, plain])
    }),
  )
})

test('every IPv6 address is in the same network as its shortest form', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const shortest = shortestAddress(address)
      expect(shortest).not.toBeNull()
      expect(networkOf({ address })).toBe(networkOf({ address: shortest ?? '' }))
    }),
  )
})

test.each([
  ['192.0.2.1', `4${'11000000'}${'00000000'}${'00000010'}${'00000001'}`],
  ['::ffff:192.0.2.1', `4${'11000000'}${'00000000'}${'00000010'}${'00000001'}`],
  ['::1', `6${'0'.repeat(127)}1`],
  ['8000::%eth0', `61${'0'.repeat(127)}`],
  ['local', ''],
])('%s is converted to bits for range checks', (address, bits) => {
  expect(addressBits({ address })).toBe(bits)
})
