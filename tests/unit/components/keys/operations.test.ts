import { expect, test } from 'vitest'
import { allOperations, operationWords } from '@/components/keys/operations'
import { keyOperations } from '@/server/access/key-limits'

test('every operation can be chosen for a key, and a choice is put into words', () => {
  expect(allOperations).toEqual(keyOperations)
  expect(operationWords(null)).toBe('All')
  expect(operationWords(['usage', 'resolve'])).toBe('Resolve, Usage')
})
