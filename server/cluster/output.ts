import type { ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import { log } from '@/server/observability/logger'

/**
 * What a process that is started here writes comes to this one, which writes it on. Were the outputs shared, lines of several
 * processes could be mixed, and once one of them had ended the others would wait for whoever reads: as it ends, node sets its
 * output to blocking for all.
 */
export const outputToHere = ['ignore', 'pipe', 'pipe', 'ipc'] as const

/** Writes on what a process writes, in whole lines. */
export function writeOn({ stdout, stderr }: ChildProcess): void {
  const { queue } = log()
  forward(stdout, (lines) => {
    queue.write(lines)
    queue.send()
  })
  forward(stderr, (lines) => process.stderr.write(lines))
}

function forward(from: Readable | null, write: (lines: string) => void): void {
  let begun = ''
  from?.setEncoding('utf8')
  from?.on('data', (text: string) => {
    const end = text.lastIndexOf('\n') + 1
    if (end > 0) write(begun + text.slice(0, end))
    begun = end > 0 ? text.slice(end) : begun + text
  })
  from?.once('end', () => {
    if (begun !== '') write(`${begun}\n`)
  })
}
