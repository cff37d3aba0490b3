import { readFileSync, writeFileSync } from 'node:fs'

/** One test of any runner, after it ran. */
export interface TestResult {
  /** A project of vitest, or the browser tests of one width: `e2e desktop`. */
  suite: string
  /** The path of its file; absent for steps that are not tests. */
  file?: string
  name: string
  state: 'passed' | 'failed' | 'skipped'
  tookMs: number
  /** What loading and preparing its file took, only in the first result of a file. */
  preparedMs?: number
  /** How long its runner would have let it run; 0 if there is no limit. */
  limitMs: number
  /** The runner's message about a failure. */
  error?: string
}

/** A failure of a runner itself, or of a file that it could not load. */
export const failure = (suite: string, name: string, error = ''): TestResult => {
  return { suite, name, state: 'failed', tookMs: 0, limitMs: 0, error }
}

/** The environment variable that tells a runner where to save its results. */
const fileName = 'TEST_RESULTS'

/** Saves the results of a runner. Does nothing if the runner was started by hand. */
export function keepResults(results: readonly TestResult[]): void {
  const file = process.env[fileName]
  if (file) writeFileSync(file, JSON.stringify(results))
}

/** Returns the environment that tells a runner where to save its results. */
export const resultsIn = (file: string) => ({ [fileName]: file })

/** Reads the results that a runner saved; empty if it ended before it could save them. */
export function readResults(file: string): TestResult[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return []
  }
}
