import type { Writable } from 'node:stream'
import { type Logger, type LoggerOptions, pino } from 'pino'
import { env } from '@/server/env'
import { perProcess } from '@/server/runtime/per-process'
import { withTimeout } from '@/server/runtime/with-timeout'

interface Log {
  /** A line for each call, on standard output, up to half a second late. */
  calls: Logger
  /** A line for each fault, at once and on standard error: it may be the last line of this process. */
  faults: Logger
  queue: LineQueue
}

const opened = perProcess<Log>('log')

/** The log of this process: lines of JSON. */
export function log(): Log {
  opened.value ??= openLog()
  return opened.value
}

/** Tells the operator something on standard output: as plain text in a terminal, otherwise as a line of JSON like all others. */
export function announce(message: string): void {
  if (process.stdout.isTTY) {
    process.stdout.write(`${message}\n`)
    return
  }
  const { calls, queue } = log()
  calls.info(message)
  queue.send()
}

/** Waits until the lines of all calls are written; called before the process ends. */
export async function flushLog(): Promise<void> {
  await opened.value?.queue.flush()
}

function openLog(): Log {
  const { LOG_LEVEL, VERCEL } = env()
  const options: LoggerOptions = {
    level: LOG_LEVEL,
    base: null,
    messageKey: 'message',
    timestamp,
    formatters: { level: (level) => ({ level }) },
  }
  const faults = pino(options, { write: (line: string) => void process.stderr.write(line) })
  let told = false
  // A function on Vercel is frozen once it has answered, so nothing may wait.
  const limits = VERCEL ? { length: 0, waitMs: 0 } : { length: 8_192, waitMs: 500 }
  const queue = new LineQueue(process.stdout, limits, () => {
    if (!told) faults.error('standard output is not read: lines of the log are dropped')
    told = true
  })
  // EPIPE or a full disk must not end the process.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  process.on('exit', () => queue.send())
  return { calls: pino(options, queue), faults, queue }
}

let saidAt = 0
let said = ''

/** Returns the time in the form that pino wants. It is formatted at most once a millisecond, because many lines can share it. */
function timestamp(): string {
  const now = Date.now()
  if (now !== saidAt) {
    saidAt = now
    said = `,"at":"${new Date(now).toISOString()}"`
  }
  return said
}

/** How much may wait if the output is not read. Beyond that, lines are dropped before the log takes all memory. */
const longestQueueBytes = 8 * 1_024 * 1_024

/** How long the end of the process waits for the output to be read. */
const flushTimeoutMs = 2_000

interface Limits {
  /** Lines are written together once they have this many characters… */
  length: number
  /** …or the first of them has waited this long. */
  waitMs: number
}

/**
 * Collects lines and writes many at once: a write for each would cost more than the line itself. (`pino.destination` buffers too, but
 * takes twice the time for a line, drops fifty times as many while a reader pauses, and if nobody reads, the process never ends: at its
 * exit it writes until it can.)
 */
export class LineQueue {
  readonly #output: Writable
  readonly #limits: Limits
  readonly #dropped: () => void
  #lines = ''
  #waiting: NodeJS.Timeout | undefined

  /** @param dropped is called each time lines are dropped because the output is not read. */
  constructor(output: Writable, limits: Limits, dropped: () => void) {
    this.#output = output
    this.#limits = limits
    this.#dropped = dropped
  }

  write(line: string): void {
    this.#lines += line
    if (this.#lines.length >= this.#limits.length) this.send()
    else this.#waiting ??= setTimeout(() => this.send(), this.#limits.waitMs).unref()
  }

  /** Writes what has been collected. */
  send(written?: () => void): void {
    clearTimeout(this.#waiting)
    this.#waiting = undefined
    const lines = this.#lines
    this.#lines = ''
    if (this.#output.writableLength > longestQueueBytes) this.#dropped()
    else if (lines !== '' || written) this.#output.write(lines, written)
  }

  /** Writes what has been collected and waits until it has left this process, or until it is clear that it will not. */
  async flush(): Promise<void> {
    const written = new Promise<void>((resolve) => this.send(() => resolve()))
    await withTimeout(written, flushTimeoutMs, () => new Error('the output is not read')).catch(() => {})
  }
}
