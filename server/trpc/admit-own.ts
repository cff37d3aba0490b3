import type { Admission } from '@/server/access/admission'
import { admit, lookUpKey } from '@/server/access/admit'
import type { Client } from '@/server/access/client'
import { HeldBody } from '@/server/access/long-body'
import { invalidApiKey, noApiKey } from '@/server/access/refusals'
import { PinrefError } from '@/server/errors'
import { type CallRecord, timed } from '@/server/observability/call-record'
import type { Context } from './context'
import { middleware } from './init'

/** What a key may be admitted for without looking anything up. */
type OwnOperation = 'usage' | 'key' | 'keys'

/**
 * Admits a call that only reads or changes what its account has: checks the key and its addresses, and counts the burst alone. If
 * that was done before the call's body was read, this returns that admission.
 * @throws as `admit`; `too_many_requests` beyond the burst.
 */
export function admitOwn(ctx: Context, operation: OwnOperation): Promise<Admission> {
  const { early } = ctx
  ctx.early = undefined
  return early ?? admitted(ctx, operation)
}

async function admitted(
  { call, apiKey, account, record, metering }: Context,
  operation: OwnOperation,
): Promise<Admission> {
  const accountId = apiKey === null ? ((await account())?.accountId ?? null) : null
  if (apiKey === null && accountId === null) throw new PinrefError('not_signed_in', 'Sign in to go on.')
  const { requestId } = record
  const asked = { client: () => call.client(), apiKey, accountId, operation, requestId }
  const admission = await timed(record, 'storeMs', () => admit(asked))
  record.keyId = admission.keyId
  metering.admission = admission
  metering.quota = admission.quota
  if (admission.refused) throw admission.refused
  return admission
}

/**
 * Lets a call with an API key read or change what belongs to its account. It only checks the key and what it may be used for, and
 * counts the burst. `ctx.own` says which account and key it is.
 */
export const ownKey = (operation: OwnOperation) =>
  middleware(async ({ ctx, next }) => {
    if (ctx.apiKey === null) throw noApiKey()
    const { caller, keyId } = await admitOwn(ctx, operation)
    if (keyId === null) throw invalidApiKey()
    return next({ ctx: { own: { accountId: caller, keyId } } })
  })

/**
 * Returns what decides about a long body with lines for a batch: it is read only once the call is admitted, and its procedure
 * takes that admission over.
 */
export const linesBody = (ctx: Context): HeldBody =>
  new HeldBody(
    () => ctx.call.client(),
    () => {
      const early = admitOwn(ctx, 'key')
      ctx.early = early
      return early.then(({ caller }) => caller)
    },
    true,
  )

/**
 * Returns what decides about a long body whose calls are admitted once they have been read: before that, its key is looked up.
 * Callers without a key are all held to the limits of one account.
 * @param accountId of a caller who is known without a key.
 */
export const callsBody = (
  client: () => Client,
  apiKey: string | null,
  record: CallRecord,
  accountId: string | null = null,
): HeldBody =>
  new HeldBody(client, async () =>
    apiKey === null ? (accountId ?? 'visitors') : timed(record, 'storeMs', () => lookUpKey(apiKey, client())),
  )
