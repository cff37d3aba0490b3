import { expect, test, vi } from 'vitest'
import { PinrefError } from '@/server/platform/problems/errors'

class Special extends PinrefError {}

test('an error from another bundle is recognized as a PinrefError', async () => {
  vi.resetModules()
  const other = await import('@/server/platform/problems/errors')
  expect(other.PinrefError).not.toBe(PinrefError)
  expect(new other.PinrefError('store_unavailable', 'x') instanceof PinrefError).toBe(true)
})

test('instanceof still distinguishes PinrefError, its subclasses, and other errors', () => {
  const plain = new PinrefError('store_unavailable', 'x')
  expect(plain instanceof Special).toBe(false)
  expect(new Special('store_unavailable', 'x') instanceof Special).toBe(true)
  expect(new Special('store_unavailable', 'x') instanceof PinrefError).toBe(true)
  expect(new Error('x') instanceof PinrefError).toBe(false)
})
