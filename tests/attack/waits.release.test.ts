import { setMaxListeners } from 'node:events'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { batchKeys } from '@/server/features/batches/batch-store'
import { waitsAtOnce } from '@/server/features/batches/limits'
import { askStore } from '@/server/platform/store/untyped'
import { makeOf } from '../batches/orders'
import { countOf } from '../load/statistics'
import { appProcesses } from '../support/app-processes'
import { mcpMessage } from '../support/mcp-messages'
import { targetForTests } from './target'

const connections = 500

// Otherwise, one account's burst limit would end its attack.
const target = targetForTests({ settings: { BURST_LIMIT: '1000000' } })
/** How many waits the server's processes hold. */
let places = 0
const agent = new Agent({ keepAlive: false })

beforeAll(async () => {
  places = appProcesses(target.app.process.pid).workers.length * waitsAtOnce.all
  await target.warmUp()
})

/** Makes an account with a batch that never ends, and returns a function that waits for the batch as agents do. */
async function waiter() {
  const { accountId, keys } = await target.account('waiter', 'starter')
  const { id } = await makeOf(accountId ?? '', [], { sent: null, isStarted: false })
  await askStore('HSET', batchKeys(accountId ?? '', id).record, 'state', 'running')

  /** Returns the batch's state after the wait, the problem's code, or `left` if the signal aborts. */
  return (seconds: number, signal?: AbortSignal): Promise<string> => {
    const call = { name: 'get_batch', arguments: { id, wait_seconds: seconds } }
    const { headers, message } = mcpMessage('tools/call', '2026-07-28', call)
    return new Promise((resolve) => {
      const own = { ...headers, 'mcp-name': call.name, 'x-api-key': keys[0]?.key ?? '' }
      const outgoing = request(`${target.url}/api/mcp`, { method: 'POST', agent, headers: own, signal }, (response) => {
        text(response).then(
          (body) => {
            const { result } = JSON.parse(body)
            const problem = result.isError && JSON.parse(result.content[0].text)
            resolve(`${response.statusCode} ${problem ? problem.code : result.structuredContent.batch.state}`)
          },
          () => resolve('left'),
        )
      })
      outgoing.once('error', () => resolve('left'))
      outgoing.end(JSON.stringify(message))
    })
  }
}

/** Starts waits of the maximum length, and later makes other accounts wait. Returns the outcomes of both. */
async function attack(waits: Array<(signal: AbortSignal) => Promise<string>>, lasting: number) {
  const others = await Promise.all(Array.from({ length: 10 }, waiter))
  const leaving = new AbortController()
  setMaxListeners(0, leaving.signal)
  const ended: string[] = []
  const all = waits.map((wait) => wait(leaving.signal).then((outcome) => ended.push(outcome)))
  await expect.poll(() => ended.length).toBe(waits.length - lasting)
  const atFirst = countOf(ended)
  const outcomes = await Promise.all(others.map((wait) => wait(1)))
  // Long enough for the waits that remain to read their batches a few times.
  await sleep(5_000)
  leaving.abort()
  await Promise.all(all)
  return { atFirst, others: countOf(outcomes), atLast: countOf(ended) }
}

test(`${connections} connections that wait for one account’s batch hold four places per process`, async () => {
  const wait = await waiter()
  const lasting = (places / waitsAtOnce.all) * waitsAtOnce.each
  const waits = Array.from({ length: connections }, () => (signal: AbortSignal) => wait(30, signal))
  const { result, attacked, ratio, beforeMb, peakMb } = await target.attack(() => attack(waits, lasting))
  expect(result).toEqual({
    atFirst: { '200 too_many_requests': connections - lasting },
    others: { '200 running': 10 },
    atLast: { '200 too_many_requests': connections - lasting, left: lasting },
  })
  expect(attacked.statuses).toEqual({ 200: attacked.calls })
  expect(ratio).toBeLessThan(3)
  expect(peakMb - beforeMb).toBeLessThan(100)
})

test(`the waits of many accounts with ${connections} connections or more leave room for other accounts`, async () => {
  const count = Math.max(connections, Math.ceil(places * 1.25))
  const crowd = await Promise.all(Array.from({ length: count / 4 }, waiter))
  const waits = crowd.flatMap((wait) => Array.from({ length: 4 }, () => (signal: AbortSignal) => wait(30, signal)))
  const { result, attacked, ratio, beforeMb, peakMb } = await target.attack(() => attack(waits, places))
  const { atFirst, others, atLast } = result
  expect(Object.keys(atFirst).filter((one) => one !== '200 running' && one !== '200 too_many_requests')).toEqual([])
  expect(others).toEqual({ '200 running': 10 })
  expect(atLast.left).toBeGreaterThanOrEqual(places - 10)
  expect(attacked.statuses).toEqual({ 200: attacked.calls })
  expect(ratio).toBeLessThan(3)
  expect(peakMb - beforeMb).toBeLessThan(100)
})
