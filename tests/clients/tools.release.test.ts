import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { docsOrigin, newKey } from '../samples/docs-shown'
import { freePort } from '../support/free-port'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'
import { installedClients } from './installed'
import { everything, type OpenApi, type Operation, operationsOf } from './operations'

const folder = mkdtempSync(join(tmpdir(), 'pinref-tools-'))
let installed: string
let app: App
let key: string
let document: OpenApi

beforeAll(async () => {
  installed = join(installedClients('tools'), 'node_modules')
  app = await startApp('worker', { DATA_DIR: join(folder, '.data'), APP_URL: docsOrigin })
  key = await newKey(app.url, undefined, everything)
  document = await (await fetch(`${app.url}/api/openapi.json`)).json()
  document.servers = [{ url: `${app.url}/api` }]
}, 900_000)

afterAll(async () => {
  await app.stop()
  removeFolder(folder)
})

interface Answer {
  status: number | undefined
  body: { id?: string; code?: string; deliveries?: Array<{ id: string }> }
}

/** A swagger-client response. */
interface Reply {
  status: number
  text: string
}

/** Parses a JSON object; returns an empty one for a file. */
function objectIn(text = '{}'): Answer['body'] {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** Calls every operation once, each with previously created objects, and checks that all calls succeed. */
async function expectAllToWork(send: (operation: Operation, values: Record<string, string>) => Promise<Answer>) {
  const ids = new Map<string, string>()
  for (const operation of operationsOf(document)) {
    const { kind, inPath, method, path, required, ok } = operation
    const sent = Object.entries({ ...inPath, ...required })
    const values = sent.map(([name, value]) => [name, name === 'id' ? ids.get(kind) : String(value)])
    const { status, body } = await send(operation, Object.fromEntries(values))
    // The batch has few lines and may end before it is paused, or be canceled before it ends.
    const isOver = /\/(pause|resume|cancel|repeat)$/.test(path) && body.code === 'batch_state'
    expect({ path, status, body }).toMatchObject({ path, status: isOver ? 409 : ok.status })
    // Events create deliveries.
    const id = method === 'POST' && path === `/${kind}` ? body.id : body.deliveries?.[0]?.id
    if (id) ids.set(kind, id)
  }
}

test('every operation can be called with swagger-client, which generates its methods from the OpenAPI document', async () => {
  const { default: SwaggerClient } = await import(pathToFileURL(join(installed, 'swagger-client/lib/commonjs.js')).href)
  const client = await SwaggerClient({ spec: document, authorizations: { apiKey: key } })
  await expectAllToWork(async ({ id, body }, values) => {
    const apis: Array<Record<string, (values: object, options: object) => Promise<Reply>>> = Object.values(client.apis)
    // swagger-client replaces hyphens in names.
    const name = id.replaceAll('-', '_')
    const called = apis.find((api) => api[name])?.[name]?.(values, { requestBody: body })
    const { status, text } = (await called?.catch(({ response }: { response: Reply }) => response)) ?? {}
    return { status, body: objectIn(text) }
  })
})

test('Prism, between a caller and the API, finds no call or response that violates the OpenAPI document', async () => {
  const port = await freePort()
  const program = join(installed, '@stoplight/prism-cli/dist/index.js')
  const api = `${app.url}/api`
  const args = [program, 'proxy', `${api}/openapi.json`, api, '-p', String(port), '--errors']
  const prism = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    let report = ''
    while (!report.includes('Prism is listening')) report += (await once(prism.stdout, 'data')).join()
    prism.stdout.resume()
    const send = async (method: string, path: string, body: unknown): Promise<Answer> => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      // Prism returns its own problem for an invalid call or response.
      expect(text).not.toContain('stoplight.io')
      return { status: response.status, body: objectIn(text) }
    }
    await expectAllToWork(({ method, path, required, body }, values) =>
      send(
        method,
        `${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')}?${new URLSearchParams(
          Object.keys(required).map((name) => [name, values[name] ?? '']),
        )}`,
        body,
      ),
    )
    const mixed = {
      items: [
        { operation: 'resolve', url: 'x' },
        { operation: 'search', name: 'trevi', country: 'it' },
      ],
    }
    expect((await send('POST', '/batch', mixed)).status).toBe(200)
    expect((await send('POST', '/convert', { cid: '-1' })).status).toBe(400)
  } finally {
    prism.kill()
  }
})
