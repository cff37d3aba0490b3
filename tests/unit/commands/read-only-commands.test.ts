import { expect, test } from 'vitest'
import { readCommand, readOnlyCommands } from '@/server/entrances/commands/read-only-commands'

test.each([
  ...['flushall', 'set a b', 'getdel list', 'getex list persist', 'sort list', 'restore a 0 b', 'touch a', 'dump a'],
  ...['config set maxmemory 1', 'config resetstat', 'config rewrite', 'client kill type normal', 'client pause 1000'],
  ...[
    'slowlog reset',
    'latency reset',
    'memory purge',
    'cluster failover',
    'acl setuser a',
    'acl log reset',
    'shutdown',
  ],
  ...['debug sleep 1', 'replicaof no one', 'blpop list 0', 'xread block 0 streams s 0', 'wait 1 0', 'subscribe a'],
  ...['monitor', 'eval return 0', 'evalsha_ro a 0', 'fcall f 0', 'multi', 'select 1', 'auth a', 'keys *', 'config'],
])('a command that writes, blocks, or delays calls is rejected: %s', (command) => {
  expect(readCommand(command.split(' '))).toMatch(/^[A-Z_ ]+ is not run: /)
})

test('a rejected command is named, and its alternatives', () => {
  expect(readCommand(['config', 'SET', 'a', 'b'])).toMatch(/^CONFIG SET is not run: .* CONFIG GET, /)
  expect(readCommand(['del', 'a'])).toMatch(/^DEL is not run: /)
  expect(readCommand(['keys', '*'])).toContain('Use scan 0 match <pattern> count 1000.')
  expect(readCommand([''])).toMatch(/^This is not run: /)
})

test('a scan that would examine too many keys at once is rejected', () => {
  expect(readCommand(['scan', '0', 'COUNT', '10001'])).toMatch(/^A count above 10000 is not run/)
  expect(readCommand(['hscan', 'a', '0', 'count', '1e9'])).toMatch(/^A count above 10000 is not run/)
  expect(readCommand(['Scan', '17592186044416', 'count', '10000'])).toMatchObject({ key: undefined })
})

test('a command goes to the node with its key, or to all nodes', () => {
  expect(readOnlyCommands.length).toBeGreaterThan(40)
  const keys = readOnlyCommands.map((name) => readCommand([...name.toLowerCase().split(' '), '{a}:key', '0']))
  for (const command of keys) expect(command).toMatchObject({ words: expect.arrayContaining(['{a}:key']) })
  expect(readCommand(['memory', 'usage', '{a}:key'])).toMatchObject({ key: '{a}:key', isWholeValue: false })
  expect(readCommand(['HGETALL', '{a}:key'])).toMatchObject({ key: '{a}:key', isWholeValue: true })
  expect(readCommand(['info', 'memory'])).toEqual({ words: ['info', 'memory'], key: undefined, isWholeValue: false })
  expect(readCommand(['get'])).toBe('GET needs a key.')
})
