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
    executions: Array<{ item: { name: string }; response: { stream: { data: number[] } } }>
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

/** Runs the collection as newman does, with a key. */
async function runCollection(key: string): Promise<Report['run']> {
  const collection = join(folder, 'collection.json')
  const report = join(folder, 'report.json')
  writeFileSync(collection, await (await fetch(`${app.url}/api/postman.json`)).text())
  const newman = join(installedClients('fast'), 'node_modules/newman/bin/newman.js')
  const variables = [`api_key=${key}`, `base_url=${app.url}/api`].flatMap((one) => ['--env-var', one])
  const args = [newman, 'run', collection, ...variables, '--reporters', 'json', '--reporter-json-export', report]
  // newman exits with an error if a collection test fails, but the report explains the failure better.
  await promisify(execFile)(process.execPath, args).catch(() => {})
  return JSON.parse(readFileSync(report, 'utf8')).run
}

test('the Postman collection runs from top to bottom, and every test in it passes', { timeout: 240_000 }, async () => {
  const { stats, failures, executions } = await runCollection(await newKey(app.url, undefined, everything))
  expect(failures.map(({ source, error }) => `${source.name}: ${error.test}: ${error.message}`)).toEqual([])
  const document = await (await fetch(`${app.url}/api/openapi.json`)).json()
  const operations = Object.values<object>(document.paths).flatMap((item) => Object.values(item))
  const names = new Set(executions.map(({ item }) => item.name))
  expect(names).toEqual(new Set(operations.map(({ summary }) => summary)))
  expect(stats.assertions.total).toBeGreaterThan(operations.length)
  // The results belong to the lines that the collection sent earlier.
  const { summary } = document.paths['/batches/{id}/results'].get
  const { data = [] } = executions.find(({ item }) => item.name === summary)?.response.stream ?? {}
  const { results } = JSON.parse(Buffer.from(data).toString())
  expect(results.map(({ state }: { state: string }) => state)).toEqual(['found', 'unreadable'])
})

test('the Postman collection’s tests fail if the key is rejected', async () => {
  const { stats, failures } = await runCollection('pr_live_wrong')
  expect(stats.assertions.failed).toBeGreaterThan(stats.requests.total - 1)
  expect(failures.map(({ error }) => error.message).join()).toContain('401')
})
