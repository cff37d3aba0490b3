import { expect, test } from 'vitest'
import { inputText } from '@/components/batches/rows'

test('a line is shown as the part of it that was looked up', () => {
  expect(inputText('a link', null)).toBe('a link')
  expect(inputText({ shop: 'A', link: 'x' }, 'link')).toBe('x')
  expect(inputText({ name: 'Joe’s', address: '7 Carmine St', id: 7 }, null)).toBe('Joe’s, 7 Carmine St')
  expect(inputText({ cid: '1' }, null)).toBe('1')
  expect(inputText({ id: 7 }, null)).toBe('{"id":7}')
  expect(inputText('a broken row', 'link')).toBe('a broken row')
})
