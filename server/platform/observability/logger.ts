import type { Writable } from 'node:stream'
import { type Logger, type LoggerOptions, pino } from 'pino'
import { PinrefError } from '@/server/platform/problems/errors'
import { perProcess } from '@/server/platform/runtime/per-process'
import { withTimeout } from '@/server/platform/runtime/with-timeout'
import { env } from '@/server/platform/settings/env'
import { mask, ownSecrets } from './mask'

interface Log {
  /** A line for each call, on standard output, delayed by up to half a second. */
  calls: Logger
  /** A line for each error, immediately and on standard error, because it may be this process's last line. */
  faults: Logger
  queue: LineQueue
}

const opened = perProcess<Log>('log')

/** Returns this process's log, as JSON lines. */
export function log(): Log {
  opened.value ??= openLog()
  return opened.value
}

/** Prints a message to the operator on standard output: as plain text in a terminal, otherwise as a JSON line. */
export function announce(message: string): void {
  if (process.stdout.isTTY) {
    process.stdout.write(`${message}\n`)
    return
  }
  const { calls, queue } = log()
  calls.info(message)
  queue.send()
}

/** Waits until all call lines are written. Called before the process exits. */
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
  let isReported = false
  // A Vercel function is frozen after its response, so nothing may be buffered.
  const limits = VERCEL ? { length: 0, waitMs: 0 } : { length: 8_192, waitMs: 500 }
  const queue = new LineQueue(process.stdout, limits, () => {
    if (!isReported) faults.error('standard output is not being read: log lines are dropped')
    isReported = true
  })
  // EPIPE or a full disk must not end the process.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  process.on('exit', () => queue.send())
  return { calls: pino(options, queue), faults, queue }
}

let formattedAt = 0
let formatted = ''

/**
 * Returns the time in pino's format. The time is formatted at most once per millisecond, because many lines can share
 * it.
 */
function timestamp(): string {
  const now = Date.now()
  if (now !== formattedAt) {
    formattedAt = now
    formatted = `,"at":"${new Date(now).toISOString()}"`
  }
  return formatted
}

/**
 * How much is buffered if the output is not read. Over this limit, lines are dropped so that the log does not exhaust
 * memory.
 */
const longestQueueBytes = 8 * 1_024 * 1_024

/** How long an exiting process waits for the output to be read. */
const flushTimeoutMs = 2_000

interface Limits {
  /** Lines are written together when they have this many characters… */
  length: number
  /** …or the first of them has waited this long. */
  waitMs: number
}

/**
 * Collects lines and writes many at once, because a write for each would cost more than the line itself.
 * (`pino.destination` also buffers, but takes twice the time per line and drops fifty times as many lines while a
 * reader pauses. If the output is not read, it keeps trying to write on exit, so the process never ends.)
 */
export class LineQueue {
  readonly #output: Writable
  readonly #limits: Limits
  readonly #dropped: () => void
  #lines = ''
  #waiting: NodeJS.Timeout | undefined

  /** @param dropped called each time lines are dropped because the output is not read. */
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

  /** Writes the collected lines. */
  send(written?: () => void): void {
    clearTimeout(this.#waiting)
    this.#waiting = undefined
    const lines = this.#lines
    this.#lines = ''
    if (this.#output.writableLength > longestQueueBytes) this.#dropped()
    else if (lines !== '' || written) this.#output.write(lines, written)
  }

  /** Writes the collected lines and waits until they have left this process, or until it is clear that they will not. */
  async flush(): Promise<void> {
    const written = new Promise<void>((resolve) => this.send(() => resolve()))
    await withTimeout(written, flushTimeoutMs, () => new Error('the output is not being read')).catch(() => {})
  }
}

/** The maximum number of characters logged from a message or a stack. */
const longestText = 6_000

let secrets: string[] | undefined

/** Logs an error as a JSON line on standard error, without callers' input or secrets. */
export function logError(message: string, { requestId, error }: { requestId?: string; error: unknown }): void {
  const { name, stack, cause } = error instanceof Error ? error : new Error(String(error))
  const reason = cause instanceof Error ? (cause.stack ?? cause.message) : cause
  log().faults.error({ message: masked(message), requestId, name, stack: masked(stack), reason: masked(reason) })
}

/** Returns text without callers' input and secrets, and not too long to log; undefined if there is no text. */
export function masked(text: unknown): string | undefined {
  if (text === undefined || text === '') return undefined
  secrets ??= secretsOrNone()
  return mask(String(text), secrets).slice(0, longestText)
}

/** Returns this installation's secrets; none if the settings are invalid, so that a failing start can still be logged. */
function secretsOrNone(): string[] {
  try {
    return ownSecrets(env())
  } catch {
    return []
  }
}

const quietMs = 60_000

/** Logs each error message at most once a minute, because thousands of calls may fail for the same reason. */
export const createThrottledLog = () => throttled((message, error: unknown) => logError(message, { error }))

/** Logs each warning at most once a minute. */
export const createThrottledWarning = () => throttled((message) => log().faults.warn({ message }))

function throttled<Rest extends unknown[]>(write: (message: string, ...rest: Rest) => void) {
  const loggedAt = new Map<string, number>()
  return (message: string, ...rest: Rest): void => {
    const now = Date.now()
    if (now - (loggedAt.get(message) ?? Number.NEGATIVE_INFINITY) < quietMs) return
    loggedAt.set(message, now)
    write(message, ...rest)
  }
}

/**
 * Writes better-auth's messages to our log, without a stack if it only rejected a request. Omits store failures, which
 * are reported where they happen.
 */
export function logFromBetterAuth(_level: string, message: unknown, ...rest: unknown[]): void {
  const parts = [message, ...rest]
  const error = parts.find((one) => one instanceof Error)
  if (error instanceof PinrefError) return
  const text = parts
    .filter((one) => !(one instanceof Error))
    .map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
  logError(`sign-in: ${text.join(' ').slice(0, 500)}`, { error: error ?? withoutStack() })
}

function withoutStack(): Error {
  const error = new Error()
  delete error.stack
  return error
}
