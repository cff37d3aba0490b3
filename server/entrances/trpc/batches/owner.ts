import type { Batch, BatchSettings } from '@/server/features/batches/batch'
import { findBatch } from '@/server/features/batches/find-batch'
import { networkOf } from '@/server/metering/access/client'
import { withinBurst } from '@/server/metering/access/limiter'
import { limits } from '@/server/metering/access/limits'
import { operationNotAllowed, tooManyRequests } from '@/server/metering/access/refusals'
import { type ErrorCode, PinrefError } from '@/server/platform/problems/errors'
import { admitOwn } from '../admit-own'
import { everyRole, problemsOfBodies, problemsOfReading, shortJson, workingRoles } from '../entrance'
import { middleware, type ProcedureMeta, procedure } from '../init'
import { memberIn } from '../member'

/** The owner of the batches in a call. */
export interface BatchOwner {
  accountId: string
  /** The signed-in person; null for a key. */
  personId: string | null
  /** The id of the calling key; empty for a signed-in person. */
  key: string
  isTest: boolean
  /** The operations that the key may call; null if the key may call all operations, or if there is no key. */
  operations: readonly string[] | null
}

const batchOwner = middleware(async ({ ctx, meta, next }) => {
  const who = meta?.who ?? []
  const isOpenToSuspended = who.includes('suspended')
  // Over REST, a call without a key is rejected earlier.
  const admission = await admitOwn(ctx, who, meta?.costs?.operation).catch((error: unknown) => {
    const isSuspended = error instanceof PinrefError && error.code === 'account_suspended'
    if (isSuspended && isOpenToSuspended && ctx.apiKey === null) return null
    throw error
  })
  if (admission === null) {
    if (!(await withinBurst(networkOf(ctx.call.client())))) throw tooManyRequests()
    const { accountId, personId } = await memberIn(ctx, who)
    return next({ ctx: { batches: { accountId, personId, key: '', isTest: false, operations: null } } })
  }
  const { caller, keyId, operations, quota } = admission
  if (meta?.permission && keyId && !operations?.includes(meta.permission)) throw operationNotAllowed()
  const personId = ctx.apiKey === null ? ((await ctx.signedIn())?.personId ?? null) : null
  const batches = { accountId: caller, personId, key: keyId ?? '', isTest: quota.policy === 'test', operations }
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
export const memberProcedure = procedure({
  who: ['key', ...workingRoles],
  isCallerFirst: true,
  costs: { limit: limits.burst, operation: 'key' },
  body: shortJson,
}).use(batchOwner)

const suspended = { who: ['key', ...workingRoles, 'suspended'] } as const satisfies ProcedureMeta

/** The same procedure, for actions that are still available to a suspended account: ending and deleting. */
export const suspendedMemberProcedure = memberProcedure.meta(suspended)

const viewing = { who: ['key', ...everyRole, 'suspended'] } as const satisfies ProcedureMeta

/** The same procedure, for viewing what is not secret, also in a suspended account. */
export const viewerProcedure = memberProcedure.meta(viewing)

/** A procedure that handles batches. */
export const batchProcedure = memberProcedure.meta({ work: 'long', problems: problemsOfBatches })

/** The same procedure, for canceling and deleting batches. */
export const suspendedBatchProcedure = batchProcedure.meta(suspended)

/** The same procedure, for viewing batches. */
export const viewerBatchProcedure = batchProcedure.meta(viewing)

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
