import { readFileSync } from 'node:fs'
import requireLanguages, { languagesLeftOut, missingPrograms } from '../support/require-languages'
import { hashOfSources, isBuilt, keepBuilt } from './built'
import { longProjects, testFiles, vitestOptions, vitestSteps } from './commands'
import { missingNotice } from './missing'
import { type Outcome, runStep, type Step, skipStep } from './step'
import { summaryOf } from './summary'

/*
 * `npm test`, `npm run test:full`, and the long forms of tests for `npm run release:check`. Steps run in parallel if they can.
 * A step that fails stops only the steps that need it.
 */

const check = (name: string, command: string): Step => ({ name, command })

/** Runs a kind of tests in some of Vitest's projects. */
function vitest<Kind extends keyof typeof vitestSteps>(
  kind: Kind,
  name: keyof (typeof vitestSteps)[Kind] & string,
): Step {
  const projects = (vitestSteps[kind][name] as readonly string[]).map((project) => `--project ${project}`)
  return { name, command: ['vitest run', ...projects, vitestOptions[kind]].join(' '), hasTests: true }
}

/** Runs browser tests with every look, in some of Playwright's projects. */
const browser = (name: string, ...projects: string[]): Step => ({
  name,
  command: ['LOOKS=all playwright test', ...projects.map((project) => `--project ${project}`)].join(' '),
  hasTests: true,
})

/** Runs lint, types, and the tests that need only Node, Redis, and a browser. */
async function test(): Promise<Outcome[]> {
  const first = inTurn(check('lint', 'npm run task lint:code'), vitest('quick', 'tests in process'))
  const app = await build()
  const sides = await Promise.all([
    first,
    // The type check reads the route types that a build writes. It and the prose check keep a processor busy, so they
    // run last, when the other steps mostly wait.
    first.then(() => inTurn(check('types', 'npm run typecheck'), check('prose', 'npm run task lint:prose'))),
    ifPassed(app, browser('journeys', 'journeys')),
    ifPassed(app, vitest('quick', 'tests on the build')),
  ])
  return [...app, ...sides.flat()]
}

/** Runs everything else that CI checks. Only this installs the languages for the code samples. */
async function full(): Promise<Outcome[]> {
  const first = inTurn(vitest('slow', 'tests in process'))
  const languages =
    missingPrograms().length > 0 ? inTurn(check('languages', 'node scripts/run.mjs tests/run/main.ts languages')) : []
  const app = [...(await build()), await runStep(check('client', 'npm run task build:client')), ...(await languages)]
  const lanes = [
    ifPassed(app, browser('browser tests', 'desktop', 'phone')),
    first.then(() => ifPassed(app, vitest('slow', 'tests on the build'))),
  ]
  // The samples start when the first of the lanes ends.
  const samples = Promise.race(lanes).then(() => ifPassed(app, vitest('slow', 'samples')))
  const sides = await Promise.all([first, ...lanes, samples])
  // These run alone: the tests check that calls meet their deadlines, and the last step compares Pinref's speed with a
  // peer's.
  const alone = ifPassed(
    app,
    check('trace', 'node scripts/run.mjs tests/trace/main.ts'),
    vitest('slow', 'faults'),
    check('speed', 'npm run task bench:built -- --short'),
  )
  return [...app, ...sides.flat(), ...(await alone)]
}

/** Runs the long forms of tests, for up to a few hours. The Vitest projects define which of them run alone. */
async function long(): Promise<Outcome[]> {
  const app = await build()
  const inOrder = [
    longForm('long lists', '--project places --project api', longLists()),
    ...longProjects.map((project) => longForm(project, `--project ${project}`, [])),
  ]
  return [...app, ...(await ifPassed(app, ...inOrder))]
}

const longForm = (name: string, projects: string, files: string[]): Step => ({
  name: `${name}, long form`,
  command: `LONG_FORMS=1 vitest run ${projects} ${files.join(' ')}`,
  hasTests: true,
})

/** Lists the files in places and api that run more tests if `LONG_FORMS` is set. */
const longLists = () =>
  testFiles().filter((file) => /^tests\/(places|api)\//.test(file) && readFileSync(file, 'utf8').includes('LONG_FORMS'))

/** Builds Pinref unless the newest build was made from the same sources. */
async function build(): Promise<Outcome[]> {
  const hash = hashOfSources()
  if (isBuilt(hash)) {
    process.stdout.write('reused   build: nothing has changed since it was made\n')
    return []
  }
  const outcome = await runStep(check('build', 'npm run build'))
  if (outcome.state === 'passed') keepBuilt(hash)
  return [outcome]
}

async function ifPassed(needed: readonly Outcome[], ...steps: Step[]): Promise<Outcome[]> {
  return needed.every(({ state }) => state === 'passed') ? inTurn(...steps) : steps.map(skipStep)
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
  process.exitCode = outcomes.every(({ state }) => state === 'passed') ? 0 : 1
}

const [name = 'test'] = process.argv.slice(2)
const command = { test, full, long }[name]
if (command) await run(name, command)
// A step of `npm run test:full`.
else if (name === 'languages') requireLanguages()
else throw new Error(`There is no command ${name}.`)
