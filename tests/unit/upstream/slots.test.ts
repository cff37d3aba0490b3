import { describe, expect, test, vi } from 'vitest'
import { createSlots } from '@/server/upstream/slots'

const patient = () => new AbortController().signal
const tick = () => new Promise((resolve) => setImmediate(resolve))

/** Works that run until they are ended, by the order in which they started. */
function manual() {
  const ends: Array<() => void> = []
  const work = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)))
  return { work, end: (index: number) => ends[index]?.() }
}

describe('slots', () => {
  test('run so many at once, and the others in the order of asking', async () => {
    const inSlot = createSlots(2, 10)
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

  test('refuse at once when the queue is full', async () => {
    const inSlot = createSlots(1, 1)
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

  test('a work that fails gives its slot back', async () => {
    const inSlot = createSlots(1, 0)
    await expect(inSlot(() => Promise.reject(new Error('failed')), patient())).rejects.toThrow('failed')
    expect(await inSlot(async () => 'next', patient())).toBe('next')
  })

  test('a caller who gives up makes room at once, and never runs', async () => {
    const inSlot = createSlots(1, 2)
    const { work, end } = manual()
    const running = inSlot(work, patient())
    const leaver = new AbortController()
    const left = vi.fn(async () => {})
    const leaves = Promise.allSettled([inSlot(left, leaver.signal), inSlot(left, leaver.signal)])
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
