import { Redis } from 'ioredis'
import { beforeEach, describe, expect, test } from 'vitest'
import { batched } from '@/server/store/batch'
import { counts as step } from '@/server/store/schema/5-counts'
import type { Stored } from '@/server/store/schema/step'
import { startTransports } from './transports'

const { stores, urlsOf } = await startTransports()

/** The counts as release 0.1.0 left them: see `tests/deploy/stores/0.1.0.json`. */
const account = `{${'A'.repeat(16)}}`
const other = `{${'B'.repeat(16)}}`
const month = '2026-11'
const carriedOver = {
  used: '8',
  '22:convert:ok': '7',
  '22:resolve:ok': '1',
  '21:resolve:failed': '2',
  'key_1:used': '5',
  'key_2:used': '3',
}

describe.each(Object.entries(stores))('the upgrade step for call counts, in %s', (name, transport) => {
  const stored: Stored = {
    send: batched(transport, { count: 0 }, 5_000),
    scan: (pattern) => transport.scan(pattern),
  }
  const ask = async (...command: unknown[]) => {
    const reply = await stored.send(command)
    if ('error' in reply) throw new Error(reply.error)
    return reply.result
  }
  const run = async () => {
    let accounts = 0
    await step.run(stored, (count) => {
      accounts += count
    })
    return accounts
  }
  const countsOf = async (owner: string, of = month) => {
    const pairs = (await ask('HGETALL', `${owner}:counts:${of}`)) as string[]
    return Object.fromEntries(pairs.flatMap((field, at) => (at % 2 ? [] : [[field, pairs[at + 1]]])))
  }

  beforeEach(async () => {
    for (const url of urlsOf(name)) {
      const admin = new Redis(url)
      await admin.flushall()
      admin.disconnect()
    }
    const days = ['22:convert:ok', 7, '22:resolve:ok', 1, '21:resolve:failed', 2]
    await ask('SET', `${account}:usage:${month}`, 8)
    await ask('HSET', `${account}:calls:${month}`, ...days)
    await ask('HSET', `${account}:key-usage:${month}`, 'key_1', 5, 'key_2', 3)
    for (const key of ['usage', 'calls', 'key-usage']) await ask('EXPIRE', `${account}:${key}:${month}`, 34_559_992)
    await ask('SET', `${account}:usage:2026-10`, 1)
    await ask('HSET', `${account}:calls:2026-10`, '31:convert:ok', 1)
    // This account has only refused calls.
    await ask('HSET', `${other}:calls:${month}`, '03:search:rejected', 4)
  })

  test('moves the counts of three Redis keys into one with the same expiry, however often it is run', async () => {
    expect(await run()).toBe(2)
    await Promise.all([run(), run()])
    expect(await run()).toBe(0)
    expect(await countsOf(account)).toEqual(carriedOver)
    expect(await countsOf(account, '2026-10')).toEqual({ used: '1', '31:convert:ok': '1' })
    expect(await countsOf(other)).toEqual({ '03:search:rejected': '4' })
    const seconds = Number(await ask('TTL', `${account}:counts:${month}`))
    expect(seconds).toBeGreaterThan(34_000_000)
    expect(seconds).toBeLessThanOrEqual(34_559_992)
  })

  test('adds calls counted meanwhile in either layout, and keeps the old Redis keys for the previous release', async () => {
    await run()
    // A process of this release counts calls, and so does one of the previous release.
    await ask('HSET', `${account}:counts:${month}`, 'used', 10, '22:convert:ok', 9)
    await ask('INCR', `${account}:usage:${month}`)
    await ask('HINCRBY', `${account}:calls:${month}`, '22:convert:ok', 1)
    await run()
    expect(await countsOf(account)).toMatchObject({ used: '11', '22:convert:ok': '10' })
    expect(await ask('GET', `${account}:usage:${month}`)).toBe('9')
  })

  test('creates no counts for a month in which the account made no calls', async () => {
    for (const key of ['usage', 'calls', 'key-usage']) await ask('DEL', `${account}:${key}:${month}`)
    await run()
    expect(await countsOf(account)).toEqual({})
  })
})
