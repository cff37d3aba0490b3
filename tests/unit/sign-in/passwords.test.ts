import { afterEach, describe, expect, test, vi } from 'vitest'
import { PasswordQueue, passwordQueueLimits } from '@/server/sign-in/passwords'

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

  test('has places that only networks without a place can take, and a limit in total', async () => {
    const queue = new PasswordQueue()
    const { all, each, spare } = passwordQueueLimits
    const over = new AbortController()
    const take = (network: string) => void queue.take(network, over.signal).catch(() => {})
    for (const network of 'ab') for (let place = 0; place < (all - spare) / 2; place++) take(network)
    expect((all - spare) / 2).toBeLessThan(each)
    await expect(queue.take('a', connected)).rejects.toMatchObject(rejected)
    for (let network = 0; network < spare; network++) take(`network ${network}`)
    await expect(queue.take('another network', connected)).rejects.toMatchObject(rejected)
    over.abort()
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
    vi.advanceTimersByTime(passwordQueueLimits.waitMs - 1)
    const next = queue.take('b', connected)
    vi.advanceTimersByTime(1)
    await expect(late).rejects.toMatchObject(rejected)
    end()
    ;(await next)()
  })
})
