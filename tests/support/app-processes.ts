import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process of a running app. */
interface AppProcess {
  pid: number
  /** Memory in RAM. Memory that two processes share, such as the code of node, counts for both. */
  residentMb: number
}

export interface AppProcesses {
  /** The process that was started. */
  primary: AppProcess | undefined
  /** The processes that serve calls. */
  workers: AppProcess[]
  /** The one that draws the pages; during a restart there are two. */
  pages: AppProcess[]
}

/** The processes of an app, by the id of the one that was started. Its Redis is not among them. */
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
    pages: running('pages.js'),
  }
}

/** The memory in RAM of an app, all its processes together, in megabytes. */
export function residentMb(pid: number | undefined): number {
  const { primary, workers, pages } = appProcesses(pid)
  return [...workers, ...pages].reduce((sum, process) => sum + process.residentMb, primary?.residentMb ?? Number.NaN)
}

/** The processor time that a process has taken, in milliseconds, to a hundredth of a second; NaN where there is no `/proc`. */
export function processorMs(pid: number | undefined): number {
  try {
    // Its name, in parentheses, may contain blanks. Behind it come the state and ten other fields, then the time in ticks of 10 ms.
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=[^)]*$)/)
    const [user, system] = fields.split(' ').slice(11)
    return (Number(user) + Number(system)) * 10
  } catch {
    return Number.NaN
  }
}

/** Kills all processes of an app at once, except its Redis. */
export function killApp(pid: number): void {
  const { workers, pages } = appProcesses(pid)
  for (const one of [{ pid }, ...workers, ...pages]) {
    try {
      process.kill(one.pid, 'SIGKILL')
    } catch {
      // It ended with the first.
    }
  }
}
