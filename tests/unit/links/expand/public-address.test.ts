import { describe, expect, test } from 'vitest'
import { isPublicAddress } from '@/server/places/links/expand/pinned-agent'

const open = ['142.250.184.206', '8.8.8.8', '1.1.1.1', '2a00:1450:4001:813::200e', '2607:f8b0:4004:c07::64']

/** Any of these would let an attacker's DNS name reach the operator's own network. */
const closed = {
  'this host': ['0.0.0.0', '0.1.2.3', '127.0.0.1', '127.255.255.254', '::', '::1'],
  'private networks': ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1', 'fec0::1'],
  'the link, with the metadata service of clouds': ['169.254.169.254', 'fe80::1', 'fe80::1%eth0'],
  'carrier networks, tests, reserved': [
    '100.64.0.1',
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '203.0.113.9',
    '240.0.0.1',
  ],
  'broadcast and multicast': ['255.255.255.255', '224.0.0.1', '239.1.2.3', 'ff02::1'],
  'IPv4 inside IPv6': [
    '::ffff:10.0.0.1',
    '::ffff:a00:1',
    '::ffff:127.0.0.1',
    '::10.0.0.1',
    '::a00:1',
    '::ffff:0:a00:1',
    '64:ff9b::a00:1',
    '64:ff9b::7f00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::a00:1',
    '2002:a00:1::1',
    '2002:7f00:1::',
    '2001:0:a00:1::1',
  ],
  'the rest of IPv6': ['2001:db8::1', '100::1', '3fff::1', '5f00::1', '4000::1', '2001:10::1', '2001:20::1', '::2'],
}

describe('the check for public addresses', () => {
  test.each(open)('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  test('a public IPv4 address inside an IPv6 address is public', () => {
    expect(isPublicAddress('64:ff9b::8efa:b8ce')).toBe(true)
    expect(isPublicAddress('::ffff:142.250.184.206')).toBe(true)
  })

  for (const [what, addresses] of Object.entries(closed)) {
    test.each(addresses)(`${what}: %s is not public`, (address) => {
      expect(isPublicAddress(address)).toBe(false)
    })
  }

  test.each(['', 'localhost', '10.1', '2130706433', '0x7f.1', '0177.0.0.1', '8.8.8.8:443', '[::1]', '8.8.8.8 '])(
    '%j is not a plain IP address, so it is not public',
    (text) => {
      expect(isPublicAddress(text)).toBe(false)
    },
  )
})
