import { readFileSync, writeFileSync } from 'node:fs'

/** A test result from any runner. */
export interface TestResult {
  /** A Vitest project, or the browser tests of one width: `e2e desktop`. */
  suite: string
  /** The test file's path; absent for steps that are not tests. */
  file?: string
  name: string
  state: 'passed' | 'failed' | 'skipped'
  tookMs: number
  /** The time to load and set up the test file, only in the file's first result. */
  preparedMs?: number
  /** The test's time limit; 0 if there is none. */
  limitMs: number
  /** The runner's failure message. */
  error?: string
}

/** A failure of the runner itself, or of a file that it could not load. */
export const failure = (suite: string, name: string, error = ''): TestResult => {
  return { suite, name, state: 'failed', tookMs: 0, limitMs: 0, error }
}

/** The environment variable that tells a runner where to save its results. */
const fileName = 'TEST_RESULTS'

/** Saves a runner's results. Does nothing if the runner was started manually. */
export function keepResults(results: readonly TestResult[]): void {
  const file = process.env[fileName]
  if (file) writeFileSync(file, JSON.stringify(results))
}

/** Returns the environment that tells a runner where to save its results. */
export const resultsIn = (file: string) => ({ [fileName]: file })

/** Reads the results that a runner saved; empty if it exited before saving them. */
export function readResults(file: string): TestResult[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return []
  }
}
