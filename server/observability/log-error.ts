import { env } from '@/server/env'
import { PinrefError } from '@/server/errors'
import { log } from './logger'
import { mask, ownSecrets } from './mask'

/** How many characters of a message or a stack are logged. */
const longestText = 6_000

let secrets: string[] | undefined

/** Writes a fault to the log, a line of JSON on standard error, without what callers sent and without secrets. */
export function logError(message: string, { requestId, error }: { requestId?: string; error: unknown }): void {
  const { name, stack, cause } = error instanceof Error ? error : new Error(String(error))
  const reason = cause instanceof Error ? (cause.stack ?? cause.message) : cause
  log().faults.error({ message: masked(message), requestId, name, stack: masked(stack), reason: masked(reason) })
}

function masked(text: unknown): string | undefined {
  if (text === undefined || text === '') return undefined
  secrets ??= ownSecrets(env())
  return mask(String(text), secrets).slice(0, longestText)
}

const quietMs = 60_000

/** Logs each message at most once a minute: thousands of calls may fail for the same reason. */
export function createThrottledLog(): (message: string, error: unknown) => void {
  const toldAt = new Map<string, number>()
  return (message, error) => {
    const now = Date.now()
    if (now - (toldAt.get(message) ?? Number.NEGATIVE_INFINITY) < quietMs) return
    toldAt.set(message, now)
    logError(message, { error })
  }
}

/**
 * Writes what better-auth reports to our log, without a stack if it only refused a request. Failures of the store are left out,
 * because they are reported where they happen.
 */
export function logFromBetterAuth(_level: string, message: unknown, ...rest: unknown[]): void {
  const said = [message, ...rest]
  const error = said.find((one) => one instanceof Error)
  if (error instanceof PinrefError) return
  const text = said
    .filter((one) => !(one instanceof Error))
    .map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
  logError(`sign-in: ${text.join(' ').slice(0, 500)}`, { error: error ?? withoutStack() })
}

function withoutStack(): Error {
  const error = new Error()
  delete error.stack
  return error
}
