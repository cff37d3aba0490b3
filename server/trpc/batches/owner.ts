import { admit } from '@/server/access/admit'
import { readKeys } from '@/server/access/key-list'
import { operationNotAllowed } from '@/server/access/refusals'
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
    // Over REST a key is asked for before anything else.
    if (apiKey === null && accountId === null) throw new PinrefError('not_signed_in', 'Sign in to go on.')
    const asked = { client: () => call.client(), apiKey, accountId, operation: 'key', requestId: record.requestId }
    const admission = await timed(record, 'storeMs', () => admit(asked)).catch((error: unknown) => {
      if (isOpenToSuspended && error instanceof PinrefError && error.code === 'account_suspended') return null
      throw error
    })
    // Only a person who is signed in is told of a suspension: their account is known.
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
 * A procedure of batches, by a key or signed in: the key and its limits are checked and the burst is counted, and nothing else.
 * `ctx.batches` says whose they are.
 */
export const batchProcedure = procedure.use(batchOwner(false))

/** The same for what stays open to the owner of a suspended account: to see, end and delete what is theirs. */
export const keptBatchProcedure = procedure.use(batchOwner(true))

/**
 * Makes sure that a key may call what a batch calls.
 * @throws PinrefError `operation_not_allowed`.
 */
export async function allowOperations(
  { accountId, key }: BatchOwner,
  { operation, details }: Pick<BatchSettings, 'operation' | 'details'>,
): Promise<void> {
  if (key === '') return
  const operations = (await readKeys(accountId)).find(({ id }) => id === key)?.operations
  if (!operations) return
  const needed =
    operation !== 'auto' ? [operation] : details === 'full' ? (['resolve', 'search'] as const) : (['resolve'] as const)
  if (!needed.every((one) => operations.includes(one))) throw operationNotAllowed()
}
