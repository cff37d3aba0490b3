import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { afterAll, expect, test } from 'vitest'
import { startQueue } from '@/server/entrances/http/start'
import type { Batch } from '@/server/features/batches/batch'
import { batchKeys, lastingKeys } from '@/server/features/batches/batch-store'
import { cancelBatch, deleteBatch } from '@/server/features/batches/change-batch'
import { createBatch, updatePart } from '@/server/features/batches/create-batch'
import { findBatch, listBatches } from '@/server/features/batches/find-batch'
import { repeatOf } from '@/server/features/batches/repeat-batch'
import { readStorage } from '@/server/features/batches/storage'
import { writeProfile } from '@/server/metering/access/profile'
import { stopQueue } from '@/server/platform/queue/queue'
import { store } from '@/server/platform/store/store'
import { withStore } from '../access/environment'
import { commandsOf } from '../support/command-stats'
import { newAccount } from '../support/new-account'
import { startRedisServer } from '../support/redis'
import { makeOf, order, placeIds, rowsOf, sentAs, until } from './orders'

const mebibyte = 1024 * 1024
const redis = await startRedisServer()
const admin = new Redis(redis.url)
withStore({
  REDIS_URL: redis.url,
  LOG_LEVEL: 'silent',
  PLANS: JSON.stringify([
    { id: 'small', name: 'Small', monthlyQuota: 1_000, monthlyPriceCents: 0, batchBytes: mebibyte },
    { id: 'large', name: 'Large', monthlyQuota: null, monthlyPriceCents: 900, batchBytes: 64 * mebibyte },
  ]),
})

afterAll(async () => {
  await stopQueue()
  admin.disconnect()
  await redis.stop()
})

/** Lines of 8,000 characters that cannot be compressed. */
const longLines = (count: number) =>
  Array.from({ length: count }, () => ({ url: 'cid:1', note: randomBytes(6_000).toString('base64') }))

/** Lines whose identifiers differ as much as those of real listings. */
const randomCids = (count: number) => Array.from({ length: count }, () => `0x${randomBytes(8).toString('hex')}`)

const refusal = (words: RegExp) => ({ code: 'limit_reached', message: expect.stringMatching(words) })

/** Returns how many bytes a batch takes up in the store. */
async function bytesOf(accountId: string, id: string): Promise<number> {
  const client = await store()
  const replies = await Promise.all(
    lastingKeys(accountId, id).map((key) => client.send(['MEMORY', 'USAGE', key, 'SAMPLES', '0'])),
  )
  return replies.reduce((sum, reply) => sum + Number('result' in reply ? (reply.result ?? 0) : 0), 0)
}

test('parts sent at the same time never store more than the plan allows, and leave no trace when rejected', async () => {
  const accountId = await newAccount()
  const batches = await Promise.all(
    Array.from({ length: 8 }, () => createBatch(accountId, { ...order, isStarted: false })),
  )
  const outcomes = await Promise.allSettled(
    batches.map(({ id }, index) => updatePart(accountId, id, 1, sentAs(longLines(60 + index)))),
  )
  const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  expect(refused.length).toBeGreaterThan(4)
  expect(refused.length).toBeLessThan(8)
  for (const { reason } of refused)
    expect(reason).toMatchObject(refusal(/Your plan can store at most 1 MiB in all batches/))
  const { bytes, lines, max } = await readStorage(accountId)
  expect(bytes).toBeLessThanOrEqual(max.bytes)
  const stored = await Promise.all(batches.map(({ id }) => findBatch(accountId, id)))
  expect(lines).toBe(stored.reduce((sum, batch) => sum + batch.rows, 0))
  const { redis } = await store()
  for (const { id, rows } of stored) expect((await redis.hlen(batchKeys(accountId, id).input)) > 0).toBe(rows > 0)
})

