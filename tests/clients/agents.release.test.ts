import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, lines } from '../api/agents'
import { docsOrigin, newKey } from '../samples/docs-shown'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'
import { installedClients } from './installed'

/** An agent's connection. A tool's result is structured. A failed call throws an error or returns text. */
interface Host {
  tools(): Promise<string[]>
  /** Returns a call's complete output for the model, as text. */
  call(name: string, input: object): Promise<string>
  close(): Promise<void>
}

const folder = mkdtempSync(join(tmpdir(), 'pinref-agents-'))
let installed: string
let app: App
let key: string

beforeAll(async () => {
  installed = join(installedClients('agents'), 'node_modules')
  app = await startApp('worker', { DATA_DIR: join(folder, '.data'), APP_URL: docsOrigin })
  key = await newKey(app.url)
}, 900_000)

afterAll(async () => {
  await app.stop()
  removeFolder(folder)
})

const load = (file: string) => import(pathToFileURL(join(installed, file)).href)
const server = () => ({ url: `${app.url}/api/mcp`, headers: { 'X-API-Key': key } })
const environment = () => ({ PATH: process.env.PATH ?? '', HOME: folder, KEY: key, NODE_ENV: 'production' as const })

async function official(line: (typeof lines)[number]): Promise<Host> {
  const agent = await connect(line, app.url, { 'X-API-Key': key })
  return {
    tools: async () => (await agent.tools()).map(({ name }) => name),
    call: async (name, input) => JSON.stringify(await agent.call(name, input)),
    close: async () => {},
  }
}

async function aiSdk(): Promise<Host> {
  const { createMCPClient } = await load('@ai-sdk/mcp/dist/index.js')
  const client = await createMCPClient({ transport: { type: 'http', ...server() } })
  const tools = await client.tools()
  return {
    tools: async () => Object.keys(tools),
    call: async (name, input) => JSON.stringify(await tools[name].execute(input, { toolCallId: '1', messages: [] })),
    close: () => client.close(),
  }
}

async function langChain(): Promise<Host> {
  const { MultiServerMCPClient } = await load('@langchain/mcp-adapters/dist/index.js')
  const client = new MultiServerMCPClient({ pinref: { transport: 'http', ...server() } })
  const tools: Array<{ name: string; invoke(input: object): Promise<unknown> }> = await client.getTools()
  return {
    tools: async () => tools.map(({ name }) => name),
    // This client throws a tool's error message.
    call: async (name, input) =>
      JSON.stringify(
        await tools
          .find((tool) => tool.name === name)
          ?.invoke(input)
          .catch(String),
      ),
    close: () => client.close(),
  }
}

async function mcpRemote(): Promise<Host> {
  const program = join(installed, 'mcp-remote/dist/proxy.js')
  const { url } = server()
  const header = ['X-API-Key:$', '{KEY}'].join('')
  const args = [program, url, '--transport', 'http-only', '--header', header]
  const transport = new StdioClientTransport({ command: process.execPath, args, env: environment(), stderr: 'ignore' })
  const client = new Client({ name: 'tests', version: '1.0.0' })
  await client.connect(transport)
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, input) => JSON.stringify(await client.callTool({ name, arguments: { ...input } })),
    close: () => client.close(),
  }
}

async function inspector(): Promise<Host> {
  const program = join(installed, '@modelcontextprotocol/inspector/clients/launcher/build/index.js')
  const run = (...args: string[]) => {
    const { url, headers } = server()
    const reached = ['--cli', url, '--transport', 'http', '--header', `X-API-Key: ${headers['X-API-Key']}`]
    const running = promisify(execFile)(process.execPath, [program, ...reached, ...args], { env: environment() })
    // The program exits with 1 if the tool reports a failure.
    return running.then(({ stdout }) => stdout).catch(({ stdout, stderr }) => `${stdout}${stderr}`)
  }
  return {
    tools: async () => JSON.parse(await run('--method', 'tools/list')).tools.map(({ name }: { name: string }) => name),
    call: (name, input) => {
      const fields = Object.entries(input).flatMap(([field, value]) => ['--tool-arg', `${field}=${value}`])
      return run('--method', 'tools/call', '--tool-name', name, ...fields)
    },
    close: async () => {},
  }
}

const makers = new Map<string, () => Promise<Host>>([
  ...lines.map((line): [string, () => Promise<Host>] => [`the official SDK (${line})`, () => official(line)]),
  ['the AI SDK', aiSdk],
  ["LangChain's adapter", langChain],
  ['mcp-remote', mcpRemote],
  ['the command line of Inspector', inspector],
])

describe.each([...makers])('an agent that uses %s', (_, make) => {
  test('lists the tools, calls them with its key, and reads their errors', async () => {
    const official = await connect('sdk 1', app.url, { 'X-API-Key': key })
    const host = await make()
    expect(await host.tools()).toEqual((await official.tools()).map(({ name }) => name))
    expect(await host.call('convert_cid', { cid: '0xABC' })).toContain('2748')
    const found = await host.call('resolve_listing', { url: 'ChIJ3S-JXmauEmsRUcIaWtf4MzE' })
    expect(found).toContain('Sydney Opera House')
    // The value is exact even if a JavaScript number can't represent it.
    expect(found).toContain('3545450935484072529')
    expect(await host.call('convert_cid', { cid: 'xyz' })).toContain('Send a CID in decimal')
    await host.close()
  })
})
