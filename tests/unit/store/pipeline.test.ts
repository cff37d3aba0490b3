import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { Redis } from '@upstash/redis'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { pipelined } from '@/server/platform/store/pipeline'
import { createRequester } from '@/server/platform/store/requester'
import type { Command, Reply } from '@/server/platform/store/transport'

function redisOver(answer: (commands: readonly Command[]) => Promise<Reply[]>) {
  const roundTrips = { count: 0 }
  const send = (commands: readonly Command[]) => {
    const replies = answer(commands)
    return commands.map(async (_, index) => (await replies)[index] as Reply)
  }
  const sendPipelined = pipelined({ send }, roundTrips, 1_000)
  return { redis: new Redis(createRequester(sendPipelined, false)), sendPipelined, roundTrips }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('commands to the store', () => {
  test('commands from one turn of the event loop share one round trip, and each gets its own reply', async () => {
    const { redis, sendPipelined, roundTrips } = redisOver(async (commands) =>
      commands.map(([, key]) => ({ result: key })),
    )
    const answers = await Promise.all([
      redis.get('a'),
      sendPipelined(['GET', 'b']),
      redis.pipeline().get('c').get('d').exec(),
    ])
    expect(answers).toEqual(['a', { result: 'b' }, ['c', 'd']])
    expect(roundTrips.count).toBe(1)
  })

  test('an error reply fails only its own command', async () => {
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
  ])('the reply “%s” fails the command with store_unavailable', async (error) => {
    const { redis } = redisOver(async (commands) => commands.map(() => ({ error })))
    await expect(redis.get('a')).rejects.toMatchObject({ code: 'store_unavailable' })
  })

  test('a lost connection fails the command with store_unavailable, without revealing the address', async () => {
    const { redis } = redisOver(async () => {
      throw new Error('connect ECONNREFUSED 10.1.2.3:6379')
    })
    const error = await redis.get('a').catch((thrown: Error) => thrown)
    expect(error).toMatchObject({ code: 'store_unavailable' })
    expect(String(error)).not.toContain('10.1.2.3')
  })

  test('a command without a reply within a second fails with store_unavailable', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout'] })
    const { redis } = redisOver(() => new Promise(() => {}))
    const answer = redis.get('a').catch((error: Error) => error)
    await new Promise(setImmediate)
    await vi.advanceTimersByTimeAsync(999)
    expect(await Promise.race([answer, Promise.resolve('waiting')])).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    await new Promise(setImmediate)
    expect(await answer).toMatchObject({ code: 'store_unavailable' })
  })
})

/** Makes a store whose replies the test releases one by one. */
function holdingStore() {
  const sent: Array<{ command: Command; resolve: (reply: Reply) => void; reject: (error: Error) => void }> = []
  const roundTrips = { count: 0 }
  const send = (commands: readonly Command[]) =>
    commands.map((command) => new Promise<Reply>((resolve, reject) => sent.push({ command, resolve, reject })))
  const ask = pipelined({ send }, roundTrips, 1_000)
  const names = () => sent.map(({ command }) => command[0])
  return { ask, sent, names }
}

const turn = () => new Promise(setImmediate)
const outcome = (pending: Promise<unknown>) => pending.catch((error: unknown) => error)
const unsent = { code: 'store_unavailable', mayHaveRun: false }
const uncertain = { code: 'store_unavailable', mayHaveRun: true }

describe('a store that hangs', () => {
  const wait = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    await turn()
  }

  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] }))

  test('is sent only an occasional PING after a reply is overdue, until it replies again', async () => {
    const { ask, sent, names } = holdingStore()
    const first = outcome(ask(['GET', 'a']))
    await turn()
    await wait(1_000)
    expect(await first).toMatchObject(uncertain)
    for (let index = 0; index < 1_000; index++) expect(await outcome(ask(['GET', 'b']))).toMatchObject(unsent)
    expect(names()).toEqual(['GET', 'PING'])
    await wait(60_000)
    expect(names()).toEqual(['GET', ...Array(8).fill('PING')])

    sent[1]?.resolve({ result: 'PONG' })
    await turn()
    const again = outcome(ask(['GET', 'c']))
    await turn()
    expect(names().at(-1)).toBe('GET')
    sent.at(-1)?.resolve({ result: 'c' })
    expect(await again).toEqual({ result: 'c' })
  })

  test('counts as back after any reply, even a late one', async () => {
    const { ask, sent, names } = holdingStore()
    const first = outcome(ask(['GET', 'a']))
    await turn()
    await wait(1_000)
    expect(await first).toMatchObject(uncertain)
    sent[0]?.resolve({ result: 'a' })
    await turn()
    void outcome(ask(['GET', 'b']))
    await turn()
    expect(names().at(-1)).toBe('GET')
    await wait(900)
    expect(names().filter((name) => name === 'PING')).toHaveLength(1)
  })

  test('remains in use if one reply is overdue while others arrive', async () => {
    const { ask, sent } = holdingStore()
    const slow = outcome(ask(['GET', 'slow']))
    await turn()
    const quick = outcome(ask(['GET', 'quick']))
    await turn()
    sent[1]?.resolve({ result: 'quick' })
    expect(await quick).toEqual({ result: 'quick' })
    await wait(1_000)
    expect(await slow).toMatchObject(uncertain)
    void outcome(ask(['GET', 'next']))
    await turn()
    expect(sent).toHaveLength(3)
  })

  test('is sent at most 10,000 commands at a time, and the rest fail', async () => {
    const { ask, sent } = holdingStore()
    const pending: Array<Promise<unknown>> = []
    for (let index = 0; index < 12_000; index++) {
      pending.push(outcome(ask(['GET', `${index}`])))
      if (index % 100 === 99) await turn()
    }
    expect(sent).toHaveLength(10_000)
    expect(await pending.at(-1)).toMatchObject(unsent)
  })

  test('may still reply 900 ms into a one-second timeout', async () => {
    const { ask, sent } = holdingStore()
    const answer = outcome(ask(['GET', 'a']))
    await turn()
    // A timer that fires late fires only once.
    for (let blocked = 0; blocked < 9; blocked++) await wait(100)
    sent[0]?.resolve({ result: 'a' })
    expect(await answer).toEqual({ result: 'a' })
  })
})

test('a reply that arrives while the event loop is blocked is read, even after the timeout', async () => {
  let answer: (reply: Reply) => void = () => {}
  const send = () => [new Promise<Reply>((resolve) => (answer = resolve))]
  const ask = pipelined({ send }, { count: 0 }, 1_000)
  const pending = ask(['GET', 'a'])
  await turn()
  // The reply is a packet on a real socket, which waits in the kernel.
  const server = createServer((socket) => {
    socket.end('x')
    const until = performance.now() + 1_500
    while (performance.now() < until);
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.once('data', () => answer({ result: 'a' }))
  expect(await pending).toEqual({ result: 'a' })
  socket.destroy()
  server.close()
})
