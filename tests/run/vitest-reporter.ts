import { relative } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import { failure, keepResults, type TestResult } from './result'

/** Saves Vitest's results for the run that started it. */
export default class ResultsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]) {
    const strays = unhandled.map((error) => failure('vitest', error.message, errorText([error])))
    keepResults([...modules.flatMap(resultsOf), ...strays])
  }
}

function resultsOf(module: TestModule): TestResult[] {
  const results = [...module.children.allTests()].map(resultOf)
  const [first] = results
  if (first) first.preparedMs = preparedMs(module, results)
  // If a file cannot be loaded or its setup fails, none of its tests is marked as failed.
  const failsAsWhole = module.state() === 'failed' && !results.some(({ state }) => state === 'failed')
  return failsAsWhole ? [...results, failure(module.project.name, pathOf(module), errorText(module.errors()))] : results
}

function resultOf(test: TestCase): TestResult {
  const { state, errors = [] } = test.result()
  return {
    suite: test.project.name,
    file: pathOf(test.module),
    name: `${pathOf(test.module)} › ${test.fullName}`,
    state: state === 'pending' ? 'skipped' : state,
    tookMs: test.diagnostic()?.duration ?? 0,
    limitMs: test.options.timeout ?? 0,
    error: errorText(errors),
  }
}

/** Returns the time a file took apart from its tests: to load the file and its imports, and to run its hooks. */
function preparedMs(module: TestModule, results: readonly TestResult[]): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic()
  const all = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration
  return Math.max(0, all - results.reduce((sum, { tookMs }) => sum + tookMs, 0))
}

const pathOf = ({ moduleId }: TestModule) => relative(process.cwd(), moduleId)

/** Returns error messages, each with the location where it was thrown. */
function errorText(errors: readonly SerializedError[]): string {
  return errors
    .map(({ message, stacks = [] }) => {
      const [at] = stacks
      return at ? `${message}\n    at ${relative(process.cwd(), at.file)}:${at.line}:${at.column}` : message
    })
    .join('\n')
}
