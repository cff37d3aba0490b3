import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkContents } from './contents.mjs'
import { checkLicenses } from './licences.mjs'

/*
 * `npm run release:check` runs all of these steps in a clean clone of the last commit, which takes a few hours;
 * `npm run release:check -- licences` runs only the named steps, in this folder. Results are in dist/release.
 */

const results = 'dist/release'

const steps = {
  tests: () => run('npm', 'test'),
  full: () => run('npm', 'run', 'test:full'),
  clients: () => task('test:clients'),
  long: () => run('npm', 'run', 'test:long'),
  chaos: () => task('bench:batches', 'chaos'),
  cluster: () => task('simulate:cluster'),
  soak: () => task('test:soak'),
  lighthouse: () => task('lighthouse'),
  audit: () => task('audit'),
  contents: () => checkContents(results),
  licences: () => checkLicenses(results),
}

function runSteps(names) {
  const unknown = names.filter((name) => !Object.hasOwn(steps, name))
  if (unknown.length > 0)
    throw new Error(`There is no step ${unknown}. The steps are ${Object.keys(steps).join(', ')}.`)
  mkdirSync(results, { recursive: true })
  for (const name of names) {
    process.stdout.write(`\n${name}\n`)
    steps[name]()
  }
  process.stdout.write(`\n${names.join(', ')}: passed\n`)
}

function runInClone() {
  const clone = mkdtempSync(join(tmpdir(), 'pinref-release-'))
  try {
    run('git', 'clone', '--quiet', '.', clone)
    const there = { cwd: clone, stdio: 'inherit' }
    execFileSync('npm', ['ci'], there)
    execFileSync(process.execPath, ['scripts/release/check.mjs', ...Object.keys(steps)], there)
    cpSync(join(clone, results), results, { recursive: true })
  } finally {
    rmSync(clone, { recursive: true, force: true })
  }
}

function run(program, ...args) {
  execFileSync(program, args, { stdio: 'inherit' })
}

const task = (...args) => run('npm', 'run', 'task', ...args)

const named = process.argv.slice(2)
try {
  if (named.length > 0) runSteps(named)
  else runInClone()
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
