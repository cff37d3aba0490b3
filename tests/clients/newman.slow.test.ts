import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { docsOrigin, newKey } from '../samples/docs-shown'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'
import { installedClients } from './installed'
import { everything } from './operations'

interface Report {
  run: {
    stats: Record<'requests' | 'assertions', { total: number; failed: number }>
    failures: Array<{ source: { name: string }; error: { test: string; message: string } }>
    executions: Array<{
      item: { name: string }
      response: { stream: { data: number[] } }
      assertions?: Array<{ skipped?: boolean }>
    }>
  }
}

const folder = mkdtempSync(join(tmpdir(), 'pinref-newman-'))
let app: App

beforeAll(async () => {
  app = await startApp('worker', { DATA_DIR: join(folder, '.data'), APP_URL: docsOrigin })
})

afterAll(async () => {
  await app.stop()
  removeFolder(folder)
})

/** Runs the collection as newman does, with a key. Returns the report, and what newman prints. */
async function runCollection(key: string): Promise<Report['run'] & { output: string }> {
  const collection = join(folder, 'collection.json')
  const report = join(folder, 'report.json')
  writeFileSync(collection, await (await fetch(`${app.url}/api/postman.json`)).text())
  const newman = join(installedClients('fast'), 'node_modules/newman/bin/newman.js')
  const variables = [`api_key=${key}`, `base_url=${app.url}/api`].flatMap((one) => ['--env-var', one])
  const args = [newman, 'run', collection, ...variables, '--reporters', 'cli,json', '--reporter-json-export', report]
  // newman exits with an error if a collection test fails, but the report explains the failure better.
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((error: { stdout: string }) => error)
  return { ...JSON.parse(readFileSync(report, 'utf8')).run, output: stdout }
}

/** Returns the names of the operations with these tags, or of all operations. */
async function operationNames(...tags: string[]): Promise<string[]> {
  const { paths } = await (await fetch(`${app.url}/api/openapi.json`)).json()
  const operations = Object.values<Record<string, { summary: string; tags: string[] }>>(paths).flatMap(Object.values)
  return operations.flatMap((one) => (tags.length === 0 || tags.includes(one.tags[0] ?? '') ? one.summary : []))
}

const described = ({ failures }: Report['run']) =>
  failures.map(({ source, error }) => `${source.name}: ${error.test}: ${error.message}`)

test('the Postman collection runs from top to bottom, and every test in it passes', { timeout: 240_000 }, async () => {
  const run = await runCollection(await newKey(app.url, undefined, everything))
  const { stats, executions, output } = run
  expect(described(run)).toEqual([])
  expect(output).not.toMatch(/skipped/i)
  const document = await (await fetch(`${app.url}/api/openapi.json`)).json()
  const operations = await operationNames()
  expect(new Set(executions.map(({ item }) => item.name))).toEqual(new Set(operations))
  expect(stats.assertions.total).toBeGreaterThan(operations.length)
  // The results belong to the lines that the collection sent earlier.
  const { summary } = document.paths['/batches/{id}/results'].get
  const { data = [] } = executions.find(({ item }) => item.name === summary)?.response.stream ?? {}
  const { results } = JSON.parse(Buffer.from(data).toString())
  expect(results.map(({ state }: { state: string }) => state)).toEqual(['found', 'unreadable'])
})

test('with a default key, the Postman collection skips what the key may not do, and says why', async () => {
  const run = await runCollection(await newKey(app.url, 'default.key@example.com'))
  expect(described(run)).toEqual([])
  const passed = run.executions.filter(({ assertions = [] }) => assertions.some(({ skipped }) => skipped !== true))
  const allowed = await operationNames('Lookups', 'Batches', 'Watchlists', 'Account')
  expect(new Set(passed.map(({ item }) => item.name))).toEqual(new Set(allowed))
  expect(run.output).toContain('[skipped] This API key is not allowed to do this.')
  for (const variable of ['callback_id', 'key_id'])
    expect(run.output).toContain(`'Skipped: the variable ${variable} is empty.'`)
}, 240_000)

test('the Postman collection’s tests fail if the key is rejected', async () => {
  const { stats, failures } = await runCollection('pr_live_wrong')
  expect(stats.assertions.failed).toBeGreaterThan(stats.requests.total - 1)
  expect(failures.map(({ error }) => error.message).join()).toContain('401')
})
