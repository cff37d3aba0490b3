import type { Batch, BatchSettings } from '@/server/features/batches/batch'
import { findBatch } from '@/server/features/batches/find-batch'
import { networkOf } from '@/server/metering/access/client'
import { withinBurst } from '@/server/metering/access/limiter'
import { operationNotAllowed, tooManyRequests } from '@/server/metering/access/refusals'
import { PinrefError } from '@/server/platform/problems/errors'
import { admitOwn } from '../admit-own'
import { middleware, procedure } from '../init'

/** The owner of the batches in a call. */
export interface BatchOwner {
  accountId: string
  /** The id of the calling key; empty for a signed-in person. */
  key: string
  isTest: boolean
  /** The operations that the key may call; null if the key may call all operations, or if there is no key. */
  operations: readonly string[] | null
}

const batchOwner = (isOpenToSuspended: boolean) =>
  middleware(async ({ ctx, next }) => {
    // Over REST, a call without a key is rejected earlier.
    const admission = await admitOwn(ctx, 'key').catch((error: unknown) => {
      if (isOpenToSuspended && error instanceof PinrefError && error.code === 'account_suspended') return null
      throw error
    })
    if (admission === null) {
      if (!(await withinBurst(networkOf(ctx.call.client())))) throw tooManyRequests()
      // Only a signed-in person gets `account_suspended`.
      const accountId = (await ctx.account())?.accountId ?? ''
      return next({ ctx: { batches: { accountId, key: '', isTest: false, operations: null } } })
    }
    const { caller, keyId, operations, quota } = admission
    const batches = { accountId: caller, key: keyId ?? '', isTest: quota.policy === 'test', operations }
    return next({ ctx: { batches } })
  })

/**
 * A procedure that handles batches, for a key or a signed-in person. The procedure only checks the key and its
 * addresses, and counts against the burst limit. `ctx.batches` is the batches' owner.
 */
export const batchProcedure = procedure.use(batchOwner(false))

/**
 * The same procedure, for actions that are still available to a suspended account: viewing, canceling, and deleting
 * batches.
 */
export const suspendedBatchProcedure = procedure.use(batchOwner(true))

/**
 * Checks that a key may call the operations that a batch uses.
 * @throws PinrefError `operation_not_allowed`.
 */
export function allowOperations(
  { operations }: BatchOwner,
  { operation, details }: Pick<BatchSettings, 'operation' | 'details'>,
): void {
  if (!operations) return
  const needed = operation !== 'auto' ? [operation] : details === 'full' ? ['resolve', 'search'] : ['resolve']
  if (!needed.every((one) => operations.includes(one))) throw operationNotAllowed()
}

/**
 * Returns one of the caller's batches. A key must be allowed to call the batch's operations, and must be of the same
 * kind, live or test.
 */
export async function ownBatch(owner: BatchOwner, id: string): Promise<Batch> {
  const batch = await findBatch(owner.accountId, id)
  allowOperations(owner, batch)
  if (owner.isTest !== batch.isTest && owner.key !== '') throw otherKind(batch)
  return batch
}

/** Without this check, a test key could start live lookups. */
const otherKind = ({ isTest }: Batch) =>
  new PinrefError('operation_not_allowed', isTest ? 'Use a test key for this batch.' : 'Use a live key for this batch.')
