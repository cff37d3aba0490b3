import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'undici'
import { expect, test } from 'vitest'
import { type Caller, countsOf, newVisitor } from '../faults/callers'
import { samplePeaks } from '../load/sample'
import { asShipped } from '../support/busy-machine'
import { targetForTests } from './target'

/** Keep-alive connections, each with one call in flight. */
const connections = 3_000
/** How long the store hangs each time. */
const hangsMs = process.env.LONG_FORMS ? [10_000, 200_000] : [10_000]
/** By this time, the refund for a visitor's call, which may be counted late, has been tried twice. */
const settledMs = 20_000

const target = targetForTests({ settings: { ...asShipped, BURST_LIMIT: '1000000', FREE_DAILY_QUOTA: '1000000' } })

/** Calls on many connections as fast as they are answered, half as accounts and half as visitors. */
function keepCalling(accounts: readonly Caller[], visitors: readonly Caller[]) {
  const succeeded = new Map<Caller, number>()
  const answers: Record<number, number> = {}
  let isOver = false
  async function connection(caller: Caller) {
    const [key] = caller.keys
    const headers = { 'x-forwarded-for': caller.address, ...(key && { 'x-api-key': key.key }) }
    const client = new Client(target.url, { headersTimeout: 0, bodyTimeout: 0 })
    while (!isOver) {
      const { statusCode, body } = await client.request({
        method: 'POST',
        path: '/api/convert',
        headers,
        body: '{"cid":"1"}',
      })
      await body.dump()
      answers[statusCode] = (answers[statusCode] ?? 0) + 1
      if (statusCode === 200) succeeded.set(caller, (succeeded.get(caller) ?? 0) + 1)
    }
    await client.close()
  }
  const loops = Array.from({ length: connections }, (_, n) => {
    const some = n % 2 ? visitors : accounts
    return connection(some[Math.floor(n / 2) % some.length] as Caller)
  })
  return {
    answers,
    succeeded,
    async stop() {
      isOver = true
      await Promise.all(loops)
    },
  }
}

test('no failed call is counted when the store hangs under load, and memory use remains bounded', async () => {
  const accounts = await Promise.all(Array.from({ length: 8 }, (_, n) => target.account(`account ${n}`, 'unlimited')))
  const visitors = Array.from({ length: 100 }, () => newVisitor([0]))
  const callers = [...accounts, ...visitors]
  const { answers, succeeded, stop } = keepCalling(accounts, visitors)
  const total = () => answers[200] ?? 0
  while (total() < connections) await sleep(100)
  const beforeMb = target.app.residentMb()
  const memory = samplePeaks(() => ({ mb: target.app.residentMb() }))
  const recoveredMs: number[] = []
  for (const hangMs of hangsMs) {
    const { process } = target.stage.redis
    process.kill('SIGSTOP')
    await sleep(hangMs)
    const [before, resumedMs] = [total(), performance.now()]
    process.kill('SIGCONT')
    // As many calls as there are connections return 200 again.
    while (total() < before + connections) await sleep(100)
    recoveredMs.push(Math.round(performance.now() - resumedMs))
  }
  await stop()
  await sleep(settledMs)
  memory.stop()
  const counts = await countsOf(callers)
  console.log(JSON.stringify({ connections, hangsMs, answers, recoveredMs, beforeMb, peakMb: memory.peaks.mb }))
  expect(answers[500]).toBeGreaterThan(connections)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(total())
  expect(callers.filter((caller, index) => counts[index] !== (succeeded.get(caller) ?? 0))).toEqual([])
  expect(memory.peaks.mb).toBeLessThan(beforeMb + 250)
})
