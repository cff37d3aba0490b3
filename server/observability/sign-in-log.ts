import { PinrefError } from '@/server/errors'
import { logError } from '@/server/observability/log-error'

/**
 * Takes down what better-auth has to say, as our log has it; without a stack where it only tells of a request that it
 * refused. That the store does not answer shows elsewhere.
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
