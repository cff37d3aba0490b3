import { afterEach, describe, expect, test, vi } from 'vitest'
import { waitUntil } from '@/server/platform/runtime/after-answer'
import { inBackground, recordFailures, throwStoreFailure } from '@/server/platform/store/store-failure'
import { StoreUnavailable } from '@/server/platform/store/unavailable'

afterEach(() => {
  waitUntil.value = undefined
  vi.restoreAllMocks()
})

const fails = recordFailures(async () => Promise.reject(new StoreUnavailable('is away', true)))

describe('work that hides a store failure', () => {
  test('still fails', async () => {
    const hidden = throwStoreFailure(() => fails(['GET', 'a']).then(String, () => 'no such user'))
    await expect(hidden).rejects.toMatchObject({ code: 'store_unavailable' })
  })

  test('succeeds if only its background work fails', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const work = throwStoreFailure(async () => {
      const left = new Promise<void>((resolve) => {
        inBackground('an index could not be written', () => fails(['ZADD', 'a']).finally(resolve))
      })
      await left
      return 'signed in'
    })
    await expect(work).resolves.toBe('signed in')
  })
})

test('a host that freezes after the response is asked to wait for an email', async () => {
  const host = vi.fn<(work: Promise<unknown>) => void>()
  waitUntil.value = host
  inBackground('an email could not be sent', () => Promise.resolve())
  expect(host).toHaveBeenCalledOnce()
  await expect(host.mock.calls[0]?.[0]).resolves.toBeUndefined()
})

test('an email that fails is logged and does not break anything', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  inBackground('an email could not be sent', () => Promise.reject(new Error('550 no such user')))
  await vi.waitFor(() => expect(written).toHaveBeenCalledWith(expect.stringContaining('550 no such user')), {
    timeout: 30_000,
  })
})
