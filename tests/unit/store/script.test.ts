import { describe, expect, expectTypeOf, test, vi } from 'vitest'
import type { Code } from '@/server/platform/store/run-script'
import { defineScript } from '@/server/platform/store/script'
import {
  fields,
  flag,
  integer,
  list,
  oneOf,
  optional,
  outcomes,
  record,
  text,
} from '@/server/platform/store/script-values'

/** Returns a store that gives this reply to every script, and the arguments of its calls. */
function storeThatReplies(...replies: unknown[]) {
  const calls: Array<{ keys: readonly string[]; args: readonly unknown[]; source: string }> = []
  const script = async ({ source }: Code, keys: readonly string[], args: readonly unknown[]) => {
    calls.push({ keys, args, source })
    return replies.length > 1 ? replies.shift() : replies[0]
  }
  const clock = { deadline: () => 5_000, learn: vi.fn() }
  return { script, clock, calls }
}

const rename = defineScript({
  name: 'rename',
  keys: ['user', 'profile', '...months'],
  args: { name: text, at: integer, isTest: flag, reason: optional(text), marks: list(text) },
  constants: { most: 50, words: ['a', 'b'] },
  includes: ['local function shared() end\n', () => 'local late = 1\n'],
  returns: outcomes({ done: { before: optional(text), left: integer }, gone: {} }),
  lua: 'return reply("gone")\n',
})

describe('a script’s declaration', () => {
  test('generates the lines that read keys, constants, and arguments, before its includes', async () => {
    const { calls, ...store } = storeThatReplies(['gone'])
    await rename.on(store)({ user: 'u', profile: 'p', months: [] }, { name: 'n', at: 1, isTest: true, marks: [] })
    expect(calls[0]?.source).toBe(`local user, profile = KEYS[1], KEYS[2]
local months = { unpack(KEYS, 3) }
local most = 50
local words = { 'a', 'b' }
local name, at, isTest, reason = ARGV[1], tonumber(ARGV[2]), ARGV[3] == '1', ARGV[4] ~= '' and ARGV[4] or nil
local marks = {}
for at = 5, #ARGV do marks[#marks + 1] = ARGV[at] end
local function reply(outcome, it)
  if outcome == 'done' then return { outcome, it.before and it.before or false, it.left } end
  return { outcome }
end
local function shared() end
local late = 1
return reply("gone")
`)
  })

  test('puts keys and arguments in order, whatever order the caller names them in', async () => {
    const { calls, ...store } = storeThatReplies(['done', null, 3])
    const keys = { months: ['m1', 'm2'], profile: 'p', user: 'u' }
    const done = await rename.on(store)(keys, { marks: ['x', 'y'], isTest: false, at: 7, name: 'n' })
    expect(done).toEqual({ outcome: 'done', before: null, left: 3 })
    expect(calls[0]).toMatchObject({ keys: ['u', 'p', 'm1', 'm2'], args: ['n', 7, 0, '', 'x', 'y'] })
  })

  test('determines the types of keys, arguments, and replies', () => {
    expectTypeOf(rename).parameter(0).toEqualTypeOf<{
      readonly user: string
      readonly profile: string
      readonly months: readonly string[]
    }>()
    expectTypeOf(rename).parameter(1).branded.toEqualTypeOf<{
      name: string
      at: number
      isTest: boolean
      reason?: string | null | undefined
      marks: readonly string[]
    }>()
    expectTypeOf(rename).returns.resolves.toEqualTypeOf<
      { outcome: 'done'; before: string | null; left: number } | { outcome: 'gone' }
    >()
    const keys = { user: 'u', profile: 'p', months: [] }
    // @ts-expect-error: a number is not a name.
    const wrongType = () => rename(keys, { name: 1, at: 1, isTest: true, marks: [] })
    // @ts-expect-error: `at` is missing.
    const missing = () => rename(keys, { name: 'n', isTest: true, marks: [] })
    // @ts-expect-error: there is no argument `until`.
    const unknown = () => rename(keys, { name: 'n', at: 1, isTest: true, marks: [], until: 1 })
    // @ts-expect-error: the key `profile` is missing.
    const missingKey = () => rename({ user: 'u', months: [] }, { name: 'n', at: 1, isTest: true, marks: [] })
    expect([wrongType, missing, unknown, missingKey]).toHaveLength(4)
  })

  test('rejects a number that Lua could not read exactly', async () => {
    const { calls, ...store } = storeThatReplies(['gone'])
    const keys = { user: 'u', profile: 'p', months: [] }
    const call = (at: number) => rename.on(store)(keys, { name: 'n', at, isTest: true, marks: [] })
    for (const at of [Number.NaN, 0.5, 2 ** 53]) await expect(call(at)).rejects.toThrow('is not a whole number')
    expect(calls).toEqual([])
  })

  test('rejects a constant that would need escaping in Lua', async () => {
    const quoting = defineScript({ name: 'x', keys: ['k'], constants: { word: "it's" }, returns: flag, lua: '' })
    const { script, clock } = storeThatReplies(1)
    await expect(quoting.on({ script, clock })({ k: 'k' })).rejects.toThrow('a constant must not contain quotes')
  })
})

