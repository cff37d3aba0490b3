import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { readResults, resultsIn, type TestResult } from './result'

export interface Step {
  name: string
  command: string
  /** Whether the step runs tests and saves their results; otherwise, the step counts as one check. */
  hasTests?: boolean
}

export interface Outcome {
  step: Step
  hasPassed: boolean
  tookMs: number
  /** The processor time of the command and all programs that it waited for. */
  cpuMs: number
  results: TestResult[]
}

/**
 * Runs a shell command and writes its output to a file.
 * If the command fails, shows the failed tests or, if there are none, the output.
 */
export async function runStep(step: Step): Promise<Outcome> {
  const { name, command } = step
  const saved = `dist/test/${name.replaceAll(' ', '-')}`
  mkdirSync('dist/test', { recursive: true })
  rmSync(`${saved}.json`, { force: true })
  const log = openSync(`${saved}.log`, 'w')
  process.stdout.write(`started  ${name}, output in ${saved}.log\n`)
  const started = performance.now()
  const child = spawn(`${command}\nstatus=$?; times > ${saved}.times; exit $status`, {
    shell: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, ...resultsIn(`${saved}.json`) },
  })
  closeSync(log)
  const [code] = await once(child, 'exit')
  const tookMs = performance.now() - started
  const hasPassed = code === 0
  const results = readResults(`${saved}.json`)
  process.stdout.write(`${hasPassed ? 'passed' : 'FAILED'}   ${name}, after ${seconds(tookMs)}\n`)
  if (!hasPassed) process.stdout.write(`${failureReport(results) || readFileSync(`${saved}.log`, 'utf8').trimEnd()}\n`)
  return {
    step,
    hasPassed,
    tookMs,
    cpuMs: childrenMs(readFileSync(`${saved}.times`, 'utf8')),
    results: step.hasTests ? completed(results, step, hasPassed) : [check(step, hasPassed, tookMs)],
  }
}

/** Skips a step because a step that it depends on has failed. */
export function skipStep(step: Step): Outcome {
  process.stdout.write(`skipped  ${step.name}: it needs what has failed\n`)
  return { step, hasPassed: false, tookMs: 0, cpuMs: 0, results: [{ ...check(step, false, 0), state: 'skipped' }] }
}

export const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

/**
 * Reads the second line of a shell's `times` output, the user and system time of its children, e.g. `1m2.03s 0m0.4s`.
 */
export function childrenMs(times: string): number {
  const [, children = ''] = times.split('\n')
  const parts = [...children.matchAll(/(\d+)m([\d.]+)s/g)]
  return parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1_000, 0)
}

/** Returns the failed tests and their errors; empty if none failed. */
function failureReport(results: readonly TestResult[]): string {
  const failed = results.filter(({ state }) => state === 'failed')
  return failed
    .map(({ suite, name, error = '' }) => stripVTControlCharacters(`\n${suite}: ${name}\n${error}`))
    .join('\n')
}

/** Adds a failure if a runner failed but no test did, for example because its setup failed. */
function completed(results: TestResult[], step: Step, hasPassed: boolean): TestResult[] {
  const isReported = hasPassed || results.some(({ state }) => state === 'failed')
  return isReported ? results : [...results, check(step, false, 0)]
}

const check = ({ name }: Step, hasPassed: boolean, tookMs: number): TestResult => ({
  suite: name,
  name,
  state: hasPassed ? 'passed' : 'failed',
  tookMs,
  limitMs: 0,
})
