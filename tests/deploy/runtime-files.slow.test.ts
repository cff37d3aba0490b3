import { execFileSync } from 'node:child_process'
import { lstatSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loggedDefects } from '../support/logged-defects'
import { startOtlpReceiver } from '../support/otlp-receiver'
import { removeFolder } from '../support/remove-folder'
import { type Server, startServer } from '../support/start-server'
import { assetsOf } from './assets'

/** The project's node_modules cannot be found from this folder. */
const folder = mkdtempSync(join(tmpdir(), 'pinref-runtime-'))
const dataDir = mkdtempSync(join(tmpdir(), 'pinref-runtime-data-'))
let server: Server

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/runtime-files.mjs', folder])
})
afterAll(async () => {
  await server?.stop()
  removeFolder(folder)
  removeFolder(dataDir)
})

test('the runtime files take up less than 350 MB, with no sources, tests, source maps, or settings', () => {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory())
  const files = entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  const bytes = files.reduce((sum, file) => sum + lstatSync(join(folder, file)).size, 0)
  expect(bytes).toBeLessThan(350e6)
  expect(files.filter((file) => /\.(map|tsx?)$|^(tests|docs|\.git)($|\/)|(^|\/)\.(env|data)/.test(file))).toEqual([])
})

test('the runtime files are enough to serve the API and the pages in a bare environment', async () => {
  const collector = await startOtlpReceiver()
  const env = { PATH: '/usr/bin:/bin', HOME: folder, DATA_DIR: dataDir, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  server = await startServer(() => [join(folder, 'dist/pinref-server.js'), 'start'], env, { folder: folder })
  const { url } = server
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', origin: url }
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, body: await response.json() }
  }
  expect(await post('/api/resolve', { url: 'ChIJj61dQgK6j4AR4GeTYWZsKWw' })).toMatchObject({
    status: 200,
    body: { title: 'Googleplex' },
  })
  expect(await post('/api/search', { name: 'british museum' })).toMatchObject({ status: 200 })
  expect(await post('/api/convert', { cid: '1' })).toMatchObject({ status: 200, body: { hex_cid: '0x1' } })
  const account = { email: 'ada@example.com', password: 'correct horse battery', name: 'Ada' }
  expect(await post('/api/auth/sign-up/email', account)).toMatchObject({ status: 200 })
  for (const path of [
    '/',
    '/bulk',
    '/pricing',
    '/sign-in',
    '/docs/self-hosting',
    '/changelog',
    '/status',
    '/page.js',
    '/og?page=/pricing',
    '/icon.svg',
    '/pinref.png',
  ]) {
    const page = await fetch(url + path)
    expect({ path, status: page.status }).toEqual({ path, status: 200 })
    for (const asset of assetsOf(await page.text())) expect((await fetch(url + asset)).status, asset).toBe(200)
  }
  expect(await server.stop()).toBe(0)
  expect(loggedDefects(server.errors())).toEqual([])
  await collector.close()
})
