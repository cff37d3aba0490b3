import type { TRPCError } from '@trpc/server'
import { logError } from '@/server/observability/log-error'
import { toPinrefError } from './error'

/** Writes to the log what a caller is not told. Expected failures are not worth a line. */
export function reportDefect(error: TRPCError, requestId: string): void {
  const { code } = toPinrefError(error)
  if (code === 'internal_error') logError('a procedure failed', { requestId, error })
}
