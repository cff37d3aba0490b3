import { PinrefError } from '@/server/errors'
import { logError } from '@/server/observability/log-error'

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
