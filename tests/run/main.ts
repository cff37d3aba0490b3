import { languagesLeftOut } from '../support/require-languages'
import { whatIsMissing } from './missing'
import { type Outcome, runStep, type Step, skipStep } from './step'
import { summaryOf } from './summary'

const vitest = (name: string, ...projects: string[]): Step => ({
  name,
  command: `vitest run ${projects.map((project) => `--project ${project}`).join(' ')}`,
  hasTests: true,
})

const lint: Step = { name: 'lint', command: 'npm run lint' }
const build: Step = { name: 'build', command: 'npm run build' }
const client: Step = { name: 'client', command: 'npm run build:client' }
const types: Step = { name: 'types', command: 'npm run typecheck' }
const inProcess = vitest('tests in process', 'unit', 'access', 'batches', 'places')
const onTheBuild = vitest('tests on the build', 'api', 'fuzz', 'deploy')
const browser: Step = { name: 'browser tests', command: 'playwright test', hasTests: true }
const published = vitest('samples and client', 'samples', 'client')
const faults = vitest('faults', 'faults')

/** Runs every step, in parallel if possible. A step that fails stops only the steps that need it. */
async function runAll(): Promise<Outcome[]> {
  const first = inTurn(lint, inProcess)
  const app = await runStep(build)
  const packed = await runStep(client)
  const hasBuilt = app.hasPassed && packed.hasPassed
  const ifBuilt = async (...steps: Step[]) => (hasBuilt ? inTurn(...steps) : steps.map(skipStep))

  const sides = await Promise.all([
    // A build writes its types where the type check reads those of all routes, so the check waits for it.
    inTurn(types),
    ifBuilt(browser, published),
    first.then(() => ifBuilt(onTheBuild)),
  ])
  // Alone, because these tests check that calls meet their deadlines.
  return [...(await first), app, packed, ...sides.flat(), ...(await ifBuilt(faults))]
}

async function inTurn(...steps: Step[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const step of steps) outcomes.push(await runStep(step))
  return outcomes
}

process.stdout.write(whatIsMissing())
const started = performance.now()
const outcomes = await runAll()
process.stdout.write(summaryOf(outcomes, performance.now() - started, languagesLeftOut))
process.exitCode = outcomes.every(({ hasPassed }) => hasPassed) ? 0 : 1
