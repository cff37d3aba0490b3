import { admit } from '@/server/access/admit'
import { readKeys } from '@/server/access/key-list'
import { invalidApiKey, operationNotAllowed } from '@/server/access/refusals'
import type { BatchSettings } from '@/server/batches/batch'
import { PinrefError } from '@/server/errors'
import { timed } from '@/server/observability/call-record'
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
    const { call, apiKey, account, record, metering } = ctx
    const accountId = apiKey === null ? ((await account())?.accountId ?? null) : null
    // Over REST, a call without a key is refused before it gets here.
    if (apiKey === null && accountId === null) throw new PinrefError('not_signed_in', 'Sign in to go on.')
    const asked = { client: () => call.client(), apiKey, accountId, operation: 'key', requestId: record.requestId }
    const admission = await timed(record, 'storeMs', () => admit(asked)).catch((error: unknown) => {
      if (isOpenToSuspended && error instanceof PinrefError && error.code === 'account_suspended') return null
      throw error
    })
    // Only a person who is signed in gets `account_suspended`, so `accountId` is known.
    if (admission === null) return next({ ctx: { batches: { accountId: accountId ?? '', key: '', isTest: false } } })
    record.keyId = admission.keyId
    metering.admission = admission
    metering.quota = admission.quota
    if (admission.refused) throw admission.refused
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
