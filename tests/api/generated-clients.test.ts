import { execFile } from 'node:child_process'
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, expect, test } from 'vitest'
import { removeFolder } from '../support/remove-folder'
import { hosts, newVisitor } from './call'

const url = hosts[0]?.url ?? ''
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pinref-clients-')))

afterAll(() => removeFolder(folder))

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

/** Runs a program of node in the folder. @throws Error with what the program printed, if it fails. */
async function run(program: string, ...args: string[]): Promise<string> {
  const running = promisify(execFile)(process.execPath, [program, ...args], { cwd: folder })
  const { stdout } = await running.catch(({ stdout, stderr }) => {
    throw new Error(`${stdout}${stderr}`)
  })
  return stdout
}

/*
 * A fault of the document for which openapi-typescript or @hey-api/openapi-ts generate types that do not fit the API fails here,
 * too: orval's client takes the server and the path of a call from the document, and types each status by itself.
 */
test('a client that orval generates from the OpenAPI document compiles under strict and works', {
  timeout: 240_000,
}, async () => {
  const document = await (await fetch(`${url}/api/openapi.json`)).json()
  document.servers = [{ url: `${url}/api` }]
  write('openapi.json', JSON.stringify(document))
  const output = { target: './orval.ts', client: 'fetch', baseUrl: { getBaseUrlFromSpecification: true } }
  const config = { pinref: { input: './openapi.json', output } }
  write('orval.config.mjs', `export default ${JSON.stringify(config)}`)
  write('package.json', '{ "type": "module" }')
  await run(resolve('node_modules/orval/dist/bin/orval.mjs'), '--config', 'orval.config.mjs')
  write(
    'used.ts',
    `import { convert } from './orval'
const options = { headers: ${JSON.stringify({ 'x-forwarded-for': newVisitor() })} }
const answer = await convert({ cid: '0xf676f1e1cc02bbb6' }, options)
const wrong = await convert({ cid: '-1' }, options)
const cid = answer.status === 200 ? answer.data.cid_decimal : null
const code = wrong.status === 400 ? wrong.data.code : null
console.log(JSON.stringify({ cid, code }))`,
  )
  const target = { target: 'es2022', module: 'esnext', moduleResolution: 'bundler' }
  const lib = ['es2022', 'dom', 'dom.iterable']
  const compilerOptions = { ...target, lib, types: [], strict: true, noEmit: true, skipLibCheck: false }
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['.'] }))
  await run(resolve('node_modules/typescript/bin/tsc'), '-p', '.')
  const outfile = join(folder, 'used.js')
  await build({ entryPoints: [join(folder, 'used.ts')], bundle: true, format: 'esm', outfile, logLevel: 'silent' })
  expect(JSON.parse(await run(outfile))).toEqual({ cid: '17759648132674796470', code: 'invalid_cid' })
})
