import { expect, test } from 'vitest'
import { faultsOf } from '@/components/keys/faults'

test('each field shows the first error that the server found there', () => {
  expect(
    faultsOf(
      [
        { pointer: '/name', detail: 'Give the key a name.' },
        { pointer: '/monthlyLimit', detail: 'A limit must be 1 or more.' },
        { pointer: '/monthlyLimit', detail: 'Another.' },
        { pointer: '/operations/2', detail: 'Choose one.' },
        { pointer: '/addresses', detail: 'At most 20.' },
      ],
      [],
    ),
  ).toEqual({
    name: 'Give the key a name.',
    monthlyLimit: 'A limit must be 1 or more.',
    operations: 'Choose one.',
    addresses: 'At most 20.',
  })
})

test('a fault that does not belong to a field is omitted', () => {
  expect(
    faultsOf(
      [
        { pointer: '', detail: 'No.' },
        { pointer: '/id', detail: 'No.' },
      ],
      [],
    ),
  ).toEqual({})
})

test('invalid addresses are listed by line, and lines with the same fault are grouped', () => {
  const wrong = (at: number) => ({ pointer: `/addresses/${at}`, detail: 'No address.' })
  expect(faultsOf([wrong(1)], [1, 3]).addresses).toBe('Line 3: No address.')
  expect(faultsOf([wrong(0), wrong(1), wrong(2), wrong(3)], [1, 3, 3, 5]).addresses).toBe(
    'Lines 1, 3, and 5: No address.',
  )
  expect(faultsOf([wrong(0), { pointer: '/addresses/1', detail: 'A string.' }], [1, 2]).addresses).toBe(
    'Line 1: No address. Line 2: A string.',
  )
})
