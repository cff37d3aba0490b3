import { setTimeout as sleep } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '@/server/metering/access/key-store'
import { store } from '@/server/platform/store/store'
import { numberedListing } from '../simulator/listings'
import { sendLongBodies } from './bodies'
import { targetForTests } from './target'

const target = targetForTests({ google: { latencyMs: 0, settings: { UPSTREAM_CALLER_SHARE: '100' } } })
let key: string

beforeAll(async () => {
  key = await testKey('attacker')
  await target.warmUp()
})

async function testKey(name: string): Promise<string> {
  const { accountId } = await target.account(name, 'starter')
  return (await createKey(accountId ?? '', 'Test', null, { test: true })).key
}

const post = (path: string, body: string | Buffer<ArrayBuffer>, by = key, type = 'application/json') =>
  fetch(`${target.url}/api${path}`, { method: 'POST', headers: { 'x-api-key': by, 'content-type': type }, body })

const remove = (id: string, by = key) =>
  fetch(`${target.url}/api/batches/${id}`, { method: 'DELETE', headers: { 'x-api-key': by } })

/** Waits until a batch has ended, and returns the batch. */
async function ended(id: string, by = key) {
  for (;;) {
    const answer = await fetch(`${target.url}/api/batches/${id}`, { headers: { 'x-api-key': by } })
    const batch = await answer.json()
    if (['finished', 'failed'].includes(batch.state)) return batch
    await sleep(20)
  }
}

/**
 * Runs an attack while another account makes calls, and checks that neither that account nor memory use is affected.
 */
async function expectHarmless<Result>(attack: () => Promise<Result>): Promise<Result> {
  const { attacked, ratio, beforeMb, afterMb, result } = await target.attack(attack)
  expect(Object.keys(attacked.statuses)).toEqual(['200'])
  expect(ratio).toBeLessThan(3)
  expect(afterMb - beforeMb).toBeLessThan(100)
  return result
}

/**
 * Makes calls over this many connections for eight seconds, one after another on each. After a rejection, a connection
 * waits for a moment.
 * @returns the count of each status.
 */
async function keepSending(connections: number, send: (call: number) => Promise<number>): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  const until = performance.now() + 8_000
  let calls = 0
  async function connection() {
    while (performance.now() < until) {
      const status = await send(calls++)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 429) await sleep(200)
    }
  }
  await Promise.all(Array.from({ length: connections }, connection))
  return statuses
}

/** A parameter that inflates to thousands of zero bytes. */
const bomb = `&gs_ssp=${deflateSync(Buffer.alloc(4_000)).toString('base64url')}`

/** Returns a link with at most this many characters, filled with such parameters. */
const bombs = (characters: number) =>
  `https://www.google.com/maps?q=x${bomb.repeat(Math.floor(characters / bomb.length) - 1)}`

describe('links full of compressed parameters do not affect memory or other callers', () => {
  test.each([
    ['150 lines of 8,190 characters', 150, 8_190],
    ['1,900 lines of 2,040 characters', 1_900, 2_040],
  ])('as %s in consecutive batches, which all end', async (_, count, characters) => {
    const lines = Array.from({ length: count }, (_, line) => `${bombs(characters - 8)}&n=${line}`)
    const body = Buffer.from(JSON.stringify(lines))
    const statuses = await expectHarmless(() =>
      keepSending(2, async () => {
        const made = await post('/batches?details=none', body)
        const { id } = await made.json()
        if (!id) return made.status
        expect(await ended(id)).toMatchObject({ state: 'finished', line_counts: { total: count, waiting: 0 } })
        await remove(id)
        return made.status
      }),
    )
    expect(statuses.get(201)).toBeGreaterThan(0)
  })

  test('as resolve calls, and as batches of 100 calls', async () => {
    const link = bombs(2_040)
    const item = { operation: 'resolve', url: link, details: 'none' }
    const bodies = [
      ['/resolve', JSON.stringify({ url: link, details: 'none' })],
      ['/batch', JSON.stringify({ items: Array(100).fill(item) })],
    ] as const
    const statuses = await expectHarmless(() =>
      keepSending(4, async (index) => {
        const [path, body] = bodies[index % 2] ?? bodies[0]
        return (await post(path, body)).status
      }),
    )
    expect([...statuses.keys()].sort()).toEqual([200, 400, 429].filter((status) => statuses.has(status)))
  })
})

