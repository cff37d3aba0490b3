import { execFileSync } from 'node:child_process'

/** A process of a running app. */
export interface AppProcess {
  pid: number
  /** Memory in RAM. What two processes share, such as the code of node, counts for both. */
  residentMb: number
}

/** The processes of an app, by the id of the one that was started: that one, and the one that draws its pages. */
export function appProcesses(pid: number | undefined): { main: AppProcess | undefined; pages: AppProcess | undefined } {
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
  return {
    main: all.find((one) => one.pid === pid),
    pages: all.find(({ parent, command }) => parent === pid && command.includes('dist/pages.js')),
  }
}

/** The memory in RAM of an app, all its processes together, in megabytes. */
export function residentMb(pid: number | undefined): number {
  const { main, pages } = appProcesses(pid)
  return (main?.residentMb ?? Number.NaN) + (pages?.residentMb ?? 0)
}