describe('a reply', () => {
  const run = async <Out>(returns: Parameters<typeof defineScript<['k'], Out>>[0]['returns'], reply: unknown) => {
    const script = defineScript({ name: 'count', keys: ['k'], returns, lua: '' })
    return script.on(storeThatReplies(reply))({ k: 'k' })
  }
  const budget = record({ id: text, used: integer })

  test.each([
    [integer, 3, 3],
    [text, '3', '3'],
    [flag, 1, true],
    [flag, null, false],
    [optional(text), null, null],
    [oneOf('a', 'b'), 'b', 'b'],
    [list(integer), [1, 2], [1, 2]],
    [fields, ['a', '1', 'b', '2'], { a: '1', b: '2' }],
    [budget, ['x', 1], { id: 'x', used: 1 }],
    [optional(list(budget)), [['x', 1]], [{ id: 'x', used: 1 }]],
    [outcomes({ done: { budgets: list(budget) } }), ['done', []], { outcome: 'done', budgets: [] }],
  ])('is read as declared (%#)', async (returns, reply, value) => {
    expect(await run<unknown>(returns, reply)).toEqual(value)
  })

  test.each([
    ['text instead of a number', integer, '3', 'expected a whole number'],
    ['a fraction', integer, 0.5, 'expected a whole number'],
    ['a number instead of text', text, 3, 'expected text'],
    ['null instead of text', text, null, 'expected text'],
    ['another number instead of true or false', flag, 2, 'expected true or false'],
    ['an unknown word', oneOf('a', 'b'), 'c', 'expected a or b'],
    ['text instead of a list', list(text), 'a', 'expected a list'],
    ['a wrong element in a list', list(text), ['a', 1], 'expected text'],
    ['a field without a value', fields, ['a'], 'expected names and values'],
    ['a record that ends at a missing value', budget, ['x'], 'expected id, used'],
    ['more values than a record has', budget, ['x', 1, 2], 'expected id, used'],
    ['an unknown outcome', outcomes({ done: {}, gone: {} }), ['other'], 'expected done or gone'],
    ['an outcome that every object has', outcomes({ done: {} }), ['constructor'], 'expected done'],
    ['an outcome without its values', outcomes({ done: { id: text } }), ['done'], 'expected id'],
    ['nothing', outcomes({ done: {} }), null, 'expected done'],
  ])('fails the call if it is %s', async (_, returns, reply, problem) => {
    await expect(run<unknown>(returns, reply)).rejects.toThrow(
      `the script count returned a malformed reply: ${problem}`,
    )
  })
})

describe('a timely script', () => {
  const count = defineScript({
    name: 'count',
    keys: ['counter'],
    args: { by: integer },
    returns: integer,
    isTimely: true,
    lua: "return redis.call('INCRBY', counter, by)\n",
  })

  test('is sent with a deadline, and again while it ran too late', async () => {
    const { calls, ...store } = storeThatReplies([1_000], [2_000, 5])
    expect(await count.on(store)({ counter: 'c' }, { by: 5 })).toBe(5)
    expect(calls.map(({ args }) => args)).toEqual([
      [5_000, 5],
      [5_000, 5],
    ])
    expect(store.clock.learn.mock.calls).toEqual([[1_000], [2_000]])
  })

  test('fails as the store does if it always ran too late', async () => {
    const { calls, ...store } = storeThatReplies([1_000])
    await expect(count.on(store)({ counter: 'c' }, { by: 5 })).rejects.toMatchObject({
      code: 'store_unavailable',
      mayHaveRun: false,
    })
    expect(calls).toHaveLength(5)
  })

  test.each([['OK'], [['x', 5]], [null]])('fails if the reply has no time (%j)', async (reply) => {
    const { script, clock } = storeThatReplies(reply)
    await expect(count.on({ script, clock })({ counter: 'c' }, { by: 5 })).rejects.toThrow(
      'the script count did not return the store’s time',
    )
    expect(clock.learn).not.toHaveBeenCalled()
  })
})
