import { afterEach, expect, test, vi } from 'vitest'
import { inBackground } from '@/server/accounts/background'

const requestContext = Symbol.for('@next/request-context')
const host = globalThis as { [requestContext]?: unknown }

afterEach(() => {
  delete host[requestContext]
  vi.restoreAllMocks()
})

test('a host that freezes after the response is asked to wait for a mail', async () => {
  const waitUntil = vi.fn()
  host[requestContext] = { get: () => ({ waitUntil }) }
  let sent = () => {}
  const work = new Promise<void>((resolve) => {
    sent = resolve
  })
  inBackground('a mail could not be sent', work)
  expect(waitUntil).toHaveBeenCalledOnce()
  sent()
  await expect(waitUntil.mock.calls[0]?.[0]).resolves.toBeUndefined()
})

test('a mail that fails is logged and breaks nothing', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  inBackground('a mail could not be sent', Promise.reject(new Error('550 no such user')))
  await vi.waitFor(() => expect(written).toHaveBeenCalledWith(expect.stringContaining('550 no such user')), {
    timeout: 10_000,
  })
})
