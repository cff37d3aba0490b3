import type { ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import { log } from '@/server/observability/logger'

/**
 * The `stdio` of child processes: they write to this process, which passes their output on. If they shared its output, lines of
 * several processes could be mixed. And once one of them ended, the others would block on a slow reader: node sets the output of
 * an ending process to blocking, which affects every process that shares it.
 */
export const childStdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const

/** Passes on the output of a child process in whole lines. */
export function forwardOutput({ stdout, stderr }: ChildProcess): void {
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
