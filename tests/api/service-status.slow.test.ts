import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { startRedisServer } from '../support/redis'
import { startApp } from '../support/start-app'

test('an outage of the store that two processes see is shown once, after the store recovers', async () => {
  const redis = await startRedisServer()
  const admin = new Redis(redis.url)
  const observer = await new Redis(redis.url).monitor()
  const workers = await Promise.all([1, 2].map(() => startApp('worker', { REDIS_URL: redis.url })))
  onTestFinished(async () => {
    observer.disconnect()
    admin.disconnect()
    await Promise.all(workers.map((worker) => worker.stop()))
    await redis.stop()
  })
  const status = async (at: number) => (await fetch(`${workers[at]?.url}/api/status`)).json()
  const convert = async (url: string) =>
    (await fetch(`${url}/api/convert`, { method: 'POST', body: '{"cid":"1"}' })).status
  /** The connections that wrote changes. */
  const writers = new Set<string>()
  observer.on('monitor', (_time, [name = '', ...args]: string[], source: string) => {
    if (/^eval/i.test(name) && args.includes('{status}:changes')) writers.add(source)
  })

  expect(await status(0)).toEqual({ parts: [{ part: 'store', state: 'ok', since: null }], changes: [] })
  await admin.config('SET', 'maxmemory', '1')
  for (const { url } of workers) await expect.poll(() => convert(url)).toBe(500)
  // Only a process that has seen the outage tests whether it can write.
  const testing = async () => String(await admin.client('LIST')).match(/ cmd=set /g)?.length
  await expect.poll(testing, { timeout: 20_000 }).toBe(2)
  expect(await status(1)).toEqual({ parts: [{ part: 'store', state: 'unavailable', since: null }], changes: [] })
  await admin.config('SET', 'maxmemory', '0')
  await expect.poll(() => writers.size, { timeout: 20_000 }).toBe(2)

  const [end, start] = (await admin.lrange('{status}:changes', 0, -1)).map((text) => JSON.parse(text))
  const shown = [end, start].map(({ timeMs }) => new Date(timeMs).toISOString())
  for (const at of [0, 1]) {
    await expect
      .poll(() => status(at))
      .toEqual({
        parts: [{ part: 'store', state: 'ok', since: shown[0] }],
        changes: [
          { time: shown[0], part: 'store', state: 'ok' },
          { time: shown[1], part: 'store', state: 'unavailable' },
        ],
      })
  }
})
