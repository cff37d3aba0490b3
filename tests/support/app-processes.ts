import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** A process of a running app. */
export interface AppProcess {
  pid: number
  /** Resident memory. Memory shared by two processes, such as Node's code, counts for both. */
  residentMb: number
}

export interface AppProcesses {
  /** The process that was started. */
  primary: AppProcess | undefined
  /** The processes that serve calls. */
  workers: AppProcess[]
  /** The processes that render pages and handle calls with a session; during a restart, there are twice as many. */
  site: AppProcess[]
}

/** Returns an app's processes, by the id of the started process. The app's Redis is not included. */
export function appProcesses(pid: number | undefined): AppProcesses {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' }).trim().split('\n')
  const all = lines.map((line) => {
    const [id, parent, kilobytes, ...command] = line.trim().split(/\s+/)
    return {
      pid: Number(id),
      parent: Number(parent),
      residentMb: Number(kilobytes) / 1_024,
      command: command.join(' '),
    }
  })
  const running = (program: string) =>
    all.filter(({ parent, command }) => parent === pid && command.includes(`/${program} `))
  return {
    primary: all.find((one) => one.pid === pid),
    workers: running('worker.js'),
    site: running('site.js'),
  }
}

/** Returns the resident memory of all of an app's processes together, in megabytes. */
export function residentMb(pid: number | undefined): number {
  const { primary, workers, site } = appProcesses(pid)
  return [...workers, ...site].reduce((sum, process) => sum + process.residentMb, primary?.residentMb ?? Number.NaN)
}

/** Returns the resident memory of one process, in megabytes; 0 if it has ended, and without `/proc`. */
export function memoryOf(pid: number | null | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
  } catch {
    return 0
  }
}

/** Returns how many files and sockets an app's processes have open. */
export function descriptorsOf(processes: readonly AppProcess[]): number {
  return processes.reduce((sum, { pid }) => sum + readdirSync(`/proc/${pid}/fd`).length, 0)
}

/** Returns a process's CPU time in milliseconds, accurate to 10 ms; NaN without `/proc`. */
export function processorMs(pid: number | undefined): number {
  try {
    // The name, in parentheses, may contain spaces.
    // It is followed by the state, ten other fields, and the time in ticks of 10 ms.
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=[^)]*$)/)
    const [user, system] = fields.split(' ').slice(11)
    return (Number(user) + Number(system)) * 10
  } catch {
    return Number.NaN
  }
}

/** Kills all processes of an app at once, except its Redis. */
export function killApp(pid: number): void {
  const { workers, site } = appProcesses(pid)
  for (const one of [{ pid }, ...workers, ...site]) {
    try {
      process.kill(one.pid, 'SIGKILL')
    } catch {
      // This process exited with the first process.
    }
  }
}