describe('hostile CSV is rejected without affecting other accounts', () => {
  test.each([
    ['a heading of 300,000 columns', `${Array(300_000).fill('a column').join()}\n1`],
    ['a heading of one quote after the other', `url,${'"'.repeat(3_000_000)}`],
    ['rows of commas', `url\n${','.repeat(3_000_000)}`],
    ['a million short rows of quotes', `url\n${'"1"\n'.repeat(900_000)}`],
  ])('%s', async (_, csv) => {
    const path = '/api/batches?column=x&start=later'
    const attack = { connections: 20, ms: 8_000, isWhole: true, path, body: Buffer.from(csv) }
    const statuses = await expectHarmless(() =>
      sendLongBodies(target, { ...attack, headersOf: () => [`x-api-key: ${key}`] }),
    )
    expect(statuses[400]).toBeGreaterThan(0)
    // 0: the connection was closed before the whole body was read, or time ran out.
    for (const status of Object.keys(statuses)) expect(['0', '400', '429']).toContain(status)
  })
})

test('an account that uploads as much as it can uses no more storage than its plan allows', async () => {
  const redis = await store()
  const usedBytes = async () => {
    const reply = await redis.send(['INFO', 'memory'])
    return Number(/used_memory:(\d+)/.exec('result' in reply ? String(reply.result) : '')?.[1])
  }
  const before = await usedBytes()
  const line = () => ({
    url: '1',
    note: Array.from({ length: 500 }, () => Math.random().toString(36).slice(2))
      .join('')
      .slice(0, 8_000),
  })
  const body = JSON.stringify(Array.from({ length: 500 }, line))
  const uploader = await testKey('uploader')
  const statuses: Record<number, number> = {}
  await expectHarmless(async () => {
    const uploads = Array.from({ length: 8 }, async () => {
      for (let sent = 0; sent < 12; ) {
        const { status } = await post('/batches?details=none&start=later', body, uploader)
        statuses[status] = (statuses[status] ?? 0) + 1
        if (status === 429) await sleep(500)
        else sent += 1
      }
    })
    await Promise.all(uploads)
  })
  console.log(JSON.stringify({ statuses, grownMb: ((await usedBytes()) - before) / 1024 / 1024 }))
  expect(statuses[400]).toBeGreaterThan(0)
  expect((await usedBytes()) - before).toBeLessThan(256 * 1024 * 1024)
}, 600_000)

test('while Google is slow, a batch of 100,000 lines at most doubles the time of batches of 10 and 1,000', async () => {
  const { google } = target.stage
  google.reset()
  google.script({ delayMs: 100, times: Number.POSITIVE_INFINITY })
  let from = 0
  const make = async (count: number, by: string) => {
    from += count
    const lines = Array.from({ length: count }, (_, index) => numberedListing(from + index).placeId)
    const { id } = await (await post('/batches?details=checked', JSON.stringify(lines), by)).json()
    return id as string
  }
  const names = ['short', 'medium', 'large']
  const keys = await Promise.all(
    names.map(async (name) => (await target.account(name, 'unlimited')).keys[0]?.key ?? ''),
  )
  const [short = '', medium = '', large = ''] = keys
  async function timeOf(count: number, by: string): Promise<number> {
    const startMs = performance.now()
    expect(await ended(await make(count, by), by)).toMatchObject({ state: 'finished', line_counts: { found: count } })
    return performance.now() - startMs
  }
  await timeOf(10, short)
  const alone = [await timeOf(10, short), await timeOf(1_000, medium)]
  const id = await make(100_000, large)
  const read = async () => (await fetch(`${target.url}/api/batches/${id}`, { headers: { 'x-api-key': large } })).json()
  await expect.poll(async () => (await read()).line_counts.found, { timeout: 60_000 }).toBeGreaterThan(1_500)
  const beside = await Promise.all([timeOf(10, short), timeOf(1_000, medium)])
  const ratios = beside.map((ms, index) => ms / (alone[index] ?? 0))
  console.log(JSON.stringify({ ratios, alone, beside }))
  await remove(id, large)
  for (const ratio of ratios) expect(ratio).toBeLessThan(2)
})

test('the server responds after a restart, and the hostile input is no longer stored', async () => {
  await target.restart()
  await target.warmUp()
  await expectHarmless(() => sleep(5_000))
  const { batches } = await (await fetch(`${target.url}/api/batches`, { headers: { 'x-api-key': key } })).json()
  expect(batches.filter(({ state }: { state: string }) => state === 'running' || state === 'queued')).toEqual([])
})
