import { memoryOf } from '../../support/app-processes'
import { asShipped } from '../../support/busy-machine'
import { type App, startApp } from '../../support/start-app'

/** Processes that serve calls and work on batches together. A killed process is restarted. */
export interface Processes {
  /** Returns a running process's address. If none is running, no server listens at the returned address. */
  url(): string
  /**
   * Kills some processes with SIGKILL, but none while another is starting: on a busy machine, they would hardly ever
   * run.
   * @param random picks the first process (0 to 1).
   * @returns how many processes were killed.
   */
  kill(random: number, count: number): number
  /** Resident memory of the running processes, in megabytes. */
  residentMb(): number
  /** Waits until all processes are running again, and stops them. */
  stop(): Promise<void>
}

const nobody = 'http://127.0.0.1:9'

export async function startProcesses(count: number, env: Record<string, string>): Promise<Processes> {
  const there = new Set<App>()
  const starting = new Set<Promise<void>>()

  /** Starts a process, and retries if the process dies during startup because the store died. */
  async function launch(): Promise<void> {
    for (;;) {
      const app = await startApp('worker', { ...env, ...asShipped }, { output: 'ignore' }).catch(() => null)
      if (app === null) continue
      there.add(app)
      return
    }
  }

  function start(): Promise<void> {
    const started = launch().finally(() => starting.delete(started))
    starting.add(started)
    return started
  }

  const anyOf = (random: number) => [...there][Math.floor(random * there.size)]
  for (let index = 0; index < count; index++) await start()
  return {
    url: () => anyOf(Math.random())?.url ?? nobody,
    kill(random, killed) {
      if (there.size < count) return 0
      for (let number = 0; number < killed; number++) {
        const app = anyOf(random)
        if (!app) continue
        there.delete(app)
        app.process.kill('SIGKILL')
        void start()
      }
      return killed
    },
    residentMb: () => [...there].reduce((sum, { process: { pid } }) => sum + memoryOf(pid), 0),
    async stop() {
      while (starting.size > 0) await Promise.all(starting)
      await Promise.all([...there].map((app) => app.stop()))
    },
  }
}
