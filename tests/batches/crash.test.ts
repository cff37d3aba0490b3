import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { addPart } from '@/server/batches/add-part'
import { cancelBatch, startBatch } from '@/server/batches/change-batch'
import { findBatch } from '@/server/batches/find-batch'
import { makeBatch } from '@/server/batches/make-batch'
import { stopQueue } from '@/server/queue/queue'
import { withStore } from '../access/environment'
import { asShipped } from '../support/busy-machine'
import { newRichAccount } from '../support/new-account'
import { startRedisServer } from '../support/redis'
import { expectExact, makeOf, order, placeIds, rowsOf, sentAs, until, usedBy } from './orders'
import { startWorkerProcesses } from './worker-processes'

const redis = await startRedisServer()
withStore({ REDIS_URL: redis.url, ...asShipped })
const workers = await startWorkerProcesses(2)

afterAll(async () => {
  await workers.stop()
  await stopQueue()
  await redis.stop()
})

/** Waits until this many lines are done, or gives up after a while. */
async function untilDone(accountId: string, id: string, lines: number): Promise<void> {
  for (let turn = 0; turn < 200; turn++) {
    const batch = await findBatch(accountId, id).catch(() => null)
    if (batch && batch.done >= lines) return
    await sleep(20)
  }
}

test('every line is answered once and counted once while processes are killed and the store is killed and paused', async () => {
  const accountId = await newRichAccount()
  const lines = placeIds(24_000)
  const { id } = await makeOf(accountId, lines)
  for (const [turn, least] of [1_000, 4_000, 8_000, 12_000, 16_000, 20_000].entries()) {
    await untilDone(accountId, id, least)
    await workers.replace(turn % 2)
    if (turn === 1) {
      redis.process.kill('SIGKILL')
      await redis.restart()
    }
    if (turn === 3) {
      redis.process.kill('SIGSTOP')
      await sleep(1_500)
      redis.process.kill('SIGCONT')
    }
  }
  const batch = await until(accountId, id, 'finished')
  await expectExact(accountId, batch, lines)
  expect(await usedBy(accountId)).toEqual({ used: 24_000, 'resolve:ok': 24_000 })
}, 240_000)

const many = Number(process.env.CRASH_LINES ?? 0)

// CRASH_LINES=1000000 runs the largest batch. A process is killed every five seconds for as long as it runs.
test.runIf(many > 0)(
  'every line of a huge batch is answered and counted once despite a kill every five seconds',
  async () => {
    const accountId = await newRichAccount()
    const lines = placeIds(many)
    const { id } = await makeBatch(accountId, { ...order, isStarted: false })
    const part = 100_000
    for (let at = 0; at < many; at += part) {
      await addPart(accountId, id, 1 + at / part, sentAs(lines.slice(at, at + part)))
    }
    await startBatch(accountId, id, '')
    const finished = async () => (await findBatch(accountId, id).catch(() => null))?.state === 'finished'
    let kills = 0
    for (; !(await finished()); kills++) {
      await sleep(5_000)
      await workers.replace(kills % 2)
      if (kills % 5 === 2) {
        redis.process.kill('SIGKILL')
        await redis.restart()
      }
    }
    process.stdout.write(`${many} lines through ${kills} kills\n`)
    await expectExact(accountId, await findBatch(accountId, id), lines)
    expect(await usedBy(accountId)).toEqual({ used: many, 'resolve:ok': many })
  },
  7_200_000,
)

test('a batch that is cancelled while processes are killed keeps what it has found, and counts exactly that', async () => {
  const accountId = await newRichAccount()
  const { id } = await makeOf(accountId, placeIds(20_000))
  await untilDone(accountId, id, 1_000)
  await Promise.all([workers.replace(0), workers.replace(1)])
  await cancelBatch(accountId, id)
  const { found, done } = await findBatch(accountId, id)
  expect(done).toBe(found)
  expect(await usedBy(accountId)).toMatchObject({ used: found })
  const rows = await rowsOf(accountId, id)
  expect(rows.filter(({ status }) => status === 'found')).toHaveLength(found)
  // Nothing that was in flight arrives afterwards.
  await sleep(1_000)
  expect((await findBatch(accountId, id)).found).toBe(found)
  expect(await usedBy(accountId)).toMatchObject({ used: found })
})
