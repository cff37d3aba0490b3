import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findBatch } from '@/server/features/batches/find-batch'
import { writeProfile } from '@/server/metering/access/profile'
import { store } from '@/server/platform/store/store'
import { expectExact, placeIds, until, usedBy } from '../batches/orders'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'
import { accountWithKey, pepper } from './with-key'

const dataDir = mkdtempSync(join(tmpdir(), 'pinref-batches-'))
const settings = { DATA_DIR: dataDir, ...pepper, LOG_LEVEL: 'error' }
Object.assign(process.env, settings)
// Restarts are logged at this level.
const start = () => startApp('node', { ...settings, LOG_LEVEL: 'info', WEB_CONCURRENCY: '2' })
let app: App = await start()

afterAll(async () => {
  await app.stop()
  await (await store()).close()
  removeFolder(dataDir)
})

/** Makes a batch from these lines and waits until the first ones are done. */
async function run(lines: string[]) {
  const { accountId, key } = await accountWithKey()
  await writeProfile(accountId, { plan: 'unlimited' })
  const answer = await fetch(`${app.url}/api/batches?details=none`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: JSON.stringify(lines),
  })
  expect(answer.status).toBe(201)
  const { id }: { id: string } = await answer.json()
  await expect
    .poll(async () => (await findBatch(accountId, id)).done, { timeout: 20_000, interval: 20 })
    .toBeGreaterThan(0)
  return { accountId, id }
}

test('a batch resumes after a restart on SIGHUP and after a stop, and counts each line once', async () => {
  const lines = placeIds(40_000)
  const { accountId, id } = await run(lines)
  app.process.kill('SIGHUP')
  await expect.poll(() => app.output(), { timeout: 60_000 }).toContain('Pinref has restarted')
  // The stopping app refunds the lines that it was working on, so the next app does not have to wait.
  expect(await app.stop()).toBe(0)
  app = await start()
  await expectExact(accountId, await until(accountId, id, 'finished'), lines)
  expect(await usedBy(accountId)).toEqual({ used: 40_000, 'resolve:ok': 40_000 })
}, 180_000)
