import { expect, test } from 'vitest'
import { addressLines } from '@/components/keys/address-lines'

test('addresses are read with their line numbers, and empty lines are counted but skipped', () => {
  expect(addressLines('192.0.2.7\n\n  2001:db8::/32 \r\n')).toEqual([
    { address: '192.0.2.7', line: 1 },
    { address: '2001:db8::/32', line: 3 },
  ])
  expect(addressLines(' \n')).toEqual([])
})

test('several addresses on one line are read, too', () => {
  expect(addressLines('192.0.2.7, 192.0.2.8;192.0.2.9\n10.0.0.1 10.0.0.2').map(({ line }) => line)).toEqual([
    1, 1, 1, 2, 2,
  ])
})
