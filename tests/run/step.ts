import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readResults, resultsIn, type TestResult } from './result'

export interface Step {
  name: string
  command: string
  /** Whether it runs tests, whose results it leaves; otherwise it is one check. */
  hasTests?: boolean
}

export interface Outcome {
  step: Step
  hasPassed: boolean
  tookMs: number
  results: TestResult[]
}

/** Runs a command of the shell to its end. What it writes is shown where it fails. */
export async function runStep(step: Step): Promise<Outcome> {
  const { name, command } = step
  const folder = mkdtempSync(join(tmpdir(), 'pinref-step-'))
  const file = join(folder, 'results.json')
  process.stdout.write(`started  ${name}: ${command}\n`)
  const started = performance.now()
  const child = spawn(command, {
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...resultsIn(file) },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const [code] = await once(child, 'close')
  const tookMs = performance.now() - started
  const hasPassed = code === 0
  const results = readResults(file)
  rmSync(folder, { recursive: true })
  process.stdout.write(`${hasPassed ? 'passed' : 'FAILED'}   ${name}, after ${seconds(tookMs)}\n`)
  if (!hasPassed) process.stdout.write(`${output.trimEnd()}\n`)
  return {
    step,
    hasPassed,
    tookMs,
    results: step.hasTests ? completed(results, step, hasPassed) : [check(step, hasPassed, tookMs)],
  }
}

/** A step that cannot run, since one that it needs has failed. */
export function skipStep(step: Step): Outcome {
  process.stdout.write(`skipped  ${step.name}: it needs what has failed\n`)
  return { step, hasPassed: false, tookMs: 0, results: [{ ...check(step, false, 0), state: 'skipped' }] }
}

export const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

/** A runner that fails without a test that failed has failed at something else: its set-up, say. */
function completed(results: TestResult[], step: Step, hasPassed: boolean): TestResult[] {
  const isTold = hasPassed || results.some(({ state }) => state === 'failed')
  return isTold ? results : [...results, check(step, false, 0)]
}

const check = ({ name }: Step, hasPassed: boolean, tookMs: number): TestResult => ({
  suite: name,
  name,
  state: hasPassed ? 'passed' : 'failed',
  tookMs,
  limitMs: 0,
})
