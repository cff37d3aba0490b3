import { beforeEach, expect, test } from 'vitest'
import { postBodies, readNothing } from './memory'
import { targetForTests } from './target'

const target = targetForTests()

/** Each test begins with a new server, whose pages are loaded. */
beforeEach(async () => {
  await target.restart()
  for (const path of ['/', '/docs']) await (await fetch(target.url + path)).text()
})

test('150 bodies of 10 MB posted to a page get 405, and memory use remains bounded', async () => {
  const { result, ...memory } = await postBodies(target, 150, 10)
  console.log(result, memory)
  expect(result).toEqual({ 405: 150 })
  expect(memory.peakMb).toBeLessThan(1.5 * memory.beforeMb)
  expect(memory.afterMb).toBeLessThan(1.5 * memory.beforeMb)
})

test('300 connections that request files and read nothing cost less than 1 MB each, and are closed', async () => {
  const connections = 300
  const { result, ...memory } = await readNothing(target, connections)
  console.log(result, memory)
  expect(result.held).toBeGreaterThan(connections)
  expect(result.remaining).toBeLessThan(connections / 10)
  expect(memory.peakMb - memory.beforeMb).toBeLessThan(connections)
  expect(memory.afterMb).toBeLessThan(2 * memory.beforeMb)
})
