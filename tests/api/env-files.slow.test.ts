import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { removeFolder } from '../support/remove-folder'
import { hostArguments } from '../support/start-app'
import { startServer } from '../support/start-server'

const folder = mkdtempSync(join(tmpdir(), 'pinref-env-'))
afterAll(() => removeFolder(folder))

const file = (name: string, settings: Record<string, string>) => {
  const lines = Object.entries(settings).map(([variable, value]) => `${variable}=${value}\n`)
  writeFileSync(join(folder, name), lines.join(''))
}

test('settings come from the environment first, then from the .env files in the same order as in Next.js', async () => {
  const local = 'https://local.example'
  file('.env', {
    FREE_DAILY_QUOTA: '1',
    MAP_HOST: 'https://env.example',
    REVIEW_HOST: 'https://env.example',
    APP_URL: 'http://env',
  })
  file('.env.production', { FREE_DAILY_QUOTA: '2', MAP_HOST: 'https://production.example' })
  file('.env.local', { FREE_DAILY_QUOTA: '3', MAP_HOST: local })
  file('.env.production.local', { FREE_DAILY_QUOTA: '4' })
  const env = { DATA_DIR: join(folder, '.data'), APP_URL: 'https://set.example' }
  const app = await startServer((port) => hostArguments('node', port), env, { folder: folder })
  const body = JSON.stringify({ url: 'ChIJj61dQgK6j4AR4GeTYWZsKWw' })
  const answer = await (await fetch(`${app.url}/api/resolve`, { method: 'POST', body })).json()
  const page = await (await fetch(`${app.url}/docs`)).text()
  const problem = await (await fetch(`${app.url}/api/nothing`)).json()
  await app.stop()
  expect(answer.rate_limit.limit).toBe('4')
  expect(answer.maps_url).toMatch(local)
  expect(answer.review_url).toMatch('https://env.example')
  expect(problem.type).toMatch('https://set.example')
  expect(page).toContain('https://set.example')
})
