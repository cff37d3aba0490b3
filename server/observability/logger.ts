import { type Logger, type LoggerOptions, pino } from 'pino'
import { env } from '@/server/env'
import { perProcess } from '@/server/runtime/per-process'
import { LineQueue } from './line-queue'

interface Log {
  /** A line for each call, on standard output, some hundred milliseconds late. */
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

/** The time in the form that pino wants. It is formatted once a millisecond: thousands of lines share one. */
function timestamp(): string {
  const now = Date.now()
  if (now !== saidAt) {
    saidAt = now
    said = `,"at":"${new Date(now).toISOString()}"`
  }
  return said
}
