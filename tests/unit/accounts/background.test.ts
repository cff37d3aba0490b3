import { afterEach, expect, test, vi } from 'vitest'
import { inBackground } from '@/server/accounts/background'
import { waitUntil } from '@/server/runtime/after-answer'

afterEach(() => {
  waitUntil.value = undefined
  vi.restoreAllMocks()
})

test('a host that freezes after the response is asked to wait for a mail', async () => {
  const host = vi.fn<(work: Promise<unknown>) => void>()
  waitUntil.value = host
  inBackground('a mail could not be sent', Promise.resolve())
  expect(host).toHaveBeenCalledOnce()
  await expect(host.mock.calls[0]?.[0]).resolves.toBeUndefined()
})

test('a mail that fails is logged and breaks nothing', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  inBackground('a mail could not be sent', Promise.reject(new Error('550 no such user')))
  await vi.waitFor(() => expect(written).toHaveBeenCalledWith(expect.stringContaining('550 no such user')), {
    timeout: 10_000,
  })
})
