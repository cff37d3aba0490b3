import { PinrefError } from '@/server/errors'
import { logError } from '@/server/log'

/** Takes down what better-auth has to say, as our log has it. That the store does not answer shows elsewhere. */
export function logFromBetterAuth(_level: string, message: unknown, ...rest: unknown[]): void {
  const error = [message, ...rest].find((said) => said instanceof Error)
  if (error instanceof PinrefError) return
  logError(`sign-in: ${typeof message === 'string' ? message : ''}`, { error: error ?? new Error(String(message)) })
}
