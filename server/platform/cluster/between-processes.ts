import type { ChildProcess } from 'node:child_process'
import cluster from 'node:cluster'
import type { Readable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import type { MetricData } from '@opentelemetry/sdk-metrics'
import { log } from '@/server/platform/observability/logger'
import {
  type Acceptance,
  accept,
  acceptance,
  checkElsewhere,
  onAcceptance,
} from '@/server/platform/runtime/accepted-markers'

/**
 * A message from the primary to another process. `acceptance` is the store that this server accepts, null if that is not
 * determined yet; the process checks its store each time.
 */
export type ToWorker =
  | 'site is prepared'
  | 'no more connections'
  | 'send metrics'
  | 'a worker is stopping'
  | 'leave'
  | { acceptance: Acceptance | null }

/**
 * A message to the primary. `metrics` contains the changes since the last such message; `storeFault` is the state of the
 * process's store.
 */
export type ToPrimary =
  | 'stopped listening'
  | 'prepared'
  | 'which store'
  | 'store refused'
  | { metrics: MetricData[]; storeFault: string | null }

/** The environment variable of a process that replaces another, which serves until this process is ready for everything. */
export const successor = 'PINREF_SUCCESSOR'

/** Waits until the primary sends this message. Returns immediately if the process was started without a primary. */
export function waitForMessage(expected: ToWorker): Promise<void> {
  if (!cluster.isWorker) return Promise.resolve()
  return new Promise((resolve) => {
    function onMessage(message: unknown) {
      if (message !== expected) return
      process.off('message', onMessage)
      resolve()
    }
    process.on('message', onMessage)
  })
}

const children = new Set<ChildProcess>()
let isListening = false

/**
 * Sends a child process the store that this server accepts: when it asks, and each time that changes. If the child's
 * store is another one, all processes check theirs.
 * @param storePrepared resolves when the child may use the store.
 */
export function shareAcceptance(child: ChildProcess, storePrepared: Promise<void> = Promise.resolve()): void {
  const send = (to: ChildProcess, message: Acceptance | null) => {
    if (to.connected) to.send({ acceptance: message } satisfies ToWorker, () => {})
  }
  if (!isListening) {
    isListening = true
    onAcceptance((next) => {
      for (const one of children) send(one, next)
    })
  }
  children.add(child)
  child.once('exit', () => children.delete(child))
  child.on('message', (message: ToPrimary) => {
    if (message === 'which store') void storePrepared.then(() => send(child, acceptance() ?? null))
    if (message === 'store refused') checkElsewhere()
  })
}

/** Accepts the same store as the primary, now and whenever that changes. Resolves with the primary's first answer. */
export function followAcceptance(): Promise<void> {
  return new Promise((resolve) => {
    process.on('message', (message: ToWorker) => {
      if (typeof message === 'string') return
      if (message.acceptance) accept(message.acceptance)
      resolve()
    })
    // A message that arrives before the listener is lost.
    process.send?.('which store' satisfies ToPrimary, undefined, undefined, () => {})
  })
}

/**
 * Makes the C library of most Linux systems (glibc) return the memory of large buffers to the system when they are freed. By
 * default, glibc retains more and more of that memory for later buffers: 100 MB after several minutes of multi-megabyte
 * bodies.
 * @see https://man7.org/linux/man-pages/man3/mallopt.3.html
 */
export const returnMemory = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

/**
 * The `stdio` of child processes. The child processes write to this process, which forwards their output. If all
 * processes shared one output, their lines could be mixed. When one exits, a slow reader would also block the others,
 * because node then switches the shared output to blocking writes.
 */
export const childStdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const

/**
 * Forwards a child process's output in whole lines. If standard output is not a terminal, every line is JSON, and text printed by
 * Next becomes the message of a line.
 */
export function forwardOutput({ stdout, stderr }: ChildProcess): void {
  const { queue } = log()
  forward(stdout, (lines) => {
    if (process.stdout.isTTY || !plainLine.test(lines)) queue.write(lines)
    else lines.split('\n').forEach(writeAsJson)
    queue.send()
  })
  forward(stderr, (lines) => process.stderr.write(lines))
}

/** A line that our own log did not write. */
const plainLine = /^(?!\{"|$)/m

function writeAsJson(line: string): void {
  const { calls, queue } = log()
  const text = stripVTControlCharacters(line).trim()
  if (line.startsWith('{"')) queue.write(`${line}\n`)
  else if (text !== '') calls.info(text)
}

function forward(from: Readable | null, write: (lines: string) => void): void {
  let partial = ''
  from?.setEncoding('utf8')
  from?.on('data', (text: string) => {
    const end = text.lastIndexOf('\n') + 1
    if (end > 0) write(partial + text.slice(0, end))
    partial = end > 0 ? text.slice(end) : partial + text
  })
  from?.once('end', () => {
    if (partial !== '') write(`${partial}\n`)
  })
}
