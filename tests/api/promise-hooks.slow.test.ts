import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appProcesses } from '../support/app-processes'
import { freePort } from '../support/free-port'
import { mcpMessage } from '../support/mcp-messages'
import { startOtlpReceiver } from '../support/otlp-receiver'
import { Person } from '../support/person'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'

const folder = mkdtempSync(join(tmpdir(), 'pinref-hooks-'))
const probe = pathToFileURL(resolve('tests/support/promise-hooks.mjs')).href
/**
 * From Node 24, `AsyncLocalStorage` doesn't need the hooks, unless this flag is set. From Node 26, with the flag, they are
 * on as soon as a library creates one, even if it is never used.
 */
const withHooks = process.versions.node.startsWith('24.') ? ' --no-async-context-frame' : ''
let collector: Awaited<ReturnType<typeof startOtlpReceiver>>

beforeAll(async () => {
  collector = await startOtlpReceiver()
})
afterAll(async () => {
  await collector.close()
  removeFolder(folder)
})

describe.each(['without telemetry', 'with telemetry'])('a worker %s', (name) => {
  let app: App
  let person: Person
  let key: string

  beforeAll(async () => {
    const telemetry = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, METRICS_PORT: String(await freePort()) }
    app = await startApp('node', {
      DATA_DIR: join(folder, name),
      NODE_OPTIONS: `--import ${probe}${withHooks}`,
      BURST_LIMIT: '1000000',
      FREE_DAILY_QUOTA: '1000000',
      ...(name === 'with telemetry' && telemetry),
    })
    person = new Person(app.url, 'ada@example.com')
  })
  afterAll(() => app.stop())

  const reports = () => app.errors().match(/promise hooks are \w+/g) ?? []

  async function report(): Promise<string | undefined> {
    const before = reports().length
    process.kill(appProcesses(app.process.pid).workers[0]?.pid ?? Number.NaN, 'SIGUSR2')
    await expect.poll(() => reports().length).toBe(before + 1)
    return reports().at(-1)
  }

  const asVisitor = {}
  const withKey = () => ({ 'x-api-key': key })

  async function statusOf(path: string, method: string, body?: object, headers: Record<string, string> = withKey()) {
    const sent = { 'content-type': 'application/json', ...headers }
    const response = await fetch(app.url + path, { method, headers: sent, ...(body && { body: JSON.stringify(body) }) })
    await response.text()
    return response.status
  }

  test('never turns on hooks for promises, which would make later calls slower, no matter what it handles', async () => {
    expect((await person.signUp()).status).toBe(200)
    key = (await person.procedure('keys.create', { name: 'Key' })).key
    const manager = (await person.procedure('keys.create', { name: 'Manager', operations: ['keys', 'convert'] })).key
    const link = 'https://www.google.com/maps/place/?q=place_id:ChIJj61dQgK6j4AR4GeTYWZsKWw'
    const tools = mcpMessage('tools/list', '2025-06-18')
    const made = await fetch(`${app.url}/api/batches`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ operation: 'resolve', details: 'none', lines: [link, 'https://maps.google.com/?cid=1'] }),
    })
    expect(made.status).toBe(201)
    const batch = `/api/batches/${((await made.json()) as { id: string }).id}`

    const calls: Array<[() => Promise<number>, number]> = [
      [() => statusOf('/api/convert', 'POST', { cid: '1' }), 200],
      [() => statusOf('/api/convert', 'POST', { cid: '1' }, asVisitor), 200],
      [() => statusOf('/api/resolve', 'POST', { url: link }), 200],
      [() => statusOf('/api/batch', 'POST', { items: [{ operation: 'convert', cid: '1' }] }), 200],
      [() => statusOf('/api/usage', 'GET'), 200],
      [() => statusOf(batch, 'GET'), 200],
      [() => statusOf('/api/mcp', 'POST', tools.message, { ...tools.headers, ...withKey() }), 200],
      [() => statusOf('/api/mcp', 'POST', tools.message, tools.headers), 200],
      [() => statusOf('/api/openapi.json', 'GET'), 200],
      [() => statusOf('/api/health/ready', 'GET'), 200],
      [() => statusOf('/api/no-such-route', 'GET'), 404],
      [() => statusOf('/api/unsubscribe?token=made-up', 'POST'), 400],
      [() => statusOf('/api/convert', 'POST', { cid: '1' }, { 'x-api-key': 'pr_live_made-up' }), 401],
      [() => statusOf('/docs', 'GET'), 200],
      [() => statusOf('/mcp', 'POST', {}), 401],
      [async () => (await person.call('/trpc/keys.list')).status, 200],
      [async () => (await person.call('/auth/get-session')).status, 200],
      [async () => (await person.call('/trpc/listings.convert', { cid: '1' })).status, 200],
      [async () => (await person.call('/files/batch_0000000000000000.csv')).status, 404],
    ]
    const turns = Math.ceil(1_000 / calls.length)
    for (let turn = 0; turn < turns; turn++) {
      const statuses = await Promise.all(calls.map(([send]) => send()))
      expect(statuses).toEqual(calls.map(([, status]) => status))
    }
    // Both add an entry to the audit log after the response.
    expect(
      await statusOf('/api/keys', 'POST', { name: 'Made', operations: ['convert'] }, { 'x-api-key': manager }),
    ).toBe(201)
    expect((await person.signIn()).status).toBe(200)
    expect(await report()).toBe('promise hooks are off')
    // The same check notices `AsyncLocalStorage`, or hooks.
    expect(await report()).toBe('promise hooks are on')
  })
})
