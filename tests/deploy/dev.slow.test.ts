import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { removeFolder } from '../support/remove-folder'
import { startServer } from '../support/start-server'

const folder = mkdtempSync(join(tmpdir(), 'pinref-dev-'))
afterAll(() => removeFolder(folder))

test('npm run dev uses PORT, and visitors have no daily limit', async () => {
  const program = [resolve('scripts/run.mjs'), 'tests/simulator/main.ts', resolve('node_modules/.bin/next'), 'dev']
  const env = {
    NODE_ENV: 'development',
    DATA_DIR: folder,
    NEXT_DIST_DIR: 'dist/test/dev',
    // The environment overrides the developer's own `.env`.
    FREE_DAILY_QUOTA: '',
    GOOGLE_MAPS_API_KEY: '',
    APP_URL: '',
  }
  const app = await startServer(() => program, env, { folder: process.cwd() })
  onTestFinished(async () => {
    await app.stop()
  })
  const body = JSON.stringify({ url: 'ChIJj61dQgK6j4AR4GeTYWZsKWw' })
  const responses = []
  for (let call = 0; call < 6; call++) responses.push(await fetch(`${app.url}/api/resolve`, { method: 'POST', body }))
  const problem = await (await fetch(`${app.url}/api/nothing`)).json()
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  expect(problem.type).toMatch(`http://localhost:${new URL(app.url).port}/`)
})
