import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import workflow from '@/docs/samples/n8n.json'
import { docsOrigin, newKey } from '../samples/docs-shown'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'
import { installedClients } from './installed'

interface Item {
  url: string
  status: number | null
  result?: { title: string; place_id: string }
  problem?: { code?: string; detail: string }
}

const folder = mkdtempSync(join(tmpdir(), 'pinref-n8n-'))
let program: string
let app: App
let key: string

beforeAll(async () => {
  program = join(installedClients('n8n'), 'node_modules/n8n/bin/n8n')
  app = await startApp('worker', { DATA_DIR: join(folder, '.data'), APP_URL: docsOrigin })
  key = await newKey(app.url)
}, 1_800_000)

afterAll(async () => {
  await app.stop()
  removeFolder(folder)
})

/** n8n's environment, without the variables that indicate a test, because n8n prints nothing in tests. */
const settings: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  HOME: folder,
  N8N_USER_FOLDER: folder,
  N8N_ENCRYPTION_KEY: 'tests',
  N8N_DIAGNOSTICS_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
  N8N_RUNNERS_ENABLED: 'false',
  N8N_LOG_LEVEL: 'info',
}

const n8n = (...args: string[]) =>
  promisify(execFile)(process.execPath, [program, ...args], {
    env: settings,
    maxBuffer: 64 * 1024 * 1024,
  })

/** Runs the docs' workflow like a reader who has set the key, and returns the last node's items. */
async function runWorkflow(apiKey: string, url = app.url): Promise<Item[]> {
  const credentials = { httpHeaderAuth: { id: 'key', name: 'Pinref' } }
  const nodes = workflow.nodes.map((node) => (node.name === 'Pinref' ? { ...node, credentials } : node))
  const imported = JSON.stringify([{ ...workflow, id: 'pinref', active: false, nodes }]).replaceAll(docsOrigin, url)
  const data = { name: 'X-API-Key', value: apiKey }
  const credential = JSON.stringify([{ ...credentials.httpHeaderAuth, type: 'httpHeaderAuth', data }])
  for (const [kind, text] of Object.entries({ credentials: credential, workflow: imported })) {
    const file = join(folder, `${kind}.json`)
    writeFileSync(file, text)
    await n8n(`import:${kind}`, `--input=${file}`)
  }
  const { stdout } = await n8n('execute', '--id=pinref', '--rawOutput')
  const [json = ''] = /^\{$.*?^\}$/ms.exec(stdout) ?? []
  const { runData, lastNodeExecuted } = JSON.parse(json).data.resultData
  return runData[lastNodeExecuted][0].data.main[0].map(({ json }: { json: Item }) => json)
}

/** Returns how many calls the account has made this month. */
async function used(): Promise<number> {
  const usage = await fetch(`${app.url}/api/usage`, { headers: { 'x-api-key': key } })
  return (await usage.json()).used
}

test('the n8n workflow looks up every valid link despite an invalid one, and counts each valid link once', {
  timeout: 600_000,
}, async () => {
  const items = await runWorkflow(key)
  expect(items).toMatchObject([
    { url: expect.any(String), status: 200, result: { title: 'Trevi Fountain' } },
    { url: expect.any(String), status: 200, result: { title: 'Sydney Opera House' } },
    { url: expect.any(String), status: 200, result: { title: 'Colosseum' } },
    { url: 'https://example.com/', status: 400, problem: { code: 'unsupported_link' } },
  ])
  expect(await used()).toBe(3)
})

test('the n8n workflow shows why each link’s request failed, and runs to the end', {
  timeout: 600_000,
}, async () => {
  const before = await used()
  const items = await runWorkflow('pr_live_wrong')
  expect(items.map(({ status }) => status)).toEqual([null, null, null, null])
  for (const { problem } of items) expect(problem?.detail).toContain('401')
  expect(await used()).toBe(before)
})