test('replacing a part frees the old part’s storage, and deleting a batch frees its storage', async () => {
  const accountId = await newAccount()
  const { id } = await createBatch(accountId, { ...order, isStarted: false })
  for (let times = 0; times < 4; times++) await updatePart(accountId, id, 1, sentAs(longLines(70 + times)))
  expect(await readStorage(accountId)).toMatchObject({ batches: 1, lines: 73 })
  await updatePart(accountId, id, 1, sentAs(longLines(1)))
  const { bytes } = await readStorage(accountId)
  expect(bytes).toBeLessThan(mebibyte / 20)
  await expect(makeOf(accountId, longLines(180))).rejects.toMatchObject(
    refusal(/can store at most 1 MiB.*Delete a batch/),
  )
  expect(await readStorage(accountId)).toMatchObject({ lines: 1, bytes })
  await deleteBatch(accountId, id)
  expect(await readStorage(accountId)).toMatchObject({ batches: 0, lines: 0, bytes: 0 })
})

test('a smaller plan keeps the stored batches but accepts no more; a larger plan accepts more', async () => {
  const accountId = await newAccount()
  await writeProfile(accountId, { plan: 'large' })
  const { id } = await createBatch(accountId, { ...order, isStarted: false })
  await updatePart(accountId, id, 1, sentAs(longLines(200)))
  await writeProfile(accountId, { plan: 'small' })
  await expect(updatePart(accountId, id, 2, sentAs(longLines(1)))).rejects.toMatchObject(refusal(/at most 1 MiB/))
  // Replacing the part with fewer lines makes room.
  expect(await updatePart(accountId, id, 1, sentAs(longLines(100)))).toMatchObject({ lines: 100 })
  await writeProfile(accountId, { plan: 'large' })
  expect(await updatePart(accountId, id, 2, sentAs(longLines(1)))).toMatchObject({ allLines: 101 })
})

test('adding a part that fits reads no other batch, even if little space is left', async () => {
  const accountId = await newAccount()
  for (let count = 0; count < 6; count++) await makeOf(accountId, longLines(15), { isStarted: false })
  const { id } = await createBatch(accountId, { ...order, isStarted: false })
  // Ten times the space left, before compression.
  const lines = Array.from({ length: 500 }, () => ({ url: 'cid:1', note: 'n'.repeat(5_000) }))
  const commands = await commandsOf(admin, () => updatePart(accountId, id, 1, sentAs(lines)))
  // The batch's record, the storage in use, and the profile.
  expect(commands.hgetall).toBe(3)
})

test('expired batches free their storage', async () => {
  const accountId = await newAccount()
  const { id } = await makeOf(accountId, longLines(80), { isStarted: false })
  const { redis } = await store()
  await redis.del(batchKeys(accountId, id).record)
  await makeOf(accountId, longLines(80), { isStarted: false })
  expect(await readStorage(accountId)).toMatchObject({ batches: 1, lines: 80 })
})

test('a batch and its repeat each count as at least the space that they take up in the store', async () => {
  const accountId = await newAccount()
  await writeProfile(accountId, { plan: 'large' })
  await startQueue()
  const kinds = [randomCids(5_000), longLines(50), randomCids(3_000).map((cid) => `Café ${cid}`)]
  const expectFits = async (make: () => Promise<Batch>) => {
    const { bytes: before } = await readStorage(accountId)
    const { id } = await make()
    const batch = await until(accountId, id, 'finished')
    const counted = (await readStorage(accountId)).bytes - before
    const taken = await bytesOf(accountId, id)
    expect(taken).toBeGreaterThan(counted / 10)
    expect(taken).toBeLessThan(counted)
    return batch
  }
  for (const lines of kinds) {
    const batch = await expectFits(() => makeOf(accountId, lines))
    await expectFits(() => createBatch(accountId, { ...repeatOf(batch, {}), key: '', idempotency: null }))
  }
}, 60_000)

