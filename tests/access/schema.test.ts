import { Redis } from 'ioredis'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createStoreClock } from '@/server/platform/store/clock'
import { pipelined } from '@/server/platform/store/pipeline'
import { createScriptRunner } from '@/server/platform/store/run-script'
import { schemaKey, upgrade } from '@/server/platform/store/upgrade'
import { type Step, type StoreAccess, sumInChunks } from '@/server/platform/store/upgrade-step'
import { startTransports } from './transports'

const { stores, urlsOf } = await startTransports()

/** Doubles each account's number once. */
const double = `
if redis.call('HSETNX', KEYS[1], 'doubled', '1') == 0 then return 0 end
redis.call('HSET', KEYS[1], 'number', 2 * redis.call('HGET', KEYS[1], 'number'))
return 1
`

/** Returns a step that doubles the numbers. @param breaksAfter the number of accounts after which it throws. */
const doubling = (breaksAfter = Number.POSITIVE_INFINITY): Step => ({
  version: 2,
  title: 'numbers are doubled',
  async run({ send, scan }, changed) {
    let left = breaksAfter
    for await (const keys of scan('{????????????????}:number')) {
      const work = async (key: string) => {
        left -= 1
        if (left < 0) throw new Error('the process was killed')
        const reply = await send(['EVAL', double, 1, key])
        return 'result' in reply ? Number(reply.result) : 0
      }
      changed(await sumInChunks(keys, work))
    }
  },
})

const accounts = Array.from({ length: 250 }, (_, number) => `{${String(number).padStart(16, 'a')}}:number`)

describe.each(Object.entries(stores))('upgrading %s', (name, transport) => {
  const send = pipelined(transport, { count: 0 }, 5_000)
  const stored: StoreAccess = {
    send,
    script: createScriptRunner(send, transport.locksKeys ?? false),
    clock: createStoreClock(5_000),
    scan: (pattern) => transport.scan(pattern),
  }
  const ask = async (...command: unknown[]) => {
    const reply = await stored.send(command)
    if ('error' in reply) throw new Error(reply.error)
    return reply.result
  }
  const numbers = async () => {
    const all = await Promise.all(accounts.map((key) => ask('HGET', key, 'number')))
    return all.map(Number)
  }
  const doubled = accounts.map((_, number) => 2 * number)

  beforeEach(async () => {
    const urls = urlsOf(name)
    for (const url of urls) {
      const admin = new Redis(url)
      await admin.flushall()
      admin.disconnect()
    }
    await Promise.all(accounts.map((key, number) => ask('HSET', key, 'number', number)))
  })

  test('changes every account once and is not repeated', async () => {
    await upgrade(stored, [doubling()])
    expect(await numbers()).toEqual(doubled)
    expect(Number(await ask('GET', schemaKey))).toBe(2)
    await upgrade(stored, [doubling(0)])
  })

  test('resumes at the next start if it was interrupted', async () => {
    await expect(upgrade(stored, [doubling(100)])).rejects.toThrow('the process was killed')
    expect(Number(await ask('GET', schemaKey))).toBe(1)
    await upgrade(stored, [doubling()])
    expect(await numbers()).toEqual(doubled)
  })

  test('changes every account once, even if two processes run it at the same time', async () => {
    await Promise.all([upgrade(stored, [doubling()]), upgrade(stored, [doubling()])])
    expect(await numbers()).toEqual(doubled)
  })

  test('logs how many accounts it has changed, or nothing if there was nothing to change', async () => {
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    await upgrade(stored, [doubling()])
    await ask('DEL', schemaKey)
    await upgrade(stored, [doubling()])
    const lines = written.mock.calls.map(([line]) => JSON.parse(String(line)).message)
    written.mockRestore()
    expect(lines).toEqual(['Upgrading the store to version 2 (numbers are doubled): done, accounts changed: 250'])
  })

  test('rejects data from a later release and changes nothing', async () => {
    await ask('SET', schemaKey, 3)
    await expect(upgrade(stored, [doubling()])).rejects.toThrow('has version 3, but this release of Pinref supports')
    expect(await numbers()).toEqual(accounts.map((_, number) => number))
  })

  test('makes each account’s person its owner, keeps what is theirs, and resumes after an interruption', async () => {
    const ids = Array.from({ length: 120 }, (_, number) => String(number).padStart(16, 'b'))
    for (const id of ids) {
      const email = `ada${id}@example.com`
      await ask('HSET', `{${id}}:user`, 'id', `"${id}"`, 'email', `"${email}"`, 'name', id === ids[1] ? '""' : '"Ada"')
      await ask('HSET', `{${id}}:profile`, 'plan', 'growth', 'off:quota', '1')
      await ask('HSET', `{${id}}:seen`, 'sign-in', 1_764_000_000)
      await ask('ZADD', 'accounts', 0, `${email} ${id}`)
    }
    const [first = '', second = '', unconfirmed = ''] = ids
    await ask('EXPIRE', `{${unconfirmed}}:user`, 3_600)
    let left = 50
    const breaking: StoreAccess = {
      ...stored,
      script: async (...call) => {
        left -= 1
        if (left < 0) throw new Error('the process was killed')
        return stored.script(...call)
      },
    }
    await expect(upgrade(breaking)).rejects.toThrow('the process was killed')
    expect(Number(await ask('GET', schemaKey))).toBe(1)
    await Promise.all([upgrade(stored), upgrade(stored)])
    for (const id of ids.filter((one) => one !== unconfirmed)) {
      expect(await ask('HGETALL', `{${id}}:members`)).toEqual([id, expect.stringMatching(/^owner \d{10}$/)])
      expect(await ask('HKEYS', `{${id}}:memberships`)).toEqual([id])
      expect(await ask('HGET', `{${id}}:preferences`, 'off:quota')).toBe('1')
      expect(await ask('HGET', `{${id}}:last-seen`, 'sign-in')).toBe('1764000000')
    }
    const profile = (id: string) => ask('HMGET', `{${id}}:profile`, 'name', 'plan', 'off:quota')
    expect(await profile(first)).toEqual(['"Ada"', 'growth', null])
    expect(await profile(second)).toEqual([`"ada${second}"`, 'growth', null])
    expect(await ask('EXISTS', `{${unconfirmed}}:members`)).toBe(0)
    expect(await ask('HGET', `{${unconfirmed}}:user`, 'firstAccount')).toBe(`"${unconfirmed}"`)
    const index = (await ask('ZRANGE', 'accounts', 0, -1)) as string[]
    expect(index).toEqual(ids.map((id) => `ada${id}@example.com ${id} ${id}`).sort())
  })
})
