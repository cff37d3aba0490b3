import { Redis } from 'ioredis'
import { describe, expect, test } from 'vitest'
import { createStoreClock } from '@/server/platform/store/clock'
import { pipelined } from '@/server/platform/store/pipeline'
import { createScriptRunner } from '@/server/platform/store/run-script'
import { defineScript } from '@/server/platform/store/script'
import { fields, flag, integer, list, optional, outcomes, record, text } from '@/server/platform/store/script-values'
import type { Command } from '@/server/platform/store/transport'
import { startTransports } from './transports'

const { stores, urlsOf } = await startTransports()

const call = { operation: text, isTest: flag, size: integer }

/** Stores a hash and returns every kind of argument. */
const echo = defineScript({
  name: 'echo',
  keys: ['hash', '...others'],
  args: {
    name: text,
    count: integer,
    isOn: flag,
    reason: optional(text),
    most: optional(integer),
    values: fields,
    calls: list(record(call)),
    words: list(text),
  },
  constants: { half: 0.5, allowed: ['a', 'b'] },
  returns: outcomes({
    done: {
      name: text,
      count: integer,
      isOn: flag,
      reason: optional(text),
      most: optional(integer),
      stored: fields,
      calls: list(record(call)),
      words: list(text),
      allowed: list(text),
      others: list(text),
    },
    gone: {},
  }),
  lua: `
if name == 'gone' then return reply('gone') end
redis.call('HSET', hash, unpack(values))
return reply('done', {
  name = name, count = 2 * half * count, isOn = isOn, reason = reason, most = most,
  stored = redis.call('HGETALL', hash), calls = calls, words = words, allowed = allowed, others = others,
})
`,
})

const incr = defineScript({
  name: 'incr',
  keys: ['counter'],
  args: { by: integer },
  returns: integer,
  isTimely: true,
  lua: "return redis.call('INCRBY', counter, by)\n",
})

describe.each(Object.entries(stores))('scripts on %s', (name, transport) => {
  const pipeline = pipelined(transport, { count: 0 }, 5_000)
  const sent: unknown[] = []
  const send = (command: Command) => {
    sent.push(command[0])
    return pipeline(command)
  }
  const store = { script: createScriptRunner(send, transport.locksKeys ?? false), clock: createStoreClock(5_000) }

  test('take and return every kind of value', async () => {
    const args = {
      name: 'ü’"\\ \n',
      count: 2 ** 52,
      isOn: true,
      values: { zero: 0, empty: '', text: '12' },
      calls: [
        { operation: 'resolve', isTest: false, size: 0 },
        { operation: '', isTest: true, size: -7 },
      ],
      words: ['', '1', 'x y'],
    }
    const keys = { hash: '{e}:hash', others: ['{e}:a', '{e}:b'] }
    const { values, ...echoed } = args
    expect(await echo.on(store)(keys, args)).toEqual({
      outcome: 'done',
      ...echoed,
      reason: null,
      most: null,
      stored: { zero: '0', empty: '', text: '12' },
      allowed: ['a', 'b'],
      others: keys.others,
    })
    const without = { name: '', count: 0, isOn: false, values: { a: 1 }, calls: [], words: [] }
    expect(await echo.on(store)({ hash: '{e}:h', others: [] }, { ...without, reason: 'r', most: 0 })).toEqual({
      outcome: 'done',
      name: '',
      count: 0,
      isOn: false,
      reason: 'r',
      most: 0,
      stored: { a: '1' },
      calls: [],
      words: [],
      allowed: ['a', 'b'],
      others: [],
    })
    expect(await echo.on(store)(keys, { ...without, name: 'gone' })).toEqual({ outcome: 'gone' })
  })

  test('send their source only to a server that does not have it', async () => {
    await incr.on(store)({ counter: `{e}:${name.length}` }, { by: 1 })
    sent.length = 0
    expect(await incr.on(store)({ counter: `{e}:${name.length}` }, { by: 1 })).toBe(2)
    expect(sent).toEqual(['EVALSHA'])
    for (const url of urlsOf(name)) {
      const admin = new Redis(url)
      await admin.script('FLUSH')
      admin.disconnect()
    }
    expect(await incr.on(store)({ counter: `{e}:${name.length}` }, { by: 1 })).toBe(3)
    expect(sent).toEqual(['EVALSHA', 'EVALSHA', 'EVAL'])
  })

  test('do nothing after their deadline', async () => {
    const late = { script: store.script, clock: { deadline: () => 0, learn: () => {} } }
    await expect(incr.on(late)({ counter: '{e}:late' }, { by: 1 })).rejects.toMatchObject({
      code: 'store_unavailable',
      mayHaveRun: false,
    })
    expect(await send(['GET', '{e}:late'])).toEqual({ result: null })
  })

  test('that fail in Lua fail the call, with their name', async () => {
    const broken = defineScript({ name: 'broken', keys: ['k'], returns: flag, lua: "redis.call('GET')\n" })
    await expect(broken.on(store)({ k: '{e}:k' })).rejects.toThrow(/^the script broken failed: .*wrong number of arg/i)
  })
})
