import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pipelined } from '@/server/platform/store/pipeline'
import type { Command, Reply } from '@/server/platform/store/transport'

/** Makes a store with several nodes, whose replies the test releases one by one. */
function holdingCluster() {
  const sent: Array<{ command: Command; resolve: (reply: Reply) => void; reject: (error: Error) => void }> = []
  /** The node of each key. A key without an entry is on a node with the key's name. */
  const placed = new Map<unknown, string>()
  const ask = pipelined(
    {
      send: (commands) =>
        commands.map((command) => new Promise<Reply>((resolve, reject) => sent.push({ command, resolve, reject }))),
      route: ([, key]) => ({ node: placed.get(key) ?? String(key), probe: ['EXISTS', key] }),
    },
    { count: 0 },
    1_000,
  )
  return { ask, sent, placed, names: () => sent.map(({ command }) => command.join(' ')) }
}

const turn = () => new Promise(setImmediate)
const wait = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms)
  await turn()
}
const outcome = (pending: Promise<unknown>) => pending.catch((error: unknown) => error)
const unsent = { code: 'store_unavailable', mayHaveRun: false }
const uncertain = { code: 'store_unavailable', mayHaveRun: true }

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('a node that hangs gets only probes until it replies, while other nodes remain in use', async () => {
  const { ask, sent, names } = holdingCluster()
  const hanging = outcome(ask(['GET', 'a']))
  await turn()
  for (let tenth = 0; tenth < 10; tenth++) {
    const other = ask(['GET', 'b'])
    await turn()
    sent.at(-1)?.resolve({ result: tenth })
    expect(await other).toEqual({ result: tenth })
    await wait(100)
  }
  expect(await hanging).toMatchObject(uncertain)
  expect(await outcome(ask(['GET', 'a']))).toMatchObject(unsent)
  expect(names().at(-1)).toBe('EXISTS a')

  sent.at(-1)?.resolve({ result: 0 })
  await turn()
  void outcome(ask(['GET', 'a']))
  await turn()
  expect(names().at(-1)).toBe('GET a')
})

test('a node that fails does not delay commands for other nodes', async () => {
  const { ask, sent, names } = holdingCluster()
  const failing = outcome(ask(['GET', 'a']))
  await turn()
  sent[0]?.reject(new Error('Connection is closed.'))
  expect(await failing).toMatchObject(uncertain)
  expect(await outcome(ask(['GET', 'a']))).toMatchObject(unsent)
  void outcome(ask(['GET', 'b']))
  await turn()
  expect(names()).toEqual(['GET a', 'EXISTS a', 'GET b'])
})

test('a command that fails after its key has moved does not count against the old node', async () => {
  const { ask, sent, placed, names } = holdingCluster()
  placed.set('key', 'old').set('other', 'old')
  const failing = outcome(ask(['GET', 'key']))
  await turn()
  placed.set('key', 'new')
  sent[0]?.reject(new Error('Connection is closed.'))
  expect(await failing).toMatchObject(uncertain)
  void outcome(ask(['GET', 'other']))
  await turn()
  expect(names()).toEqual(['GET key', 'GET other'])
})
