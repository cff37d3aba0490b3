import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { expect, test } from 'vitest'
import { version } from '@/package.json'
import { sizeTable } from '@/scripts/client/sizes'
import { project, tarball } from './installed'

const run = promisify(execFile)
const folder = join(project, 'node_modules/pinref')

test('an install adds only the package itself, with its licenses', () => {
  expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['pinref'])
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  expect(manifest).toMatchObject({ name: 'pinref', version, license: 'MIT', type: 'module', sideEffects: false })
  expect(manifest.dependencies).toBeUndefined()
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => !/\.(?:d\.ts|js|js\.map)$/.test(file),
  )
  expect(files.sort()).toEqual(['LICENSE', 'README.md', 'THIRD-PARTY-LICENSES', 'chunks', 'cli', 'package.json'])
  expect(readFileSync(join(folder, 'THIRD-PARTY-LICENSES'), 'utf8')).toMatch(
    /fflate[\s\S]*MIT[\s\S]*papaparse[\s\S]*MIT/i,
  )
})

test('the library, apart from the CLI, uses no Node modules', () => {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  )) {
    if (/^cli(?:\.js$|\/)/.test(file)) continue
    const code = readFileSync(join(folder, file), 'utf8')
    expect(code, file).not.toMatch(/node:|require\(|process\.|Buffer\b/)
  }
})

test('a stack trace points to Pinref’s source, at a path that the program cannot contain', async () => {
  const file = join(project, 'fault.mjs')
  writeFileSync(file, "import { Pinref } from 'pinref'\nnew Pinref({ baseUrl: 'nowhere' })\n")
  const { stderr } = await run(process.execPath, ['--enable-source-maps', file]).catch((error) => error)
  const [, line = ''] = /pinref:\/\/\/clients\/npm\/src\/pinref\.ts:(\d+)/.exec(stderr) ?? []
  const source = readFileSync('clients/npm/src/pinref.ts', 'utf8').split('\n')
  expect(source[Number(line) - 1], stderr).toMatch(/throw new TypeError/)
})

test('publint finds no problem in the package', async () => {
  const { messages } = await publint({ pkgDir: folder, strict: true })
  expect(messages).toEqual([])
})

test('arethetypeswrong finds no problem in the package as an ES module', async () => {
  // Neither CommonJS nor Node 10 resolution can load such a package. The checker fails if it finds a problem.
  const attw = [
    'scripts/tools.mjs',
    'attw',
    tarball,
    '--profile',
    'esm-only',
    '--format',
    'ascii',
    '--no-color',
    '--no-emoji',
  ]
  const { stdout } = await run(process.execPath, attw)
  expect(stdout).toContain('node16 (from ESM): OK (ESM)')
})

test('the package adds at most 23 KB to a program, its reader 20 KB, and convertCid 2 KB', async () => {
  const table = await sizeTable('dist/client')
  process.stdout.write(table)
  expect(table).toContain("import * as reader from 'pinref/reader'")
})

/** Compiles files in a folder below `dist`, where this project's path aliases work. */
async function compile(name: string, files: Record<string, string>, options: object): Promise<string> {
  const at = resolve('dist/test', name)
  mkdirSync(at, { recursive: true })
  for (const [file, text] of Object.entries(files)) writeFileSync(join(at, file), text)
  writeFileSync(join(at, 'tsconfig.json'), JSON.stringify(options))
  return run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', at]).then(
    () => '',
    ({ stdout }) => stdout,
  )
}

test('the package’s types equal the server router’s types, except that the enums of responses allow other values', async () => {
  const names = [...readFileSync('clients/npm/src/answers.ts', 'utf8').matchAll(/^export type (\w+)/gm)].map(
    ([, name]) => name,
  )
  expect(names.length).toBeGreaterThan(10)
  const types = `import type * as shipped from '${join(folder, 'answers')}'
import type * as own from '@/clients/npm/src/answers'

type Identical<One, Other> = (<T>() => T extends One ? 1 : 2) extends (<T>() => T extends Other ? 1 : 2) ? true : false
/** With everything in it written out, and without other values of enums. */
type Plain<T> = T extends object
  ? { [Field in keyof T]: Plain<T[Field]> }
  : Identical<T, string & {}> extends true ? never : T
type Same<One, Other> = Identical<Plain<One>, Plain<Other>>

export const same: { ${names.map((name) => `${name}: Same<shipped.${name}, own.${name}>`).join('; ')} } = {
  ${names.map((name) => `${name}: true`).join(', ')}
}
export const differ: Same<shipped.Listing, own.Conversion> = false
export const open: Identical<shipped.Problem['code'], own.Problem['code'] | (string & {})> = true
export const closed: Identical<shipped.LookupOptions['details'], own.LookupOptions['details']> = true
`
  const compilerOptions = { incremental: false, rootDir: '/', paths: { '@/*': ['../../../*'] } }
  const options = {
    extends: '../../../tsconfig.json',
    compilerOptions,
    include: ['types.ts', '../../../server/**/*.d.ts'],
  }
  expect(await compile('client-types', { 'types.ts': types }, options)).toBe('')
}, 180_000)

test.each(['node16', 'bundler'])(
  'the types accept a correct program and reject mistakes, with module resolution %s',
  async (moduleResolution) => {
    const program = `import { type BatchItem, type Listing, Pinref, PinrefError } from 'pinref'
import { convertCid, readReference } from 'pinref/reader'

const pinref = new Pinref({ apiKey: 'pr_test_x', baseUrl: 'https://pinref.example' })
export async function use(signal: AbortSignal): Promise<Listing | string> {
  const [found, converted] = await pinref.batch([{ operation: 'resolve', url: 'x' }, { operation: 'convert', cid: '1' }])
  const title: string | null = found.result?.title ?? null
  const cid: string | undefined = converted.result?.cid_decimal
  for (const item of await pinref.batch<BatchItem[]>([]))
    if (item.ok && item.operation === 'search') console.log(item.result.results.length)
    else if (!item.ok) console.log(item.operation, item.error.code)
  for await (const { input, listing, error } of pinref.resolveAll(['x'], { signal })) {
    const known: string = error ? error.code : listing.cid
    console.log(input, known, title, cid)
  }
  const reference = readReference('x')
  const placeId: string | null = reference.kind === 'listing' ? reference.listing.place_id : reference.url
  console.log(placeId, convertCid('1').hex_cid)
  try {
    return await pinref.resolve('x', { details: 'none', signal })
  } catch (error) {
    if (error instanceof PinrefError && error.code === 'listing_not_found') return error.message
    if (error instanceof PinrefError && error.code === 'a_later_code') return ''
    // @ts-expect-error: a code is text
    if (error instanceof PinrefError && error.code === 17) return ''
    throw error
  }
}
// @ts-expect-error: there is no such level
pinref.resolve('x', { details: 'some' })
`
    const module = moduleResolution === 'node16' ? 'node16' : 'esnext'
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      lib: ['es2023', 'dom'],
      types: [],
      module,
      moduleResolution,
    }
    const file = join(project, `program-${moduleResolution}.mts`)
    writeFileSync(file, program)
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }))
    const compiled = run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', project])
    await expect(
      compiled.then(
        () => '',
        ({ stdout }) => stdout,
      ),
    ).resolves.toBe('')
  },
  60_000,
)
