import { Redis } from '@upstash/redis'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { batched } from '@/server/store/batch'
import { createRequester } from '@/server/store/requester'
import type { Command, Reply } from '@/server/store/transport'

function redisOver(send: (commands: readonly Command[]) => Promise<Reply[]>) {
  const roundTrips = { count: 0 }
  const sendInBatch = batched({ send, close: async () => {} }, roundTrips)
  return { redis: new Redis(createRequester(sendInBatch)), sendInBatch, roundTrips }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('commands to the store', () => {
  test('commands of one turn make one round trip, each with its own answer', async () => {
    const { redis, sendInBatch, roundTrips } = redisOver(async (commands) =>
      commands.map(([, key]) => ({ result: key })),
    )
    const answers = await Promise.all([
      redis.get('a'),
      sendInBatch(['GET', 'b']),
      redis.pipeline().get('c').get('d').exec(),
    ])
    expect(answers).toEqual(['a', { result: 'b' }, ['c', 'd']])
    expect(roundTrips.count).toBe(1)
  })

  test('an error reply fails its own command only', async () => {
    const { redis } = redisOver(async (commands) =>
      commands.map(([, key]) => (key === 'bad' ? { error: 'WRONGTYPE no' } : { result: key })),
    )
    const [bad, good] = await Promise.allSettled([redis.get('bad'), redis.get('good')])
    expect(bad).toMatchObject({
      status: 'rejected',
      reason: expect.objectContaining({ message: expect.stringContaining('WRONGTYPE') }),
    })
    expect(good).toMatchObject({ value: 'good' })
  })

  test.each([
    'OOM command not allowed',
    'READONLY You can not write',
    'LOADING Redis is loading',
    'CLUSTERDOWN Hash slot',
  ])('a Redis that cannot serve (%s) is store_unavailable', async (error) => {
    const { redis } = redisOver(async (commands) => commands.map(() => ({ error })))
    await expect(redis.get('a')).rejects.toMatchObject({ code: 'store_unavailable' })
  })

  test('a lost connection is store_unavailable, and says nothing of its address', async () => {
    const { redis } = redisOver(async () => {
      throw new Error('connect ECONNREFUSED 10.1.2.3:6379')
    })
    const error = await redis.get('a').catch((thrown: Error) => thrown)
    expect(error).toMatchObject({ code: 'store_unavailable' })
    expect(String(error)).not.toContain('10.1.2.3')
  })

  test('no answer within a second is store_unavailable', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { redis } = redisOver(() => new Promise(() => {}))
    const answer = redis.get('a').catch((error: Error) => error)
    await new Promise(setImmediate)
    await vi.advanceTimersByTimeAsync(999)
    expect(await Promise.race([answer, Promise.resolve('waiting')])).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    expect(await answer).toMatchObject({ code: 'store_unavailable' })
  })
})
