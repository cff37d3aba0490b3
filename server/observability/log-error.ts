import { env } from '@/server/env'
import { log } from './logger'
import { mask } from './mask'
import { ownSecrets } from './own-secrets'

/** How many characters of a message or a stack are logged. */
const longestText = 6_000

let secrets: string[] | undefined

/** Writes a fault to the log, a line of JSON on standard error, without what callers sent and without secrets. */
export function logError(message: string, { requestId, error }: { requestId?: string; error: unknown }): void {
  const { name, stack, cause } = error instanceof Error ? error : new Error(String(error))
  const reason = cause instanceof Error ? cause.stack : cause
  log().faults.error({ message: masked(message), requestId, name, stack: masked(stack), reason: masked(reason) })
}

function masked(text: unknown): string | undefined {
  if (text === undefined || text === '') return undefined
  secrets ??= ownSecrets(env())
  return mask(String(text), secrets).slice(0, longestText)
}
