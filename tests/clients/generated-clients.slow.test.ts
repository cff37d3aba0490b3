import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { docsOrigin, newKey } from '../samples/docs-shown'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'
import { type Generator, generators, openapiTypescript } from './generators'
import { later, type Relay, startRelay } from './growing-relay'
import { installedClients } from './installed'
import { anyText, everything, type OpenApi, operationsOf } from './operations'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pinref-clients-')))
const installed = installedClients('fast')
let app: App
let relay: Relay
let document: OpenApi

beforeAll(async () => {
  app = await startApp('worker', { DATA_DIR: join(folder, '.data'), APP_URL: docsOrigin })
  document = await (await fetch(`${app.url}/api/openapi.json`)).json()
  relay = await startRelay(app.url, document.components.schemas)
  document.servers = [{ url: `${relay.url}/api` }]
  write('openapi.json', JSON.stringify(document))
  write('package.json', '{ "type": "module" }')
  symlinkSync(join(installed, 'node_modules'), join(folder, 'node_modules'))
})

afterAll(async () => {
  await relay.stop()
  await app.stop()
  removeFolder(folder)
})

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

/** Runs a Node program in the folder. @throws Error with the program's output, if it fails. */
async function run(program: string, ...args: string[]): Promise<string> {
  const running = promisify(execFile)(process.execPath, [program, ...args], { cwd: folder })
  const { stdout } = await running.catch(({ stdout, stderr }) => {
    throw new Error(`${stdout}${stderr}`)
  })
  return stdout
}

/** Generates a client from the document. */
async function generate({ program, args, config = {} }: Generator): Promise<void> {
  for (const [file, text] of Object.entries(config)) write(file, text)
  await run(join(installed, 'node_modules', program), ...args)
}

/** Checks a program's types. @throws Error with what is wrong. */
async function compile(program: string): Promise<void> {
  const target = { target: 'es2022', module: 'esnext', moduleResolution: 'bundler' }
  const lib = ['es2022', 'dom', 'dom.iterable']
  const strict = { strict: true, noUncheckedIndexedAccess: true, skipLibCheck: false }
  const compilerOptions = { ...target, ...strict, lib, types: [], noEmit: true }
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: [program] }))
  await run(resolve('node_modules/typescript/bin/tsc'), '-p', '.')
}

/**
 * Returns a program that calls every operation, and a second program that uses every parameter and is only compiled.
 */
function programOf({ client, call }: Generator, key: string): string {
  const operations = operationsOf(document)
  const calls = operations.map((operation) => {
    const { name, method, path, kind, ok } = operation
    const isMade = method === 'POST' && path === `/${kind}` && ok.field === 'id'
    const inQuery = Object.entries(operation.inQuery).filter(([, value]) => value !== anyText)
    // Events create deliveries. The filters would drop the one that other calls need.
    const isOfDeliveries = name === 'deliveriesList'
    const sent = method === 'GET' && !isOfDeliveries ? Object.fromEntries(inQuery) : operation.required
    return `{
      const { status, data, problem } = ${call(operation, sent)}
      called['${name}'] = problem ? \`\${status} \${problem.code}: \${problem.detail}\` : String(status)
      ${isMade ? `if (data) ids['${kind}'] = data.id` : ''}
      ${isOfDeliveries ? `ids['${kind}'] = data?.deliveries[0]?.id ?? ''` : ''}
      ${ok.field ? `if (data) fields['${name}'] = data.${ok.field} !== undefined` : 'void data'}
    }`
  })
  const convert = operations.find(({ name }) => name === 'convert')
  if (!convert) throw new Error('There is no operation that fails without a listing.')
  const named = operations.map((operation) => `void ${call(operation, operation.inQuery)}`)
  return `${client(`${relay.url}/api`, key)}
const ids: Record<string, string> = {}
const called: Record<string, string> = {}
const fields: Record<string, boolean> = {}
${calls.join('\n')}
const { status, problem } = ${call({ ...convert, body: { cid: 'x' } }, {})}
console.log(JSON.stringify({ called, fields, failed: [status, problem?.code] }))
export async function everyParameter() {
  ${named.join('\n  ')}
}
`
}

describe.each(generators)('the client that $name generates from the OpenAPI document', (generator) => {
  test('compiles under strict with every parameter of every operation, and works, also with later fields and values', {
    timeout: 240_000,
  }, async () => {
    const { name } = generator
    await generate(generator)
    write(`${name}-used.ts`, programOf(generator, await newKey(app.url, `${name}@example.com`, everything)))
    await compile(`${name}-used.ts`)
    const outfile = join(folder, `${name}-used.js`)
    const entryPoints = [join(folder, `${name}-used.ts`)]
    await build({ entryPoints, bundle: true, format: 'esm', outfile, logLevel: 'silent' })

    expectToWork(await run(outfile), { conflict: 'batch_state', failure: 'invalid_cid' })
    relay.isLater = true
    onTestFinished(() => {
      relay.isLater = false
    })
    expectToWork(await run(outfile), { conflict: later, failure: later })
  })
})

/** Checks what a program prints: every call succeeds, and an error has its code. */
function expectToWork(printed: string, { conflict, failure }: { conflict: string; failure: string }): void {
  const { called, fields, failed } = JSON.parse(printed)
  const operations = operationsOf(document)
  // The batch has few lines and may end before it is paused.
  const isOver = expect.stringMatching(`^(200|409 ${conflict}: .*)$`)
  // It was canceled unless it had already ended.
  const isRepeated = expect.stringMatching(`^(201|409 ${conflict}: .*)$`)
  const expectedStatus = (path: string, status: number) => {
    if (path.endsWith('/repeat')) return isRepeated
    return /\/(pause|resume|cancel)$/.test(path) ? isOver : String(status)
  }
  expect(called).toEqual(
    Object.fromEntries(operations.map(({ name, path, ok }) => [name, expectedStatus(path, ok.status)])),
  )
  expect(Object.values(fields)).not.toContain(false)
  expect(failed).toEqual([400, failure])
}

test('the types that openapi-typescript generates fill less than 5,000 lines', async () => {
  const generator = generators.find(({ name }) => name === 'openapi-typescript')
  if (generator) await generate(generator)
  const types = readFileSync(join(folder, 'openapi-typescript.d.ts'), 'utf8')
  expect(types.split('\n').length).toBeLessThan(5_000)
})

test('the types that openapi-typescript generates narrow a batch’s items and results', {
  timeout: 240_000,
}, async () => {
  await generate(openapiTypescript)
  write(
    'narrowed.ts',
    `import type { components } from './openapi-typescript'
type Schemas = components['schemas']
export function cidOf(one: Schemas['BatchResults']['results'][number]): string | undefined {
  if (!one.ok) return \`\${one.operation} \${one.problem.code}\`
  switch (one.operation) {
    case 'resolve':
      return one.result.cid
    case 'search':
      return one.result.results[0]?.cid
    case 'convert':
      return one.result.cid_decimal
  }
}
export const items: Schemas['BatchRequest']['items'] = [
  { operation: 'search', name: 'x', country: 'GB' },
  // @ts-expect-error: a conversion has no name
  { operation: 'convert', cid: '1', name: 'x' },
]
`,
  )
  await compile('narrowed.ts')
})
