import { describe, expect, test, vi } from 'vitest'
import type { Lookup } from '@/server/places/upstream/lookup'
import { createSingleFlight } from '@/server/places/upstream/single-flight'
import { PinrefError } from '@/server/platform/problems/errors'
import { lookupOf } from '../../support/lookup'

const patient = (signal?: AbortSignal) => lookupOf({ ...(signal && { signal }) })

/** Work that ends on demand, and records whether it was aborted. */
function pending<T>() {
  const settle: { resolve: (value: T) => void; reject: (error: unknown) => void } = {
    resolve: () => {},
    reject: () => {},
  }
  const work = vi.fn(
    ({ signal }: Lookup) =>
      new Promise<T>((resolve, reject) => {
        Object.assign(settle, { resolve, reject })
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
  )
  return { work, settle, called: () => work.mock.calls[0]?.[0].signal }
}

describe('callers who request the same thing at the same time', () => {
  test('share one run and its result', async () => {
    const share = createSingleFlight()
    const { work, settle } = pending<string>()
    const all = Promise.all(Array.from({ length: 1_000 }, () => share('a', work, patient())))
    settle.resolve('answer')
    expect(new Set(await all)).toEqual(new Set(['answer']))
    expect(work).toHaveBeenCalledOnce()
  })

  test('share a failure, and the next caller starts a new run', async () => {
    const share = createSingleFlight()
    const { work, settle } = pending<string>()
    const both = Promise.allSettled([share('a', work, patient()), share('a', work, patient())])
    settle.reject(new Error('down'))
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await share('a', async () => 'up', patient())).toBe('up')
  })

  test('do not share the run with callers who make a request with another key or other options, or a later request', async () => {
    const share = createSingleFlight()
    const work = vi.fn(async () => 1)
    await Promise.all([
      share('a', work, patient()),
      share('b', work, patient()),
      share('a', work, lookupOf({ options: { details: 'none' } })),
    ])
    await share('a', work, patient())
    expect(work).toHaveBeenCalledTimes(4)
  })

  test('get a rejection if the work throws synchronously, and the next caller starts a new run', async () => {
    const share = createSingleFlight()
    const fails = () => {
      throw new Error('at once')
    }
    await expect(share('a', fails, patient())).rejects.toThrow('at once')
    expect(await share('a', async () => 2, patient())).toBe(2)
  })
})

describe('a caller who leaves', () => {
  test('is rejected with the reason, while the others get their result', async () => {
    const share = createSingleFlight()
    const { work, settle, called } = pending<string>()
    const leaver = new AbortController()
    const gone = share('a', work, patient(leaver.signal))
    const stays = share('a', work, patient())
    leaver.abort(new Error('left'))
    await expect(gone).rejects.toThrow('left')
    expect(called()?.aborted).toBe(false)
    settle.resolve('answer')
    expect(await stays).toBe('answer')
  })

  test('aborts the work with the reason if no other caller is waiting', async () => {
    const share = createSingleFlight()
    const { work, called } = pending<string>()
    const leavers = [new AbortController(), new AbortController()]
    const gone = Promise.allSettled(leavers.map(({ signal }) => share('a', work, patient(signal))))
    leavers[0]?.abort(new Error('first'))
    expect(called()?.aborted).toBe(false)
    leavers[1]?.abort(new Error('last'))
    expect(called()?.reason).toMatchObject({ message: 'last' })
    expect((await gone).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  test('does not make the next caller fail', async () => {
    const share = createSingleFlight()
    const { work } = pending<string>()
    const leaver = new AbortController()
    const gone = share('a', work, patient(leaver.signal))
    leaver.abort(new Error('left'))
    // Requested before the aborted work has ended.
    expect(await share('a', async () => 'fresh', patient())).toBe('fresh')
    await expect(gone).rejects.toThrow('left')
  })

  test('before making the request starts no work', async () => {
    const share = createSingleFlight()
    const work = vi.fn(async () => 1)
    await expect(share('a', work, patient(AbortSignal.abort(new Error('left'))))).rejects.toThrow('left')
    expect(work).not.toHaveBeenCalled()
  })
})

describe('a limit that only the first caller has reached', () => {
  const of = (caller: string) => lookupOf({ caller })

  test('does not fail the others: the next caller makes the request instead', async () => {
    const share = createSingleFlight()
    const callers: string[] = []
    const work = async ({ caller }: Lookup) => {
      callers.push(caller)
      await new Promise(setImmediate)
      if (caller === 'greedy') throw new PinrefError('too_many_requests', 'Enough.')
      return 'answer'
    }
    const all = await Promise.allSettled(['greedy', 'a', 'b', 'greedy'].map((caller) => share('x', work, of(caller))))
    expect(all.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.code))).toEqual([
      'too_many_requests',
      'answer',
      'answer',
      'too_many_requests',
    ])
    expect(callers).toEqual(['greedy', 'a'])
  })
})
