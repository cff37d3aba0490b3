import { describe, expect, test, vi } from 'vitest'
import { createSlots } from '@/server/places/upstream/slots'
import { lookupOf } from '../../support/lookup'

const patient = () => lookupOf()
/** Makes slots, all of which one caller may use. */
const slots = (concurrency: number, queue: number) => createSlots({ concurrency, queue, perCaller: concurrency })
const tick = () => new Promise((resolve) => setImmediate(resolve))

/** Work that runs until `end` is called with its start index. */
function manual() {
  const ends: Array<() => void> = []
  const work = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)))
  return { work, end: (index: number) => ends[index]?.() }
}

describe('slots', () => {
  test('run a fixed number of tasks at a time, and the others in order of arrival', async () => {
    const inSlot = slots(2, 10)
    const { work, end } = manual()
    const started: number[] = []
    const all = Array.from({ length: 4 }, (_, n) =>
      inSlot(() => {
        started.push(n)
        return work()
      }, patient()),
    )
    await tick()
    expect(started).toEqual([0, 1])
    end(1)
    await tick()
    expect(started).toEqual([0, 1, 2])
    end(0)
    await tick()
    end(2)
    end(3)
    await Promise.all(all)
    expect(started).toEqual([0, 1, 2, 3])
  })

  test('reject work immediately when the queue is full', async () => {
    const inSlot = slots(1, 1)
    const { work, end } = manual()
    const first = inSlot(work, patient())
    const second = inSlot(work, patient())
    await expect(inSlot(work, patient())).rejects.toMatchObject({ code: 'upstream_unavailable', kind: 'busy' })
    await tick()
    end(0)
    await tick()
    end(1)
    await Promise.all([first, second])
    expect(work).toHaveBeenCalledTimes(2)
  })

  test('are freed after work that fails', async () => {
    const inSlot = slots(1, 0)
    await expect(inSlot(() => Promise.reject(new Error('failed')), patient())).rejects.toThrow('failed')
    expect(await inSlot(async () => 'next', patient())).toBe('next')
  })

  test('a caller who gives up frees its place in the queue immediately, and its work never runs', async () => {
    const inSlot = slots(1, 2)
    const { work, end } = manual()
    const running = inSlot(work, patient())
    const leaver = new AbortController()
    const left = vi.fn(async () => {})
    const leaves = Promise.allSettled([
      inSlot(left, lookupOf({ signal: leaver.signal })),
      inSlot(left, lookupOf({ signal: leaver.signal })),
    ])
    leaver.abort(new Error('left'))
    const waits = inSlot(async () => 'ran', patient())
    expect((await leaves).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await tick()
    end(0)
    expect(await waits).toBe('ran')
    await running
    expect(left).not.toHaveBeenCalled()
  })
})

describe('slots shared by several callers', () => {
  const by = (caller: string) => lookupOf({ caller })

  /** Makes slots whose work runs until `end` is called; `running` lists the callers in the order they started. */
  function laidOpen(concurrency: number, queue: number, perCaller: number) {
    const inSlot = createSlots({ concurrency, queue, perCaller })
    const running: Array<{ caller: string; end: () => void }> = []
    const refused: string[] = []
    return {
      refused,
      running: () => running.map(({ caller }) => caller),
      ask(caller: string) {
        const work = () => new Promise<void>((resolve) => running.push({ caller, end: resolve }))
        inSlot(work, by(caller)).catch((error: { kind: string }) => refused.push(`${caller} ${error.kind}`))
      },
      async end(caller: string) {
        const at = running.findIndex((one) => one.caller === caller)
        running.splice(at, 1)[0]?.end()
        await tick()
      },
    }
  }

  test('a caller never has more than its share, even if other slots are free', async () => {
    const { ask, running, end } = laidOpen(4, 10, 2)
    for (let times = 0; times < 4; times++) ask('greedy')
    await tick()
    expect(running()).toEqual(['greedy', 'greedy'])
    ask('other')
    await tick()
    expect(running()).toEqual(['greedy', 'greedy', 'other'])
    await end('greedy')
    expect(running()).toEqual(['greedy', 'other', 'greedy'])
  })

  test('a free slot goes to the caller with the fewest slots, or in a tie, to the caller who has waited longest', async () => {
    const { ask, running, end } = laidOpen(3, 10, 3)
    for (const caller of ['a', 'a', 'a', 'a', 'a', 'b', 'c', 'b']) ask(caller)
    await tick()
    expect(running()).toEqual(['a', 'a', 'a'])
    await end('a')
    expect(running()).toEqual(['a', 'a', 'b'])
    await end('a')
    expect(running()).toEqual(['a', 'b', 'c'])
    await end('b')
    expect(running()).toEqual(['a', 'c', 'b'])
    await end('c')
    expect(running()).toEqual(['a', 'b', 'a'])
  })

  test('in a full queue, a caller with less waiting work displaces the newest work of the caller with the most', async () => {
    const { ask, running, refused, end } = laidOpen(1, 4, 1)
    for (const caller of ['greedy', 'greedy', 'greedy', 'greedy', 'greedy']) ask(caller)
    await tick()
    ask('other')
    await tick()
    expect(refused).toEqual(['greedy busy'])
    ask('greedy')
    await tick()
    expect(refused).toEqual(['greedy busy', 'greedy busy'])
    ask('other')
    await tick()
    ask('other')
    await tick()
    // Each caller has two tasks waiting, so neither has to make room.
    expect(refused).toEqual(['greedy busy', 'greedy busy', 'greedy busy', 'other busy'])
    await end('greedy')
    expect(running()).toEqual(['greedy'])
  })
})

describe('background work', () => {
  const behind = () => ({ ...lookupOf({ caller: `batch ${Math.random()}` }), inBackground: true })

  test('uses at most half of the slots, even for different callers', async () => {
    const inSlot = slots(4, 10)
    const { work, end } = manual()
    const all = Array.from({ length: 4 }, () => inSlot(work, behind()))
    await tick()
    expect(work).toHaveBeenCalledTimes(2)
    for (let index = 0; index < 4; index++) {
      end(index)
      await tick()
    }
    await Promise.all(all)
  })

  test('runs after the work of callers who are waiting for a response', async () => {
    const inSlot = slots(2, 10)
    const { work, end } = manual()
    const started: string[] = []
    const start = (name: string, lookup = patient()) =>
      inSlot(() => {
        started.push(name)
        return work()
      }, lookup)
    const all = [start('a'), start('b'), start('batch', behind()), start('c'), start('d')]
    await tick()
    for (let index = 0; index < 5; index++) {
      end(index)
      await tick()
    }
    await Promise.all(all)
    expect(started).toEqual(['a', 'b', 'c', 'd', 'batch'])
  })

  test('runs for a less active account before a more active account, however much is waiting', async () => {
    const inSlot = slots(2, 20)
    const { work, end } = manual()
    const started: string[] = []
    const start = (caller: string) =>
      inSlot(
        () => {
          started.push(caller)
          return work()
        },
        { ...lookupOf({ caller }), inBackground: true },
      )
    const all = Array.from({ length: 8 }, () => start('large'))
    await tick()
    for (let index = 0; index < 10; index++) {
      if (index === 3) all.push(start('small'), start('small'))
      end(index)
      await tick()
    }
    await Promise.all(all)
    expect(started).toEqual([...Array(4).fill('large'), 'small', 'small', ...Array(4).fill('large')])
  })

  test('makes room in a full queue for another account’s work, but never for its own account’s', async () => {
    const inSlot = slots(2, 4)
    const { work, end } = manual()
    const refused: string[] = []
    const start = (caller: string) =>
      inSlot(work, { ...lookupOf({ caller }), inBackground: true }).catch(() => refused.push(caller))
    const all = Array.from({ length: 6 }, () => start('large'))
    await tick()
    expect(refused).toEqual(['large'])
    all.push(start('small'))
    await tick()
    expect(refused).toEqual(['large', 'large'])
    for (let index = 0; index < 5; index++) {
      end(index)
      await tick()
    }
    await Promise.all(all)
    expect(refused).toEqual(['large', 'large'])
  })
})
