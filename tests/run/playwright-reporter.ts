import { relative } from 'node:path'
import type { Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter'
import { failure, keepResults, type TestResult } from './result'

/** Saves Playwright's results for the run that started it. */
export default class ResultsReporter implements Reporter {
  private tests: TestCase[] = []
  private readonly errors: TestError[] = []

  onBegin(_: unknown, suite: Suite) {
    this.tests = suite.allTests()
  }

  onError(error: TestError) {
    this.errors.push(error)
  }

  onEnd() {
    const strays = this.errors.map(({ message = '' }) => failure('e2e', message))
    keepResults([...this.tests.map(resultOf), ...strays])
  }

  printsToStdio() {
    return false
  }
}

function resultOf(test: TestCase): TestResult {
  const states = { expected: 'passed', flaky: 'passed', unexpected: 'failed', skipped: 'skipped' } as const
  const [, project = '', , ...titles] = test.titlePath()
  const errors = test.results.flatMap((result) => result.errors)
  const file = relative(process.cwd(), test.location.file)
  return {
    suite: `e2e ${project}`,
    file,
    name: `${file} › ${titles.join(' › ')}`,
    state: states[test.outcome()],
    tookMs: test.results.at(-1)?.duration ?? 0,
    limitMs: test.timeout,
    error: errors.map(({ message, snippet }) => [message, snippet].join('\n')).join('\n'),
  }
}
