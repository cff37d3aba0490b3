import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { tasks } from './task-list.mjs'

/*
 * Runs a task, or lists the tasks:
 *
 *   npm run task
 *   npm run task lint:prose -- --sample 40
 */

function list() {
  const width = Math.max(...Object.keys(tasks).map((name) => name.length))
  const lines = Object.entries(tasks).map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}\n`)
  return `Run one with "npm run task <name>", or "npm run task <name> -- <options>".\n\n${lines.join('')}`
}

async function run(name, options) {
  if (!Object.hasOwn(tasks, name))
    throw new Error(`There is no task ${name}. The tasks are ${Object.keys(tasks).join(', ')}.`)
  // With `exec`, the last step gets signals directly.
  const script = tasks[name].steps.map((step, index, { length }) => (index < length - 1 ? step : `exec ${step} "$@"`))
  const child = spawn('sh', ['-c', script.join(' && '), 'sh', ...options], { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // On Ctrl+C, the terminal also signals the step.
  process.on('SIGINT', () => {})
  const [code, signal] = await once(child, 'exit')
  process.exitCode = code ?? 128 + constants.signals[signal]
}

const [name, ...options] = process.argv.slice(2)
if (name === undefined) process.stdout.write(list())
else
  await run(name, options).catch(({ message }) => {
    process.stderr.write(`${message}\n`)
    process.exitCode = 1
  })
