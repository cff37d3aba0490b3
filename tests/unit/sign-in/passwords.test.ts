import { afterEach, describe, expect, test, vi } from 'vitest'
import { PasswordQueue, passwordQueueLimits, passwordWaitMs } from '@/server/features/sign-in/passwords'

afterEach(() => vi.useRealTimers())

const rejected = { code: 'too_many_requests', retryAfterSeconds: 5 }
const connected = new AbortController().signal

describe('a queue of passwords', () => {
  /** Takes turns for networks in order, ends each turn when it comes, and returns the networks in turn order. */
  async function orderOf(queue: PasswordQueue, networks: string): Promise<string> {
    let order = ''
    const turns = [...networks].map((network) =>
      queue.take(network, connected).then((end) => {
        order += network
        end()
      }),
    )
    await Promise.all(turns)
    return order
  }

  test('has one turn at a time, and networks alternate no matter how much each of them sends', async () => {
    const queue = new PasswordQueue()
    const end = await queue.take('x', connected)
    const order = orderOf(queue, 'aaaabcb')
    end()
    expect(await order).toBe('abcabaa')
  })

  test('has a limit per network', async () => {
    const queue = new PasswordQueue()
    const { each } = passwordQueueLimits
    const taken = Array.from({ length: each }, () => queue.take('a', connected))
    await expect(queue.take('a', connected)).rejects.toMatchObject(rejected)
    for (const end of taken) (await end)()
    ;(await queue.take('a', connected))()
  })

  test('has a limit in total, at which the network with the most loses a place to one with fewer', async () => {
    const queue = new PasswordQueue()
    const { all, each } = passwordQueueLimits
    const over = new AbortController()
    const end = await queue.take('x', over.signal)
    const largest = Array.from({ length: each }, () => queue.take('a', over.signal))
    const others = Array.from({ length: all - each - 1 }, (_, network) => queue.take(`${network}`, over.signal))
    const next = queue.take('y', connected)
    await expect(largest[0]).rejects.toMatchObject(rejected)
    end()
    ;(await largest[1])?.()
    for (const turn of others) (await turn)()
    ;(await next)()
    over.abort(new Error('over'))
    await Promise.allSettled(largest)
  })

  test('drops callers who disconnect while waiting, which frees their places', async () => {
    const queue = new PasswordQueue()
    const end = await queue.take('x', connected)
    const leaving = new AbortController()
    const waiting = Array.from({ length: passwordQueueLimits.all - 1 }, (_, index) =>
      queue.take(`${index}`, leaving.signal),
    )
    await expect(queue.take('y', connected)).rejects.toMatchObject(rejected)
    leaving.abort(new Error('left'))
    for (const turn of waiting) await expect(turn).rejects.toThrow('left')
    const next = queue.take('y', connected)
    end()
    ;(await next)()
  })

  test('rejects callers who have waited too long, and lets the next one in', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const queue = new PasswordQueue()
    const end = await queue.take('x', connected)
    const late = queue.take('a', connected)
    vi.advanceTimersByTime(passwordWaitMs - 1)
    const next = queue.take('b', connected)
    vi.advanceTimersByTime(1)
    await expect(late).rejects.toMatchObject(rejected)
    end()
    ;(await next)()
  })
})
