import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { batchKeys } from '@/server/features/batches/batch-store'
import { waitForBatch } from '@/server/features/batches/find-batch'
import { filesAtOnce, waitsAtOnce } from '@/server/features/batches/limits'
import { writeResults } from '@/server/features/batches/write-results'
import { askStore } from '@/server/platform/store/untyped'
import { withStore } from '../access/environment'
import { newAccount } from '../support/new-account'
import { startRedisServer } from '../support/redis'
import { makeOf } from './orders'

const redis = await startRedisServer()
withStore({ REDIS_URL: redis.url })
afterAll(() => redis.stop())

const refused = { code: 'too_many_requests', retryAfterSeconds: 5 }

interface Owner {
  accountId: string
  id: string
}

/** Makes an account with a batch in this state, which no process works on. */
async function accountWith(state: 'running' | 'paused'): Promise<Owner> {
  const accountId = await newAccount()
  const { id } = await makeOf(accountId, [], { sent: null, isStarted: false })
  await askStore('HSET', batchKeys(accountId, id).record, 'state', state)
  return { accountId, id }
}

test('accounts that take all waits of a process lose their oldest ones to accounts without one', async () => {
  const leaving: AbortController[] = []
  const ended: string[] = []
  async function wait(name: string, { accountId, id }: Owner): Promise<void> {
    const left = new AbortController()
    leaving.push(left)
    const { state } = await waitForBatch(accountId, id, 600_000, left.signal)
    ended.push(`${name} ${state}`)
  }
  const crowd = await Promise.all(
    Array.from({ length: waitsAtOnce.all / waitsAtOnce.each }, () => accountWith('running')),
  )
  const waits = crowd.flatMap((owner, at) =>
    Array.from({ length: waitsAtOnce.each }, (_, turn) => wait(`${at}-${turn}`, owner)),
  )
  for (const owner of crowd) await expect(wait('one too many', owner)).rejects.toMatchObject(refused)
  for (const count of [1, 2]) {
    waits.push(wait('newcomer', await accountWith('running')))
    await expect.poll(() => ended.length).toBe(count)
  }
  expect(ended).toEqual(['0-0 running', '1-0 running'])
  for (const left of leaving) left.abort()
  const results = await Promise.allSettled(waits)
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(waitsAtOnce.all)
})

test('an account with several files in progress loses the oldest one to an account without one', async () => {
  const filter = { status: null, code: null, text: null }
  const start = ({ accountId, id }: Owner) =>
    writeResults(
      accountId,
      id,
      { format: 'csv', isForSpreadsheet: false, after: 0, filter },
      new AbortController().signal,
    )
  const crowd = await Promise.all(
    Array.from({ length: filesAtOnce.all / filesAtOnce.each }, () => accountWith('paused')),
  )
  const files = []
  for (const owner of crowd) for (let turn = 0; turn < filesAtOnce.each; turn++) files.push(await start(owner))
  for (const owner of crowd) await expect(start(owner)).rejects.toMatchObject(refused)
  files.push(await start(await accountWith('paused')))
  const [lost, ...others] = files
  await expect(text(lost as NonNullable<typeof lost>)).rejects.toMatchObject({ name: 'AbortError', cause: refused })
  for (const file of others) expect(await text(file)).toContain('feature_id')
})
