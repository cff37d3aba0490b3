import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { bundleProgram } from '../support/bundle-program'

/** Processes that only work on batches, on the store that this process's environment names. */
export interface WorkerProcesses {
  /** Kills a process with SIGKILL and starts another. */
  replace(index: number): Promise<void>
  stop(): Promise<void>
}

export async function startWorkerProcesses(count: number): Promise<WorkerProcesses> {
  const program = await bundleProgram('tests/batches/worker.ts')
  const launch = () => spawn(process.execPath, [program], { stdio: ['ignore', 'ignore', 'inherit'] })
  const workers = Array.from({ length: count }, launch)
  const kill = async (worker: ChildProcess | undefined) => {
    const ended = worker && once(worker, 'exit')
    worker?.kill('SIGKILL')
    await ended
  }
  return {
    async replace(index) {
      await kill(workers[index])
      workers[index] = launch()
    },
    async stop() {
      await Promise.all(workers.map(kill))
    },
  }
}
