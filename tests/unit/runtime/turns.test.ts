import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Places, takePlace } from '@/server/platform/runtime/shared-places'
import { recordShortCall } from '@/server/platform/runtime/short-calls'
import { Turns } from '@/server/platform/runtime/turns'

const limits = { most: 2, each: 1, waiting: 2, waitMs: 1_000, rest: 3 }
const refused = { code: 'too_many_requests', retryAfterSeconds: 5 }

/**
 * Starts the work of a holder (its name is the first letter; tests that measure need holders of their own), records its name once it gets a turn, and
 * returns a function that ends it.
 */
function work(turns: Turns, order: string[], name: string, signal?: AbortSignal) {
  const end = turns.take(name.slice(0, 1), { signal, isPatient: signal !== undefined }).then((release) => {
    order.push(name)
    return release
  })
  end.catch(() => {})
  return end
}

describe('turns', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    recordShortCall(Number.NEGATIVE_INFINITY)
  })
  afterEach(() => vi.useRealTimers())

  test('go to other holders before the same holder gets a second turn', async () => {
    const turns = new Turns({ ...limits, most: 1 })
    const order: string[] = []
    const first = work(turns, order, 'a1')
    const others = ['a2', 'a3', 'b1'].map((name) => work(turns, order, name))
    ;(await first)()
    for (const index of [2, 0, 1]) (await others[index])?.()
    expect(order).toEqual(['a1', 'b1', 'a2', 'a3'])
  })

  test('are never all given to one holder', async () => {
    const turns = new Turns(limits)
    const order: string[] = []
    for (const name of ['a1', 'a2', 'b1', 'c1']) work(turns, order, name)
    await turn()
    expect(order).toEqual(['a1', 'b1'])
  })

  test('are rejected when a holder has too many waiting, but other holders’ turns are not', async () => {
    const turns = new Turns({ ...limits, most: 1 })
    const order: string[] = []
    const first = work(turns, order, 'a1')
    for (const name of ['a2', 'a3']) work(turns, order, name)
    await expect(work(turns, order, 'a4')).rejects.toMatchObject(refused)
    const other = work(turns, order, 'b1')
    ;(await first)()
    await other
    expect(order).toEqual(['a1', 'b1'])
  })

  test('are rejected if they take too long, and the next work gets its turn', async () => {
    const turns = new Turns({ ...limits, most: 1 })
    const order: string[] = []
    const first = work(turns, order, 'a1')
    const late = work(turns, order, 'a2')
    vi.advanceTimersByTime(limits.waitMs)
    await expect(late).rejects.toMatchObject(refused)
    const next = work(turns, order, 'a3')
    ;(await first)()
    await next
    expect(order).toEqual(['a1', 'a3'])
  })

  test('wait behind any number of others if they have a signal, and are given up when the signal aborts', async () => {
    const turns = new Turns({ ...limits, most: 1, waiting: 0 })
    const order: string[] = []
    const leaving = new AbortController()
    const first = work(turns, order, 'a1')
    const gone = work(turns, order, 'a2', leaving.signal)
    const patient = work(turns, order, 'a3', new AbortController().signal)
    vi.advanceTimersByTime(10 * limits.waitMs)
    leaving.abort(new Error('left'))
    await expect(gone).rejects.toThrow('left')
    ;(await first)()
    await patient
    expect(order).toEqual(['a1', 'a3'])
  })

  test('are followed by a rest of the holder alone, in proportion to its processor time, only if short calls arrive', async () => {
    const turns = new Turns({ ...limits, most: 1 })
    const order: string[] = []
    const first = work(turns, order, 'r1')
    const release = await first
    // The work holds the event loop for this long, and then waits, for example, for the store.
    vi.advanceTimersByTime(100)
    await turn()
    vi.advanceTimersByTime(5_000)
    recordShortCall(performance.now())
    const second = work(turns, order, 'r2')
    const other = work(turns, order, 's1')
    release()
    ;(await other)()
    vi.advanceTimersByTime(299)
    await turn()
    expect(order).toEqual(['r1', 's1'])
    vi.advanceTimersByTime(1)
    const end = await second
    // After this, the last short call is long past.
    vi.advanceTimersByTime(2_000)
    end()
    await work(turns, order, 'r3')
    expect(order).toEqual(['r1', 's1', 'r2', 'r3'])
  })

  test('go first to the holder whose latest turn used the least processor time', async () => {
    const turns = new Turns({ ...limits, most: 1, each: 1 })
    const order: string[] = []
    const heavy = await work(turns, order, 'h1')
    vi.advanceTimersByTime(100)
    await turn()
    const again = work(turns, order, 'h2')
    const last = work(turns, order, 'h3')
    heavy()
    const light = work(turns, order, 'l1')
    ;(await again)()
    ;(await light)()
    await last
    expect(order).toEqual(['h1', 'h2', 'l1', 'h3'])
  })

  test('are given up when the signal of a holder with limited patience aborts', async () => {
    const turns = new Turns({ ...limits, most: 1, waiting: 1 })
    const first = await turns.take('a')
    const leaving = new AbortController()
    const gone = turns.take('b', { signal: leaving.signal })
    await expect(turns.take('b', { signal: leaving.signal })).rejects.toMatchObject(refused)
    leaving.abort(new Error('left'))
    await expect(gone).rejects.toThrow('left')
    first()
  })
})

describe('places', () => {
  /** Returns a function that takes a place and records its name if it is lost to another holder. */
  function takers() {
    const places: { value: Places | undefined } = { value: undefined }
    const lost: string[] = []
    const take = (name: string, margin = 1) =>
      takePlace(places, name.slice(0, 1), { all: 4, each: 3, margin }, () => lost.push(name))
    return { take, lost }
  }

  test('are limited per holder, even while some are free, and can be released only once', () => {
    const { take, lost } = takers()
    const releases = ['a1', 'a2', 'a3'].map((name) => take(name))
    expect(() => take('a4')).toThrow(expect.objectContaining(refused))
    for (const release of [releases[0], releases[0]]) release?.()
    take('a5')
    expect(() => take('a6')).toThrow(expect.objectContaining(refused))
    expect(lost).toEqual([])
  })

  test('go from the holder with the most, oldest first, to holders with fewer', () => {
    const { take, lost } = takers()
    for (const name of ['b1', 'a1', 'a2', 'a3', 'c1', 'd1']) take(name)
    expect(lost).toEqual(['a1', 'a2'])
    // All holders have one place now, so only a holder without one gets another.
    expect(() => take('c2')).toThrow(expect.objectContaining(refused))
    take('e1')
    expect(lost).toEqual(['a1', 'a2', 'b1'])
  })

  test('are not lost if that leaves the holder with fewer than the margin allows', () => {
    const { take, lost } = takers()
    for (const name of ['a1', 'a2', 'b1', 'c1']) take(name)
    take('d1', 2)
    expect(() => take('e1', 2)).toThrow(expect.objectContaining(refused))
    expect(lost).toEqual(['a1'])
  })

  test('that were lost are not released again by the holder that lost them', () => {
    const { take, lost } = takers()
    const [release] = ['a1', 'a2', 'a3', 'b1'].map((name) => take(name))
    take('c1')
    release?.()
    take('d1')
    expect(lost).toEqual(['a1', 'a2'])
  })
})
