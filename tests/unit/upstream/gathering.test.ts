import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createGathering } from '@/server/places/upstream/gathering'
import type { Lookup } from '@/server/places/upstream/lookup'
import { PinrefError } from '@/server/platform/problems/errors'
import { lookupOf } from '../../support/lookup'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const options = { most: 3, waitMs: 10 }
const upperCase = vi.fn(async (texts: string[], _: Lookup) => texts.map((text) => text.toUpperCase()))
beforeEach(() => void upperCase.mockClear())

/** A call that ends on demand and fails if its signal aborts. */
function pending() {
  let end = (_: string[]) => {}
  const ask = vi.fn(
    (_: string[], { signal }: Lookup) =>
      new Promise<string[]>((resolve, reject) => {
        end = resolve
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
  )
  return { ask, end: (answers: string[]) => end(answers) }
}

describe('requests made at the same time', () => {
  test('are sent in one call, and each caller gets their own result', async () => {
    const gather = createGathering(upperCase, options)
    const first = gather('a', lookupOf())
    await vi.advanceTimersByTimeAsync(9)
    const second = gather('b', lookupOf())
    expect(upperCase).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await Promise.all([first, second])).toEqual(['A', 'B'])
    expect(upperCase.mock.calls.map(([texts]) => texts)).toEqual([['a', 'b']])
  })

  test('are sent immediately when a call is full; later requests go into the next call', async () => {
    const gather = createGathering(upperCase, options)
    const all = ['a', 'b', 'c', 'd'].map((text) => gather(text, lookupOf()))
    expect(upperCase.mock.calls.map(([texts]) => texts)).toEqual([['a', 'b', 'c']])
    await vi.advanceTimersByTimeAsync(10)
    expect(await Promise.all(all)).toEqual(['A', 'B', 'C', 'D'])
    expect(upperCase).toHaveBeenCalledTimes(2)
  })

  test('fail together, and the next request makes a new call', async () => {
    const down = new Error('down')
    const gather = createGathering(upperCase.mockRejectedValueOnce(down), options)
    const both = Promise.allSettled([gather('a', lookupOf()), gather('b', lookupOf())])
    await vi.advanceTimersByTimeAsync(10)
    expect(await both).toMatchObject([{ reason: down }, { reason: down }])
    const next = gather('a', lookupOf())
    await vi.advanceTimersByTimeAsync(10)
    expect(await next).toBe('A')
  })

  test('are charged to the first caller and recorded for all callers', async () => {
    const noteAsked = vi.fn()
    const gather = createGathering(async (texts: string[], lookup) => {
      expect(lookup.caller).toBe('first')
      lookup.noteAsked()
      return texts
    }, options)
    const all = ['first', 'second'].map((caller) => gather(caller, { ...lookupOf({ caller }), noteAsked }))
    await vi.advanceTimersByTimeAsync(10)
    await Promise.all(all)
    expect(noteAsked).toHaveBeenCalledTimes(2)
  })

  test('are sent again for the other callers if the first caller has used up their share', async () => {
    const used = new PinrefError('too_many_requests', 'used up')
    const callers: string[] = []
    const gather = createGathering(async (texts: string[], { caller }) => {
      callers.push(caller)
      if (caller === 'greedy') throw used
      return texts
    }, options)
    const all = Promise.allSettled(['greedy', 'second', 'greedy'].map((caller) => gather(caller, lookupOf({ caller }))))
    await vi.advanceTimersByTimeAsync(10)
    expect(await all).toMatchObject([{ reason: used }, { value: 'second' }, { reason: used }])
    expect(callers).toEqual(['greedy', 'second'])
  })
})

describe('a caller who leaves', () => {
  test('before the call is not part of it, and no call is made if no callers remain', async () => {
    const gather = createGathering(upperCase, options)
    const leaver = new AbortController()
    const leaves = Promise.allSettled([gather('a', lookupOf({ signal: leaver.signal }))])
    const stays = gather('b', lookupOf())
    leaver.abort(new Error('left'))
    expect(await leaves).toMatchObject([{ reason: { message: 'left' } }])
    await vi.advanceTimersByTimeAsync(10)
    expect(await stays).toBe('B')
    expect(upperCase.mock.calls.map(([texts]) => texts)).toEqual([['b']])
    const last = new AbortController()
    const alone = Promise.allSettled([gather('c', lookupOf({ signal: last.signal }))])
    last.abort()
    await alone
    await vi.advanceTimersByTimeAsync(100)
    expect(upperCase).toHaveBeenCalledOnce()
    await expect(gather('d', lookupOf({ signal: last.signal }))).rejects.toThrow()
  })

  test('during the call does not abort it, unless no callers remain', async () => {
    const { ask, end } = pending()
    const gather = createGathering(ask, options)
    const callers = [new AbortController(), new AbortController()]
    const both = Promise.allSettled(callers.map(({ signal }) => gather('a', lookupOf({ signal }))))
    await vi.advanceTimersByTimeAsync(10)
    const signal = ask.mock.calls[0]?.[1].signal
    callers[0]?.abort(new Error('left'))
    expect(signal?.aborted).toBe(false)
    end(['one', 'two'])
    expect(await both).toMatchObject([{ reason: { message: 'left' } }, { value: 'two' }])
    expect(getEventListeners(callers[1]?.signal as AbortSignal, 'abort')).toEqual([])

    const alone = new AbortController()
    const leaves = Promise.allSettled([gather('b', lookupOf({ signal: alone.signal }))])
    await vi.advanceTimersByTimeAsync(10)
    alone.abort(new Error('left'))
    expect(await leaves).toMatchObject([{ reason: { message: 'left' } }])
    expect(ask.mock.calls[1]?.[1].signal.aborted).toBe(true)
  })
})
