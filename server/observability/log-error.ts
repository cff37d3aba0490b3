import { env } from '@/server/env'
import { PinrefError } from '@/server/errors'
import { log } from './logger'
import { mask, ownSecrets } from './mask'

/** The maximum number of logged characters of a message or a stack. */
const longestText = 6_000

let secrets: string[] | undefined

/** Logs a fault as a line of JSON on standard error, without callers' input and without secrets. */
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

/** Logs each message at most once a minute, because thousands of calls may fail for the same reason. */
export function createThrottledLog(): (message: string, error: unknown) => void {
  const loggedAt = new Map<string, number>()
  return (message, error) => {
    const now = Date.now()
    if (now - (loggedAt.get(message) ?? Number.NEGATIVE_INFINITY) < quietMs) return
    loggedAt.set(message, now)
    logError(message, { error })
  }
}

/**
 * Writes better-auth's messages to our log, without a stack if it only refused a request. Omits store failures, which are
 * reported where they happen.
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
