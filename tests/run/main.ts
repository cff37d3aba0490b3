import { readFileSync } from 'node:fs'
import requireLanguages, { languagesLeftOut, missingPrograms } from '../support/require-languages'
import { hashOfSources, isBuilt, keepBuilt } from './built'
import { type Command, filesOf } from './commands'
import { missingNotice } from './missing'
import { type Outcome, runStep, type Step, skipStep } from './step'
import { summaryOf } from './summary'

/*
 * `npm test`, `npm run test:full`, and the long forms of tests for `npm run release:check`. Steps run in parallel if they can.
 * A step that fails stops only the steps that need it.
 */

const check = (name: string, command: string): Step => ({ name, command })
const vitest = (name: string, command: Command, ...projects: string[]): Step => {
  const chosen = projects.map((project) => `--project ${project}`)
  return { name, command: ['vitest run', ...chosen, ...filesOf(command, ...projects)].join(' '), hasTests: true }
}

/** Runs lint, types, and the tests that need only Node, Redis, and a browser. */
async function test(): Promise<Outcome[]> {
  const inProcess = vitest('tests in process', 'test', 'unit', 'batches', 'places', 'access')
  const first = inTurn(check('lint', 'npm run task lint:code'), inProcess)
  const app = await build()
  const sides = await Promise.all([
    first,
    // The type check reads the route types that a build writes. It and the prose check keep a processor busy, so they
    // run last, when the other steps mostly wait.
    first.then(() => inTurn(check('types', 'npm run typecheck'), check('prose', 'npm run task lint:prose'))),
    ifPassed(app, browser('journeys', `${filesOf('test', 'e2e').join(' ')} --project desktop`)),
    ifPassed(app, vitest('tests on the build', 'test', 'api')),
  ])
  return [...app, ...sides.flat()]
}

/** Runs everything else that CI checks. Only this installs the languages for the code samples. */
async function full(): Promise<Outcome[]> {
  const first = inTurn(vitest('tests in process', 'test:full', 'unit', 'access', 'batches', 'places'))
  const languages =
    missingPrograms().length > 0 ? inTurn(check('languages', 'node scripts/run.mjs tests/run/main.ts languages')) : []
  const app = [...(await build()), await runStep(check('client', 'npm run task build:client')), ...(await languages)]
  const onBuild = vitest('tests on the build', 'test:full', 'api', 'fuzz', 'deploy', 'clients')
  const lanes = [
    ifPassed(app, browser('browser tests', '', 'JOURNEYS=done ')),
    first.then(() => ifPassed(app, onBuild)),
  ]
  // The samples start when the first of the lanes ends.
  const samples = Promise.race(lanes).then(() => ifPassed(app, vitest('samples', 'test:full', 'samples', 'client')))
  const sides = await Promise.all([first, ...lanes, samples])
  // These run alone: the tests check that calls meet their deadlines, and the last step compares Pinref's speed with a
  // peer's.
  const speed = check('speed', 'npm run task bench:built -- --short')
  const alone = ifPassed(app, vitest('faults', 'test:full', 'faults'), speed)
  return [...app, ...sides.flat(), ...(await alone)]
}

/** Runs the long forms of tests, for up to a few hours. The Vitest projects define which of them run alone. */
async function long(): Promise<Outcome[]> {
  const projects = ['vercel', 'attack', 'fuzz', 'faults', 'deploy']
  const app = await build()
  const inOrder = [
    longForm('long lists', '--project places --project api', filesWithLongForm('places', 'api')),
    ...projects.map((project) => longForm(project, `--project ${project}`, [])),
  ]
  return [...app, ...(await ifPassed(app, ...inOrder))]
}

const longForm = (name: string, projects: string, files: string[]): Step => ({
  name: `${name}, long form`,
  command: `LONG_FORMS=1 vitest run ${projects} ${files.join(' ')}`,
  hasTests: true,
})

/** Lists the files in the named folders that run more tests if `LONG_FORMS` is set. */
const filesWithLongForm = (...within: string[]) =>
  (['test', 'test:full'] as const)
    .flatMap((command) => filesOf(command, ...within))
    .filter((file) => readFileSync(file, 'utf8').includes('LONG_FORMS'))

/** @param what the files, then the options: `--project` reads every word after it as a project. */
const browser = (name: string, what: string, env = ''): Step => ({
  name,
  command: `${env}LOOKS=all playwright test ${what}`.trimEnd(),
  hasTests: true,
})

/** Builds Pinref unless the newest build was made from the same sources. */
async function build(): Promise<Outcome[]> {
  const hash = hashOfSources()
  if (isBuilt(hash)) {
    process.stdout.write('reused   build: nothing has changed since it was made\n')
    return []
  }
  const outcome = await runStep(check('build', 'npm run build'))
  if (outcome.hasPassed) keepBuilt(hash)
  return [outcome]
}

async function ifPassed(needed: readonly Outcome[], ...steps: Step[]): Promise<Outcome[]> {
  return needed.every(({ hasPassed }) => hasPassed) ? inTurn(...steps) : steps.map(skipStep)
}

async function inTurn(...steps: Step[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const step of steps) outcomes.push(await runStep(step))
  return outcomes
}

async function run(name: string, command: () => Promise<Outcome[]>): Promise<void> {
  process.stdout.write(missingNotice(name === 'full'))
  const started = performance.now()
  const outcomes = await command()
  process.stdout.write(summaryOf(outcomes, performance.now() - started, name === 'full' ? languagesLeftOut : []))
  process.exitCode = outcomes.every(({ hasPassed }) => hasPassed) ? 0 : 1
}

const [name = 'test'] = process.argv.slice(2)
const command = { test, full, long }[name]
if (command) await run(name, command)
// A step of `npm run test:full`.
else if (name === 'languages') requireLanguages()
else throw new Error(`There is no command ${name}.`)
