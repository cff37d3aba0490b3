import { expect, test } from 'vitest'
import { clusterRoute } from '@/server/store/cluster-route'

/** Slots 0 to 8191 on one node, the others on another. */
const slots = Array.from({ length: 16_384 }, (_, slot) => (slot < 8_192 ? ['first:1', 'replica:1'] : ['second:1']))
// `CLUSTER KEYSLOT foo` is 12182, that of `bar` 5061.
const [foo, bar] = ['second:1', 'first:1']

test.each([
  [['GET', 'foo'], foo],
  [['hget', 'bar', 'foo'], bar],
  [['MGET', '{bar}:a', '{bar}:b'], bar],
  [['EVALSHA', 'a hash', 2, '{foo}:a', '{foo}:b', 'bar'], foo],
  [['eval', 'a script', '1', 'bar', 'foo'], bar],
])('%j goes to the master of its first key', (command, node) => {
  expect(clusterRoute(slots, command)).toMatchObject({ node })
})

test('what probes a node goes the same way', () => {
  const { node, probe } = clusterRoute(slots, ['EVALSHA', 'a hash', 1, '{foo}:a', 'bar'])
  expect(clusterRoute(slots, probe)).toEqual({ node, probe })
})

test.each([[['PING']], [['EVALSHA', 'a hash', 0, 'foo']]])('%j goes anywhere', (command) => {
  expect(clusterRoute(slots, command)).toEqual({ node: '', probe: ['PING'] })
})

test('before anything is known of the cluster, nor is where a key is', () => {
  expect(clusterRoute([], ['GET', 'foo'])).toEqual({ node: '', probe: ['EXISTS', 'foo'] })
})
