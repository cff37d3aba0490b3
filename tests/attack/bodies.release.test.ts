import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { createKeyText, randomBase62 } from '@/server/metering/access/api-key'
import { createKey } from '@/server/metering/access/key-store'
import { placeIds } from '../batches/orders'
import { sendLongBodies } from './bodies'
import { targetForTests } from './target'

const target = targetForTests()
beforeAll(() => target.warmUp())

const network = (index: number) => `x-forwarded-for: 10.${index % 200}.0.1`

/** Sends long bodies over 300 connections and returns the effect on another caller and server memory. */
async function attacked(headersOf: (connection: number) => string[], isWhole: boolean) {
  const attack = { connections: 300, ms: 10_000, isWhole, headersOf }
  const { result, ...memory } = await target.watch(async () => {
    const probed = await target.probe(() => sendLongBodies(target, attack))
    // V8 collects the garbage that the bodies leave only when other calls need memory.
    await target.warmUp()
    return probed
  })
  const figures = { ...memory, ...result }
  console.log(JSON.stringify(figures))
  return figures
}

describe('300 connections with bodies of 4 MiB do not affect memory or other callers', () => {
  test.each([true, false])('if their keys are invented (whole: %s)', async (isWhole) => {
    const figures = await attacked(
      (index) => [`x-api-key: ${createKeyText(randomBase62(16))}`, network(index)],
      isWhole,
    )
    expect(figures.peakMb - figures.beforeMb).toBeLessThan(100)
    expect(figures.afterMb - figures.beforeMb).toBeLessThan(100)
    expect(figures.ratio).toBeLessThan(3)
  })

  test.each([true, false])('if they all use the same test key (whole: %s)', async (isWhole) => {
    const { accountId } = await target.account('uploader', 'starter')
    const { key } = await createKey(accountId ?? '', 'Test', null, { test: true })
    const figures = await attacked((index) => [`x-api-key: ${key}`, network(index)], isWhole)
    expect(figures.afterMb - figures.beforeMb).toBeLessThan(100)
    expect(figures.ratio).toBeLessThan(3)
  })

  test.each([true, false])('if their keys belong to 300 accounts (whole: %s)', async (isWhole) => {
    const accounts = await Promise.all(
      Array.from({ length: 300 }, (_, index) => target.account(`many${index}`, 'starter')),
    )
    const keys = accounts.map(({ keys: [first] }) => first?.key ?? '')
    const figures = await attacked((index) => [`x-api-key: ${keys[index % 300]}`, network(index)], isWhole)
    expect(figures.afterMb - figures.beforeMb).toBeLessThan(100)
    expect(figures.ratio).toBeLessThan(3)
  })
})

/** A body of 1,000 lines, by an account that is not part of the attack. Returns its status and duration. */
async function uploadLines(key: string): Promise<{ status: number; ms: number }> {
  const startedMs = performance.now()
  const answer = await fetch(`${target.url}/api/batches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key, 'x-forwarded-for': '192.0.2.77' },
    body: JSON.stringify({ lines: placeIds(1_000), details: 'none' }),
  })
  await answer.text()
  return { status: answer.status, ms: performance.now() - startedMs }
}

/** Sends bodies of 1,000 lines, one after the other, until an attack is over. */
async function uploadDuring(attack: Promise<unknown>) {
  const { keys } = await target.account('victim', 'growth')
  const uploads: Array<{ status: number; ms: number }> = []
  let isOver = false
  void attack.finally(() => {
    isOver = true
  })
  while (!isOver) {
    uploads.push(await uploadLines(keys[0]?.key ?? ''))
    // An account can have 100 batches.
    await sleep(300)
  }
  const statuses = [...new Set(uploads.map(({ status }) => status))]
  return { uploads: uploads.length, statuses, longestMs: Math.max(...uploads.map(({ ms }) => ms)) }
}

describe('other accounts’ uploads are answered within five seconds', () => {
  test('while sixteen connections of four free accounts announce 4 MiB each and send a few bytes', async () => {
    const accounts = await Promise.all([0, 1, 2, 3].map((index) => target.account(`idle${index}`, 'starter')))
    const figures = await target.attack(async () => {
      const attack = sendLongBodies(target, {
        connections: 16,
        ms: 15_000,
        isWhole: false,
        headersOf: (index) => [`x-api-key: ${accounts[index % 4]?.keys[0]?.key}`, network(index % 4)],
        sentBytes: 200,
      })
      return { ...(await uploadDuring(attack)), attack: await attack }
    })
    expect(figures.result.statuses).toEqual([201])
    expect(figures.result.longestMs).toBeLessThan(5_000)
    expect(figures.ratio).toBeLessThan(3)
  })

  test.each([2, 6])(
    'while %s connections add 10,000 listings to a watchlist whose plan has room for 100',
    async (connections) => {
      const { accountId } = await target.account(`watcher${connections}`, 'starter')
      const { key } = await createKey(accountId ?? '', 'Test', null, { test: true })
      const made = await fetch(`${target.url}/api/watchlists`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: '{"name":"Branches"}',
      })
      const { id } = (await made.json()) as { id: string }
      const link = 'https://www.google.com/maps/place/x/data=!4m6!3m5!1s0x132f61b6532013ad:0x28f1c82e90'
      const listings = Array.from(
        { length: 10_000 },
        (_, index) => `${link}${(100_000 + index).toString(16)}?${'x'.repeat(220)}`,
      )
      const figures = await target.attack(async () => {
        const attack = sendLongBodies(target, {
          connections,
          ms: 15_000,
          isWhole: true,
          method: 'POST',
          path: `/api/watchlists/${id}/listings`,
          body: Buffer.from(JSON.stringify({ listings })),
          headersOf: (index) => [`x-api-key: ${key}`, network(index)],
        })
        return { ...(await uploadDuring(attack)), attack: await attack }
      })
      expect(figures.result.statuses).toEqual([201])
      expect(figures.result.longestMs).toBeLessThan(5_000)
      expect(figures.ratio).toBeLessThan(3)
    },
  )

  test('while forty accounts send bodies of 4 MiB over 300 connections', async () => {
    const accounts = await Promise.all(
      Array.from({ length: 40 }, (_, index) => target.account(`long${index}`, 'starter')),
    )
    const figures = await target.attack(async () => {
      const attack = sendLongBodies(target, {
        connections: 300,
        ms: 20_000,
        isWhole: true,
        headersOf: (index) => [`x-api-key: ${accounts[index % 40]?.keys[0]?.key}`, network(index)],
      })
      return { ...(await uploadDuring(attack)), attack: await attack }
    })
    expect(figures.result.statuses).toEqual([201])
    expect(figures.result.longestMs).toBeLessThan(5_000)
    expect(figures.ratio).toBeLessThan(3)
  })
})
