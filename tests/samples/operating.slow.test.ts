import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { googleKeyPlaceholder } from '@/components/docs/samples/sample'
import { readEnv } from '@/server/platform/settings/env'
import { startSimulator } from '../simulator/simulator'
import { freePort } from '../support/free-port'
import { removeFolder } from '../support/remove-folder'
import { runSample } from '../support/run-sample'
import { type App, startApp } from '../support/start-app'
import { newKey, docsOrigin as origin, type Shown, samplesOn, samplesWith } from './docs-shown'

const run = promisify(execFile)

const folder = mkdtempSync(join(tmpdir(), 'pinref-operating-'))
let app: App
let shown: Shown[]

beforeAll(async () => {
  app = await startApp('worker', { DATA_DIR: join(folder, '.data'), APP_URL: origin })
  shown = await samplesOn(inject('docsUrl'), '/docs/self-hosting', '/docs/google', '/docs/billing')
})

afterAll(async () => {
  await app.stop()
  removeFolder(folder)
})

const runShown = ({ language, code }: Shown) => runSample(language, code.replaceAll(origin, app.url), folder)

test('Pinref reads the settings as the docs show them', async () => {
  const expected: Record<string, object> = {
    redis: { REDIS_URL: expect.stringContaining('redis.example.com') },
    upstash: { UPSTASH_REDIS_REST_TOKEN: 'YOUR_TOKEN' },
    mail: { SMTP_URL: expect.stringContaining('mail.example.com'), MAIL_FROM: 'Pinref <pinref@example.com>' },
    places: { GOOGLE_MAPS_API_KEY: googleKeyPlaceholder, UPSTREAM_DAILY_CAP: 2000 },
    stripe: { STRIPE_WEBHOOK_SECRET: 'whsec_YOUR_SECRET' },
  }
  for (const [id, settings] of Object.entries(expected)) {
    const [sample] = samplesWith(shown, id)
    const code = `${sample.code}\n${process.execPath} -p 'JSON.stringify(process.env)'`
    const { stdout } = await run('bash', ['-c', code])
    expect(readEnv(JSON.parse(stdout)), id).toMatchObject(settings)
  }
})

test('the docs show the files in docs/samples as they are', () => {
  const files = { nginx: 'nginx.conf', Caddy: 'Caddyfile', systemd: 'pinref.service', Compose: 'compose.yaml' }
  const samples = [...samplesWith(shown, 'proxy'), ...samplesWith(shown, 'service')]
  expect(Object.fromEntries(samples.map(({ language, code }) => [language, `${code}\n`]))).toEqual(
    Object.fromEntries(
      Object.entries(files).map(([name, file]) => [name, readFileSync(`docs/samples/${file}`, 'utf8')]),
    ),
  )
})

test('the docs’ command makes a secret long enough for KEY_PEPPER and AUTH_SECRET', async () => {
  const [sample] = samplesWith(shown, 'secret')
  const secret = await runShown(sample)
  expect(readEnv({ KEY_PEPPER: secret, AUTH_SECRET: secret }).AUTH_SECRET).toBe(secret)
})

test('the docs’ readiness check says that Pinref and its store are ok', async () => {
  const [sample] = samplesWith(shown, 'ready')
  expect(JSON.parse(await runShown(sample))).toEqual({ status: 'ok', store: 'ok', source: 'sample' })
})

test('the docs’ start command serves Pinref at its PORT, with its APP_URL', async () => {
  const [sample] = samplesWith(shown, 'serve')
  const port = await freePort()
  const served = spawn('bash', ['-c', sample.code.replace('8080', String(port))], {
    env: { ...process.env, DATA_DIR: join(folder, 'served') },
    detached: true,
    stdio: 'ignore',
  })
  try {
    const ask = () => fetch(`http://127.0.0.1:${port}/api/nothing`).catch(() => sleep(100))
    let answer = await ask()
    for (const deadline = Date.now() + 20_000; !answer && Date.now() < deadline; ) answer = await ask()
    expect(await answer?.json()).toMatchObject({ type: 'https://pinref.example.com/docs/errors/route_not_found' })
  } finally {
    const ended = once(served, 'exit')
    process.kill(-(served.pid ?? 0), 'SIGTERM')
    await ended
  }
})

test('the docs’ command that tries a Google key prints the answer that the page shows', async () => {
  const [sample] = samplesWith(shown, 'googleKey')
  const simulator = await startSimulator()
  const code = sample.code
    .replace('https://places.googleapis.com', simulator.placesUrl)
    .replace(googleKeyPlaceholder, simulator.apiKey)
  const { stdout } = await run('bash', ['-c', code])
  await simulator.stop()
  expect(JSON.parse(stdout)).toEqual(JSON.parse(sample.prints ?? ''))
})

test('a backup made and restored with the docs’ commands keeps API keys and their usage', async () => {
  const [backUp] = samplesWith(shown, 'backUp')
  const [restore] = samplesWith(shown, 'restore')
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  mkdirSync(to)
  // The sample writes the archive next to .data, so this folder must contain .data.
  symlinkSync(folder, from)
  const key = await newKey(app.url)
  const ask = async (url: string) => {
    const headers = { 'content-type': 'application/json', 'x-api-key': key }
    const response = await fetch(`${url}/api/convert`, { method: 'POST', headers, body: '{"cid":"1"}' })
    return { status: response.status, remaining: Number(response.headers.get('x-ratelimit-remaining')) }
  }
  const before = await ask(app.url)
  await app.stop()
  await run('bash', ['-c', backUp.code], { cwd: from })
  await run('bash', ['-c', `mv ../pinref-backup.tar.gz . && ${restore.code}`], { cwd: to })
  const restored = await startApp('worker', { DATA_DIR: join(to, '.data') })
  expect(await ask(restored.url)).toEqual({ status: 200, remaining: before.remaining - 1 })
  await restored.stop()
})
