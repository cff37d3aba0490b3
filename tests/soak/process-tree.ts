import { readdirSync, readFileSync } from 'node:fs'

/** A process as reported by the system. */
export interface ProcessFigures {
  pid: number
  /** The beginning of its command line. */
  command: string
  residentMb: number
  /** Open files and sockets. */
  descriptors: number
}

/**
 * Returns a process and all its descendants.
 * @param without a process to omit, along with its descendants.
 */
export function processTree(root: number, without: number): ProcessFigures[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const parent = parentOf(name)
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const found: ProcessFigures[] = []
  function visit(pid: number) {
    if (pid === without) return
    const figures = figuresOf(pid)
    if (figures) found.push(figures)
    for (const child of children.get(pid) ?? []) visit(child)
  }
  visit(root)
  return found
}

/** Returns null if there is no such process, or if it has just ended. */
export function figuresOf(pid: number): ProcessFigures | null {
  try {
    const residentMb = Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim().slice(0, 80)
    return { pid, command, residentMb, descriptors: readdirSync(`/proc/${pid}/fd`).length }
  } catch {
    return null
  }
}

function parentOf(name: string): number | null {
  if (!/^\d+$/.test(name)) return null
  try {
    // The program name is in parentheses and may contain any characters.
    const [, parent] = /^\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8').replace(/^.*(?=\) )/s, '')) ?? []
    return parent === undefined ? null : Number(parent)
  } catch {
    return null
  }
}
