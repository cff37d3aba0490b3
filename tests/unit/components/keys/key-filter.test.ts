import { expect, test } from 'vitest'
import { filterKeys } from '@/components/keys/key-filter'

const keys = [
  { name: 'Production', start: 'pr_live_AAAAaaaa1111' },
  { name: 'CI of the product', start: 'pr_test_AAAAaaaa2222' },
  { name: 'Straße', start: 'pr_live_AAAAaaaa3333' },
]
const found = (text: string) => filterKeys(keys, text).map(({ name }) => name)

test('keys are found by part of their name, in upper or lower case', () => {
  expect(found('PRODUCT')).toEqual(['Production', 'CI of the product'])
  expect(found(' straße ')).toEqual(['Straße'])
  expect(found('')).toHaveLength(3)
  expect(found('.*')).toEqual([])
})

test('keys are found by their start, with or without its ellipsis, and by the whole key', () => {
  expect(found('pr_test')).toEqual(['CI of the product'])
  expect(found('pr_live_AAAAaaaa1111…')).toEqual(['Production'])
  expect(found('pr_live_AAAAaaaa3333andTheSecretThatFollows')).toEqual(['Straße'])
})
