import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundleProgram } from './bundle-program.mjs'
import { faultsOfScript, positionsIn } from './lua-faults.mjs'

/*
 * Checks the Lua that the store runs: each script as it is sent, with the lines that `defineScript` generates, and the
 * files themselves.
 */

const entry = 'dist/lint-lua.ts'
const bundle = resolve('dist/lint-lua.js')

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'server'], { encoding: 'utf8' }).split('\n')
const read = (file) => readFileSync(file, 'utf8')
const sources = files.filter((file) => file.endsWith('.ts')).map((file) => ({ file, text: read(file) }))

/** Imports all files that define scripts, and returns the scripts. */
async function definedScripts() {
  const defining = sources
    .filter(({ text }) => /[= ](?:define(?:Member)?Script|script|memberScript)\(/.test(text))
    .map(({ file }) => file)
  const imports = defining.map((file) => `import '../${file}'\n`)
  mkdirSync('dist', { recursive: true })
  writeFileSync(entry, `export * from '../server/platform/store/script'\n${imports.join('')}`)
  await bundleProgram(entry, bundle)
  return (await import(pathToFileURL(bundle).href)).definedScripts
}

function faultsOfFile(file) {
  const positions = positionsIn(read(file)).map((found) => `${file}: ${found} is a position; declare a name`)
  const isImported = sources.some(({ text }) => text.includes(`/${file.split('/').at(-1)}'`))
  return isImported ? positions : [...positions, `${file}: nothing imports this file`]
}

const scripts = await definedScripts()
const names = scripts.map(({ name }) => name)
const faults = [
  ...scripts.flatMap(faultsOfScript),
  ...files.filter((file) => file.endsWith('.lua')).flatMap(faultsOfFile),
  ...names.filter((name, index) => names.indexOf(name) !== index).map((name) => `two scripts are named ${name}`),
]
for (const fault of faults) console.error(fault)
if (faults.length === 0) console.log(`No findings in ${scripts.length} scripts.`)
process.exitCode = faults.length === 0 ? 0 : 1
