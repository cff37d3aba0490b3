import { expect, test, vi } from 'vitest'
import { PinrefError } from '@/server/errors'

class Special extends PinrefError {}

test('an error that another bundle has thrown is known here: a page can tell that the store is down', async () => {
  vi.resetModules()
  const other = await import('@/server/errors')
  expect(other.PinrefError).not.toBe(PinrefError)
  expect(new other.PinrefError('store_unavailable', 'x') instanceof PinrefError).toBe(true)
})

test('a kind of error is still told from the others', () => {
  const plain = new PinrefError('store_unavailable', 'x')
  expect(plain instanceof Special).toBe(false)
  expect(new Special('store_unavailable', 'x') instanceof Special).toBe(true)
  expect(new Special('store_unavailable', 'x') instanceof PinrefError).toBe(true)
  expect(new Error('x') instanceof PinrefError).toBe(false)
})
