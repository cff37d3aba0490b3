import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'
import { memoryOf } from '../support/app-processes'
import { bundleProgram } from '../support/bundle-program'

/** Processes that only work on batches, in the store from this process's environment. */
export interface WorkerProcesses {
  /** The number of processes that a line has killed. */
  deaths(): number
  /** Kills a process with SIGKILL; then another starts. @param random picks which (0 to 1). */
  kill(random: number): void
  /** Resident memory of the running processes, in megabytes. */
  residentMb(): number
  stop(): Promise<void>
}

/** Makes the link reader end its process when it reads a string. */
const diesOf = (deadly: string): Plugin => ({
  name: 'deadly line',
  setup({ onLoad }) {
    onLoad({ filter: /server\/places\/links\/read-reference\.ts$/ }, async ({ path }) => {
      const code = await readFile(path, 'utf8')
      const own = code.replace('export function readText(', 'function readAnyText(')
      if (own === code) throw new Error('readText has another name now')
      const dying = `if (text.includes(${JSON.stringify(deadly)})) process.kill(process.pid, 'SIGUSR2')`
      const contents = `${own}\nexport function readText(text, work) { ${dying}; return readAnyText(text, work) }`
      return { contents, loader: 'ts' }
    })
  },
})

/**
 * Starts such processes.
 * @param deadly a string that kills any process that reads a line with it; then another process starts, as on a server.
 */
export async function startWorkerProcesses(count: number, deadly: string): Promise<WorkerProcesses> {
  const program = await bundleProgram('tests/batches/worker.ts', [diesOf(deadly)])
  let isStopping = false
  let deaths = 0
  function launch() {
    const worker = spawn(process.execPath, [program], { stdio: ['ignore', 'ignore', 'inherit'] })
    worker.once('exit', (_, signal) => {
      if (signal !== 'SIGUSR2' || isStopping) return
      deaths += 1
      workers[workers.indexOf(worker)] = launch()
    })
    return worker
  }
  const workers = Array.from({ length: count }, launch)
  const kill = async (worker: ChildProcess) => {
    const ended = once(worker, 'exit')
    worker.kill('SIGKILL')
    await ended
  }
  return {
    deaths: () => deaths,
    kill(random) {
      const at = Math.floor(random * workers.length)
      workers[at]?.kill('SIGKILL')
      workers[at] = launch()
    },
    residentMb: () => workers.reduce((sum, { pid }) => sum + memoryOf(pid), 0),
    async stop() {
      isStopping = true
      await Promise.all(workers.map(kill))
    },
  }
}
