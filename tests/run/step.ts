import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'

export interface Step {
  name: string
  command: string
  /** Whether the step runs tests, so that its output ends with the runner's summary. */
  hasTests?: boolean
}

export interface Outcome {
  name: string
  state: 'passed' | 'FAILED' | 'skipped'
  tookMs: number
}

/** The number of lines of a failed step's output to show: enough for its failures and the runner's summary. */
const shownLines = 300

/** Runs a shell command and writes its output to a file. Shows the runner's summary, or the end of a failed output. */
export async function runStep({ name, command, hasTests = false }: Step): Promise<Outcome> {
  const file = `dist/test/${name.replaceAll(' ', '-')}.log`
  mkdirSync('dist/test', { recursive: true })
  const log = openSync(file, 'w')
  process.stdout.write(`started  ${name}, output in ${file}\n`)
  const started = performance.now()
  const child = spawn(command, { shell: true, stdio: ['ignore', log, log] })
  closeSync(log)
  const [code] = await once(child, 'exit')
  const tookMs = performance.now() - started
  const state = code === 0 ? 'passed' : 'FAILED'
  process.stdout.write(`${state}   ${name}, after ${seconds(tookMs)}\n`)
  const output = readFileSync(file, 'utf8').trimEnd()
  if (state === 'FAILED') process.stdout.write(`${output.split('\n').slice(-shownLines).join('\n')}\n`)
  else if (hasTests) process.stdout.write(`${output.split(/\n\s*\n/).at(-1)}\n`)
  return { name, state, tookMs }
}

/** Skips a step because a step that it depends on has failed. */
export function skipStep({ name }: Step): Outcome {
  process.stdout.write(`skipped  ${name}: it needs what has failed\n`)
  return { name, state: 'skipped', tookMs: 0 }
}

export const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
