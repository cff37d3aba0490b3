import type { Batch, BatchSettings } from '@/server/features/batches/batch'
import { findBatch } from '@/server/features/batches/find-batch'
import { networkOf } from '@/server/metering/access/client'
import { withinBurst } from '@/server/metering/access/limiter'
import { limits } from '@/server/metering/access/limits'
import { operationNotAllowed, tooManyRequests } from '@/server/metering/access/refusals'
import { type ErrorCode, PinrefError } from '@/server/platform/problems/errors'
import { admitOwn } from '../admit-own'
import { problemsOfBodies, problemsOfReading, shortJson } from '../entrance'
import { middleware, type ProcedureMeta, procedure } from '../init'

/** The owner of the batches in a call. */
export interface BatchOwner {
  accountId: string
  /** The id of the calling key; empty for a signed-in person. */
  key: string
  isTest: boolean
  /** The operations that the key may call; null if the key may call all operations, or if there is no key. */
  operations: readonly string[] | null
}

const batchOwner = middleware(async ({ ctx, meta, next }) => {
  const isOpenToSuspended = meta?.who?.includes('suspended owner')
  // Over REST, a call without a key is rejected earlier.
  const admission = await admitOwn(ctx, meta?.costs?.operation).catch((error: unknown) => {
    const isSuspended = error instanceof PinrefError && error.code === 'account_suspended'
    if (isSuspended && isOpenToSuspended && ctx.apiKey === null) return null
    throw error
  })
  if (admission === null) {
    if (!(await withinBurst(networkOf(ctx.call.client())))) throw tooManyRequests()
    const accountId = (await ctx.account())?.accountId ?? ''
    return next({ ctx: { batches: { accountId, key: '', isTest: false, operations: null } } })
  }
  const { caller, keyId, operations, quota } = admission
  if (meta?.permission && keyId && !operations?.includes(meta.permission)) throw operationNotAllowed()
  const batches = { accountId: caller, key: keyId ?? '', isTest: quota.policy === 'test', operations }
  return next({ ctx: { batches } })
})

/** The errors of a call about batches; lines have their own problems. */
export const problemsOfBatches: readonly ErrorCode[] = [
  ...problemsOfReading,
  'batch_not_found',
  'route_not_found',
  ...problemsOfBodies,
]

/**
 * A procedure for a key or a signed-in person, about something that their account owns. It only checks the key and its
 * addresses, and counts against the burst limit. `ctx.batches` is the owner.
 */
export const ownerProcedure = procedure({
  who: ['key', 'owner'],
  isCallerFirst: true,
  costs: { limit: limits.burst, operation: 'key' },
  body: shortJson,
}).use(batchOwner)

const suspended = { who: ['key', 'owner', 'suspended owner'] } as const satisfies ProcedureMeta

/** The same procedure, for actions that are still available to a suspended account: viewing, ending, and deleting. */
export const suspendedOwnerProcedure = ownerProcedure.meta(suspended)

/** A procedure that handles batches. */
export const batchProcedure = ownerProcedure.meta({ work: 'long', problems: problemsOfBatches })

/** The same procedure, for viewing, canceling, and deleting batches. */
export const suspendedBatchProcedure = batchProcedure.meta(suspended)

/**
 * Checks that a key may call the operations that a batch uses.
 * @throws PinrefError `operation_not_allowed`.
 */
export function allowOperations(
  { operations }: BatchOwner,
  {
    operation,
    details,
    fallback,
  }: Pick<BatchSettings, 'operation' | 'details'> & Partial<Pick<BatchSettings, 'fallback'>>,
): void {
  if (!operations) return
  const isSearching = fallback === 'name' || (operation === 'auto' && details === 'full')
  const needed = [operation === 'auto' ? 'resolve' : operation, ...(isSearching ? ['search'] : [])]
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
