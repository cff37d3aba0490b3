import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterResponse, finishWork, waitUntil } from '@/server/platform/runtime/after-answer'

beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  waitUntil.value = undefined
  await vi.runAllTimersAsync()
  vi.useRealTimers()
})

/** Work that ends on demand. */
function openWork() {
  let end = () => {}
  const work = new Promise<void>((resolve) => {
    end = resolve
  })
  return { work, end }
}

/** Returns whether a promise has settled. */
async function hasSettled(promise: Promise<unknown> | undefined): Promise<boolean> {
  const settled = vi.fn()
  promise?.then(settled, settled)
  await vi.advanceTimersByTimeAsync(0)
  return settled.mock.calls.length > 0
}

test('the host is asked to keep the process running until the work is done', async () => {
  const host = vi.fn<(work: Promise<unknown>) => void>()
  waitUntil.value = host
  const { work, end } = openWork()
  afterResponse(work)
  expect(host).toHaveBeenCalledOnce()
  const [asked] = host.mock.calls[0] ?? []
  expect(await hasSettled(asked)).toBe(false)
  end()
  expect(await hasSettled(asked)).toBe(true)
})

test('the host is asked to wait at most a minute for work that does not end', async () => {
  const host = vi.fn<(work: Promise<unknown>) => void>()
  waitUntil.value = host
  const { work, end } = openWork()
  afterResponse(work)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await hasSettled(host.mock.calls[0]?.[0])).toBe(true)
  end()
})

test('failing work breaks neither the call nor the host', async () => {
  const host = vi.fn<(work: Promise<unknown>) => void>()
  waitUntil.value = host
  afterResponse(Promise.reject(new Error('the store is away')))
  await expect(host.mock.calls[0]?.[0]).resolves.toBeUndefined()
})

test('a host that cannot wait does not fail the call, and the process still finishes the work', async () => {
  waitUntil.value = () => {
    throw new Error('called outside a request')
  }
  const { work, end } = openWork()
  afterResponse(work)
  const finished = finishWork()
  expect(await hasSettled(finished)).toBe(false)
  end()
  await finished
})

test('a process that ends waits a few seconds for unfinished work', async () => {
  const { work, end } = openWork()
  afterResponse(Promise.reject(new Error('this one has failed')))
  afterResponse(work)
  const finished = finishWork()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await hasSettled(finished)).toBe(false)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await hasSettled(finished)).toBe(true)
  end()
})

test('a process that ends also waits for work that other work started', async () => {
  const [first, second] = [openWork(), openWork()]
  afterResponse(first.work.then(() => afterResponse(second.work)))
  const finished = finishWork()
  first.end()
  await vi.advanceTimersByTimeAsync(100)
  expect(await hasSettled(finished)).toBe(false)
  second.end()
  await vi.advanceTimersByTimeAsync(100)
  expect(await hasSettled(finished)).toBe(true)
})
