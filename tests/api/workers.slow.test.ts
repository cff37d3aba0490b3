import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appProcesses } from '../support/app-processes'
import { startOtlpReceiver } from '../support/otlp-receiver'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'

const workers = 3
const dataDir = mkdtempSync(join(tmpdir(), 'pinref-workers-'))
let collector: Awaited<ReturnType<typeof startOtlpReceiver>>
let app: App

beforeAll(async () => {
  collector = await startOtlpReceiver()
  app = await startApp('node', {
    DATA_DIR: dataDir,
    WEB_CONCURRENCY: String(workers),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_METRIC_EXPORT_INTERVAL: '300',
  })
})
afterAll(async () => {
  await app.stop()
  await collector.close()
  removeFolder(dataDir)
})

test('WEB_CONCURRENCY sets the number of workers', async () => {
  await expect.poll(() => appProcesses(app.process.pid).workers.length).toBe(workers)
})

test('every worker answers calls, and all calls are counted', async () => {
  const convert = () =>
    fetch(`${app.url}/api/convert`, { method: 'POST', body: '{"cid":"1"}', headers: { connection: 'close' } })
  const admissions = () => collector.points('pinref.admissions')
  let calls = 0
  // Once all workers have started, connections go to them in turn.
  const instances = () => new Set(admissions().map(({ instance }) => instance)).size
  await expect
    .poll(
      async () => {
        calls += 1
        await (await convert()).text()
        return instances()
      },
      { timeout: 20_000 },
    )
    .toBe(workers)
  const counted = () => admissions().reduce((sum, { count }) => sum + count, 0)
  await expect.poll(counted).toBe(calls)
})