test('a repeat takes no more space and lines than the plan has left, and leaves no trace if it is rejected', async () => {
  const accountId = await newAccount()
  await startQueue()
  const { id } = await makeOf(accountId, longLines(100))
  const batch = await until(accountId, id, 'finished')
  const before = await readStorage(accountId)
  await expect(createBatch(accountId, { ...repeatOf(batch, {}), key: '', idempotency: 'again' })).rejects.toMatchObject(
    refusal(/can store at most 1 MiB.*Delete a batch/),
  )
  expect(await readStorage(accountId)).toEqual(before)
  const { redis } = await store()
  const left = (await redis.keys(`{${accountId}}:batch:*`)).filter((key) => !key.includes(id))
  expect(left).toEqual([])
  await writeProfile(accountId, { plan: 'large' })
  const again = await createBatch(accountId, { ...repeatOf(batch, {}), key: '', idempotency: 'again' })
  expect(await until(accountId, again.id, 'finished')).toMatchObject({ rows: 100, previous: { batch: id } })
})

test('a repeat that fails while its rows are copied never runs with some of them, and the same request completes it', async () => {
  const accountId = await newAccount()
  await writeProfile(accountId, { plan: 'large' })
  await startQueue()
  const { id } = await makeOf(accountId, placeIds(30_000))
  const batch = await until(accountId, id, 'finished')
  const repeat = () => createBatch(accountId, { ...repeatOf(batch, {}), key: '', idempotency: 'again' })
  const interrupted = repeat().catch((error: unknown) => error)
  const { redis } = await store()
  let again = ''
  for (let copied = 0; copied === 0; ) {
    again = (await listBatches(accountId)).find((one) => one.id !== id)?.id ?? ''
    copied = again === '' ? 0 : await redis.hlen(batchKeys(accountId, again).input)
  }
  await admin.config('SET', 'maxmemory', '1')
  try {
    expect(await interrupted).toMatchObject({ code: 'store_unavailable' })
  } finally {
    await admin.config('SET', 'maxmemory', '0')
  }
  expect(await findBatch(accountId, again)).toMatchObject({ state: 'receiving', rows: 0, started: 0 })
  expect(await repeat()).toMatchObject({ id: again, rows: 30_000 })
  expect(await until(accountId, again, 'finished')).toMatchObject({ rows: 30_000, done: 30_000 })
}, 60_000)

test('long lines are stored in smaller chunks, and their results remain in line order', async () => {
  const accountId = await newAccount()
  await writeProfile(accountId, { plan: 'large' })
  await startQueue()
  const lines = [...longLines(100), ...placeIds(1_500), ...longLines(100)]
  const { id } = await makeOf(accountId, lines, { operation: 'auto' })
  const batch = await until(accountId, id, 'finished')
  expect(batch.done).toBe(1_700)
  const rows = await rowsOf(accountId, id)
  expect(rows.map(({ row }) => row)).toEqual(lines.map((_, index) => index + 1))
  const { redis } = await store()
  const sizes = Object.values((await redis.hgetall<Record<string, string>>(batchKeys(accountId, id).input)) ?? {})
  expect(sizes.length).toBeGreaterThan(7)
  expect(Math.max(...sizes.map((packed) => String(packed).length))).toBeLessThan(400_000)
})

test('an account can use 1,000 Idempotency-Keys in 24 hours, and requests without a key are still possible', async () => {
  const accountId = await newAccount()
  const make = async (idempotency: string | null) => {
    const { id } = await createBatch(accountId, { ...order, isStarted: false, idempotency })
    await cancelBatch(accountId, id)
    await deleteBatch(accountId, id)
  }
  for (let at = 0; at < 1_000; at += 50)
    await Promise.all(Array.from({ length: 50 }, (_, key) => make(`key ${at + key}`)))
  await expect(make('one more')).rejects.toMatchObject({
    code: 'too_many_requests',
    message: expect.stringMatching(/1,000 Idempotency-Keys in 24 hours/),
    retryAfterSeconds: expect.any(Number),
  })
  await make(null)
})
