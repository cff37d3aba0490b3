import type { Admission } from '@/server/metering/access/admission'
import { admit, lookUpKey } from '@/server/metering/access/admit'
import type { Client } from '@/server/metering/access/client'
import { limits } from '@/server/metering/access/limits'
import { type BodyWork, HeldBody } from '@/server/metering/access/long-body'
import { invalidApiKey, noApiKey } from '@/server/metering/access/refusals'
import { type CallRecord, timed } from '@/server/platform/observability/call-record'
import {
  type Body,
  type CallerKind,
  type CountedOperation,
  problemsOfBodies,
  problemsOfReading,
  rolesIn,
  shortJson,
  workingRoles,
} from './entrance'
import { type Context, middleware, procedure } from './init'
import { memberIn } from './member'

/**
 * Admits a call that only reads or changes its account's own data: checks the key and its addresses, and counts only
 * against the burst limit. If the call was admitted before its body was read, returns that admission.
 * @param who the callers who may enter, for the role of a signed-in person.
 * @param operation the operation to admit the call as, which is not a lookup.
 * @throws the same errors as `admit`; `too_many_requests` over the burst limit.
 */
export function admitOwn(
  ctx: Context,
  who: readonly CallerKind[],
  operation: CountedOperation = 'key',
): Promise<Admission> {
  const { early } = ctx
  ctx.early = undefined
  return early ?? admitted(ctx, who, operation)
}

async function admitted(ctx: Context, who: readonly CallerKind[], operation: CountedOperation): Promise<Admission> {
  const { call, apiKey, record, metering } = ctx
  const member = apiKey === null ? { ...(await memberIn(ctx, who)), roles: rolesIn(who) } : null
  const { requestId } = record
  const request = { client: () => call.client(), apiKey, member, operation, requestId }
  const admission = await timed(record, 'storeMs', () => admit(request))
  record.keyId = admission.keyId
  metering.admission = admission
  metering.quota = admission.quota
  if (admission.refused) throw admission.refused
  return admission
}

/**
 * Lets a call with an API key read or change its account's own data. Checks only the key and its operations, and counts
 * against the burst limit. `ctx.own` has the account and the key.
 */
export const ownKey = middleware(async ({ ctx, meta, next }) => {
  if (ctx.apiKey === null) throw noApiKey()
  const { caller, keyId } = await admitOwn(ctx, [], meta?.costs?.operation)
  if (keyId === null) throw invalidApiKey()
  return next({ ctx: { own: { accountId: caller, keyId } } })
})

/** Starts a procedure for a key that reads or manages its own account. Its input comes before `ownKey`. */
export const keyProcedure = (operation: 'usage' | 'key' | 'keys') =>
  procedure({
    who: ['key'],
    isCallerFirst: false,
    costs: { limit: limits.burst, operation },
    body: shortJson,
    ...(operation === 'keys' && { permission: operation, problems: problemsOfKeys }),
  })

/** The errors of a call about keys. */
export const problemsOfKeys = [...problemsOfReading, 'key_not_found', ...problemsOfBodies] as const

/**
 * Returns the check for a long body with batch lines or listings to watch: the body is read only after the call is
 * admitted, and the procedure uses the same admission.
 */
const linesBody = (ctx: Context, work: BodyWork): HeldBody =>
  new HeldBody(
    () => ctx.call.client(),
    () => {
      const early = admitOwn(ctx, workingRoles)
      ctx.early = early
      return early.then(({ caller }) => caller)
    },
    { kind: work, left: () => ctx.call.signal() },
  )

/** Returns the check for a procedure's long body, which is read only for a known caller. */
export const longBodyOf = (ctx: Context, long: NonNullable<Body['long']>): HeldBody =>
  long === 'calls' ? callsBody(() => ctx.call.client(), ctx.apiKey, ctx.record) : linesBody(ctx, long)

/**
 * Returns the check for a long body whose calls are admitted after the body is read: the key is looked up first. All
 * callers without a key share the limits of one account.
 * @param accountId the account of a caller who is identified without a key.
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
