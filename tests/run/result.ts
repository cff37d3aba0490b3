import { readFileSync, writeFileSync } from 'node:fs'

/** One test of any runner, after it ran. */
export interface TestResult {
  /** A project of vitest, or the browser tests of one width: `e2e desktop`. */
  suite: string
  name: string
  state: 'passed' | 'failed' | 'skipped'
  tookMs: number
  /** What its runner would have stopped it after; 0 where nothing does. */
  limitMs: number
  /** What its runner said of a failure. */
  error?: string
}

/** A failure of a runner itself, or of a file that it could not load. */
export const failure = (suite: string, name: string, error = ''): TestResult => {
  return { suite, name, state: 'failed', tookMs: 0, limitMs: 0, error }
}

/** Where a runner leaves its results, for the run that started it. */
const fileName = 'TEST_RESULTS'

/** Keeps the results of a runner; does nothing where it was started by hand. */
export function keepResults(results: readonly TestResult[]): void {
  const file = process.env[fileName]
  if (file) writeFileSync(file, JSON.stringify(results))
}

/** Tells a runner where to leave its results. */
export const resultsIn = (file: string) => ({ [fileName]: file })

/** What a runner has left; nothing where it ended before it could. */
export function readResults(file: string): TestResult[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return []
  }
}
