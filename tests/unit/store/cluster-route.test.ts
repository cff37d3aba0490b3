import { expect, test } from 'vitest'
import { clusterRoute, tagsOf } from '@/server/platform/store/tcp'

/** Slots 0 to 8191 on one node, the others on another. */
const slots = Array.from({ length: 16_384 }, (_, slot) => (slot < 8_192 ? ['first:1', 'replica:1'] : ['second:1']))
// `CLUSTER KEYSLOT foo` is 12182; `CLUSTER KEYSLOT bar` is 5061.
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

test('a node’s probe is routed to that node', () => {
  const { node, probe } = clusterRoute(slots, ['EVALSHA', 'a hash', 1, '{foo}:a', 'bar'])
  expect(clusterRoute(slots, probe)).toEqual({ node, probe })
})

test.each([[['PING']], [['EVALSHA', 'a hash', 0, 'foo']]])('%j may go to any node', (command) => {
  expect(clusterRoute(slots, command)).toEqual({ node: '', probe: ['PING'] })
})

test('a key has no known node until the cluster’s slots are known', () => {
  expect(clusterRoute([], ['GET', 'foo'])).toEqual({ node: '', probe: ['EXISTS', 'foo'] })
})

test('each master has a tag whose keys are on it, and there is only one tag until the masters are known', () => {
  const tags = tagsOf(slots)
  const nodes = tags.map((tag) => clusterRoute(slots, ['GET', `pinref:{${tag}}:probe`]).node)
  expect(nodes.sort()).toEqual(['first:1', 'second:1'])
  expect(tagsOf([])).toEqual([tags[0]])
})
