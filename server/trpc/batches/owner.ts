import { withinBurst } from '@/server/access/burst'
import { networkOf } from '@/server/access/client'
import { readKeys } from '@/server/access/key-list'
import { invalidApiKey, operationNotAllowed, tooManyRequests } from '@/server/access/refusals'
import type { BatchSettings } from '@/server/batches/batch'
import { PinrefError } from '@/server/errors'
import { admitOwn } from '../admit-own'
import { middleware, procedure } from '../init'

/** Whose batches a call is about. */
export interface BatchOwner {
  accountId: string
  /** The id of the key that called; empty for a person who is signed in. */
  key: string
  isTest: boolean
}

const batchOwner = (isOpenToSuspended: boolean) =>
  middleware(async ({ ctx, next }) => {
    // Over REST, a call without a key is refused before it gets here.
    const admission = await admitOwn(ctx, 'key').catch((error: unknown) => {
      if (isOpenToSuspended && error instanceof PinrefError && error.code === 'account_suspended') return null
      throw error
    })
    if (admission === null) {
      if (!(await withinBurst(networkOf(ctx.call.client())))) throw tooManyRequests()
      // Only a person who is signed in gets `account_suspended`.
      const accountId = (await ctx.account())?.accountId ?? ''
      return next({ ctx: { batches: { accountId, key: '', isTest: false } } })
    }
    const isTest = admission.quota.policy === 'test'
    const batches: BatchOwner = { accountId: admission.caller, key: admission.keyId ?? '', isTest }
    return next({ ctx: { batches } })
  })

/**
 * A procedure about batches, for a key or a person who is signed in. It only checks the key and its addresses and counts the
 * burst. `ctx.batches` says whose batches they are.
 */
export const batchProcedure = procedure.use(batchOwner(false))

/** The same for what the owner of a suspended account may still do: see, end and delete their batches. */
export const suspendedBatchProcedure = procedure.use(batchOwner(true))

/**
 * Checks that a key may call the operations that a batch calls.
 * @throws PinrefError `operation_not_allowed`; `invalid_api_key` if it has been revoked meanwhile.
 */
export async function allowOperations(
  { accountId, key }: BatchOwner,
  { operation, details }: Pick<BatchSettings, 'operation' | 'details'>,
): Promise<void> {
  if (key === '') return
  const stored = (await readKeys(accountId)).find(({ id }) => id === key)
  // It was revoked a moment ago.
  if (!stored) throw invalidApiKey()
  const { operations } = stored
  if (!operations) return
  const needed =
    operation !== 'auto' ? [operation] : details === 'full' ? (['resolve', 'search'] as const) : (['resolve'] as const)
  if (!needed.every((one) => operations.includes(one))) throw operationNotAllowed()
}
