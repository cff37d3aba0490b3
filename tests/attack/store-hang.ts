import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'undici'
import { store } from '@/server/platform/store/store'
import { type Caller, countsOf, newAccount, newVisitor } from '../faults/callers'
import { asShipped } from '../support/busy-machine'
import { startRedisServer } from '../support/redis'
import { removeFolder } from '../support/remove-folder'
import { startApp } from '../support/start-app'

export interface StoreHang {
  /** Keep-alive connections, each with one call in flight. */
  connections: number
  /** How long the store hangs each time. */
  hangsMs: readonly number[]
}

export interface StoreHangFigures {
  /** Responses by status. */
  answers: Record<number, number>
  /** The number of 200 responses, and of counted calls once everything has settled. */
  succeeded: number
  counted: number
  /** The number of callers whose count differs from their 200 responses. */
  wronged: number
  /** The time after each hang until as many calls as there are connections had returned 200. */
  recoveredMs: number[]
  /** Resident memory under load before the first hang, at its peak, and once everything has settled. */
  megabytes: { before: number; most: number; after: number }
}

const secrets = { KEY_PEPPER: 'a pepper for a store that hangs', AUTH_SECRET: 'a secret for a store that hangs, only' }

/** By this time, the refund for a visitor's call, which may be counted late, has been tried twice. */
const settledMs = 20_000

/**
 * Makes calls on many connections as fast as they are answered, with and without a key, while the store hangs (SIGSTOP)
 * and resumes. Starts Redis and the production build (run it from the project's folder). This function can run only
 * once per process, because a process's store is fixed.
 */
export async function storeHang({ connections, hangsMs }: StoreHang): Promise<StoreHangFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'pinref-store-hang-'))
  const redis = await startRedisServer({ appendfsync: 'everysec' })
  Object.assign(process.env, { REDIS_URL: redis.url, DATA_DIR: folder, ...secrets })
  const env = { ...secrets, REDIS_URL: redis.url, DATA_DIR: folder, TRUSTED_PROXIES: '1', LOG_LEVEL: 'fatal' }
  const limits = { BURST_LIMIT: '1000000', FREE_DAILY_QUOTA: '1000000' }
  const app = await startApp('node', { ...asShipped, ...env, ...limits }, { output: 'ignore' })

  const callers: Caller[] = await Promise.all(
    Array.from({ length: 8 }, (_, n) => newAccount({ name: `account ${n}`, plan: 'unlimited', processes: [0] })),
  )
  for (let visitor = 0; visitor < 100; visitor++) callers.push(newVisitor([0]))
  const succeeded = new Map(callers.map((caller) => [caller, 0]))
  const answers: Record<number, number> = {}
  const total = () => answers[200] ?? 0

  let isOver = false
  async function keepCalling(caller: Caller) {
    const [key] = caller.keys
    const headers = { 'x-forwarded-for': caller.address, ...(key && { 'x-api-key': key.key }) }
    const connection = new Client(app.url, { headersTimeout: 0, bodyTimeout: 0 })
    while (!isOver) {
      const { statusCode, body } = await connection.request({
        method: 'POST',
        path: '/api/convert',
        headers,
        body: '{"cid":"1"}',
      })
      await body.dump()
      answers[statusCode] = (answers[statusCode] ?? 0) + 1
      if (statusCode === 200) succeeded.set(caller, (succeeded.get(caller) ?? 0) + 1)
    }
    await connection.close()
  }

  // Half of the connections make calls as accounts, half as visitors.
  const [accounts, visitors] = [callers.slice(0, 8), callers.slice(8)]
  const loops = Array.from({ length: connections }, (_, n) => {
    const some = n % 2 ? visitors : accounts
    return keepCalling(some[Math.floor(n / 2) % some.length] as Caller)
  })
  while (total() < connections) await sleep(100)
  const megabytes = { before: app.residentMb(), most: 0, after: 0 }
  const watch = setInterval(() => {
    megabytes.most = Math.max(megabytes.most, app.residentMb())
  }, 500)
  const recoveredMs: number[] = []
  for (const hangMs of hangsMs) {
    redis.process.kill('SIGSTOP')
    await sleep(hangMs)
    const [before, wentOn] = [total(), performance.now()]
    redis.process.kill('SIGCONT')
    while (total() < before + connections) await sleep(100)
    recoveredMs.push(Math.round(performance.now() - wentOn))
  }
  isOver = true
  await Promise.all(loops)
  await sleep(settledMs)
  clearInterval(watch)
  const counts = await countsOf(callers)
  megabytes.after = app.residentMb()
  await app.stop()
  await (await store()).close()
  await redis.stop()
  removeFolder(folder)
  return {
    answers,
    succeeded: total(),
    counted: counts.reduce((sum, count) => sum + count, 0),
    wronged: callers.filter((caller, index) => counts[index] !== succeeded.get(caller)).length,
    recoveredMs,
    megabytes,
  }
}
