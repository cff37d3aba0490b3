import { TRPCClientError } from '@trpc/client'
import type { CallError } from './client'

/** Returns the error that tRPC rejects with. Anything else (a page being unloaded) is treated as no response. */
export const asCallError = (error: unknown): CallError =>
  error instanceof TRPCClientError ? error : (new TRPCClientError('no response') as CallError)
