import { execFile } from 'node:child_process'
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeFolder } from '../support/remove-folder'
import { hosts, newVisitor } from './call'

/*
 * Tests the clients that others generate from the OpenAPI document: each is generated, compiled with `strict`, and used once.
 */

const run = promisify(execFile)
const url = hosts[0]?.url ?? ''
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pinref-clients-')))
const hook = resolve('tests/api/typescript6.mjs')

beforeAll(async () => {
  const document = await (await fetch(`${url}/api/openapi.json`)).json()
  document.servers = [{ url: `${url}/api` }]
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
  const strict = { strict: true, noEmit: true }
  const target = {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom', 'dom.iterable'],
  }
  const compilerOptions = { ...strict, ...target, types: [], skipLibCheck: false }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
})

afterAll(() => removeFolder(folder))

const generate = (program: string, options: readonly string[]) =>
  run(process.execPath, ['--import', hook, resolve('node_modules', program), ...options], { cwd: folder })

/** Adds a program to the folder, compiles everything there, runs the program, and returns the JSON that it prints. */
async function used(name: string, code: string): Promise<unknown> {
  writeFileSync(join(folder, `${name}.ts`), code)
  const compiler = [resolve('node_modules/typescript/bin/tsc'), '-p', folder]
  await run(process.execPath, compiler).catch(({ stdout }) => {
    throw new Error(stdout)
  })
  const outfile = join(folder, `${name}.js`)
  await build({ entryPoints: [join(folder, `${name}.ts`)], bundle: true, format: 'esm', outfile, logLevel: 'silent' })
  const { stdout } = await run(process.execPath, [outfile])
  return JSON.parse(stdout)
}

/** What each program must print: a field of the answer, and the code of the problem that answers a wrong call. */
const expected = { cid: '17759648132674796470', code: 'invalid_cid' }

const visitor = () => JSON.stringify({ 'x-forwarded-for': newVisitor() })

test('types from openapi-typescript compile under strict and fit the answers', { timeout: 240_000 }, async () => {
  await generate('openapi-typescript/bin/cli.js', ['openapi.json', '-o', 'types.ts'])
  const code = `import type { paths } from './types'
type Convert = paths['/convert']['post']
type Sent = Convert['requestBody']['content']['application/json']
type Answer = Convert['responses'][200]['content']['application/json']
type Problem = Convert['responses'][400]['content']['application/problem+json']
const convert = async (body: Sent) => {
  const options = { method: 'POST', headers: ${visitor()}, body: JSON.stringify(body) }
  const response = await fetch('${url}/api/convert', options)
  return response.json()
}
const answer: Answer = await convert({ cid: '0xf676f1e1cc02bbb6' })
const problem: Problem = await convert({ cid: '-1' })
const code: 'invalid_cid' | Problem['code'] = problem.code
console.log(JSON.stringify({ cid: answer.cid_decimal, code }))
export {}`
  expect(await used('typed', code)).toEqual(expected)
})

test('a client from @hey-api/openapi-ts compiles under strict and works', { timeout: 240_000 }, async () => {
  await generate('@hey-api/openapi-ts/dist/run.mjs', ['-i', 'openapi.json', '-o', 'hey', '--no-log-file'])
  const code = `import { convert } from './hey'
import { client } from './hey/client.gen'
client.setConfig({ headers: ${visitor()} })
const { data } = await convert({ body: { cid: '0xf676f1e1cc02bbb6' } })
const { error } = await convert({ body: { cid: '-1' } })
console.log(JSON.stringify({ cid: data?.cid_decimal, code: error?.code }))`
  expect(await used('hey-used', code)).toEqual(expected)
})

test('a client from orval compiles under strict and works', { timeout: 240_000 }, async () => {
  const output = { target: './orval.ts', client: 'fetch', baseUrl: { getBaseUrlFromSpecification: true } }
  const config = { pinref: { input: './openapi.json', output } }
  writeFileSync(join(folder, 'orval.config.mjs'), `export default ${JSON.stringify(config)}`)
  await generate('orval/dist/bin/orval.mjs', ['--config', 'orval.config.mjs'])
  const code = `import { convert } from './orval'
const options = { headers: ${visitor()} }
const answer = await convert({ cid: '0xf676f1e1cc02bbb6' }, options)
const wrong = await convert({ cid: '-1' }, options)
const cid = answer.status === 200 ? answer.data.cid_decimal : null
const code = wrong.status === 400 ? wrong.data.code : null
console.log(JSON.stringify({ cid, code }))`
  expect(await used('orval-used', code)).toEqual(expected)
})
