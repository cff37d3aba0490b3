import type { Admission } from '@/server/access/admission'
import { admit } from '@/server/access/admit'
import { tooManyRequests } from '@/server/access/burst'
import { giveBack } from '@/server/access/refund'
import { PinrefError } from '@/server/errors'
import { timed } from '@/server/observability/call-record'
import type { Context } from './context'
import { middleware } from './init'

/**
 * Admits a call before its work and gives it back when the work fails, so that only calls answered 200 count. Comes after
 * the input is checked (what fails validation is never counted) and before the output is (what fails there is given back).
 */
export const metering = middleware(async ({ ctx, path, next }) => {
  const { client, apiKey, account, record } = ctx
  const operation = path.split('.').at(-1) ?? path
  const accountId = (await account())?.accountId ?? null
  const call = { client, apiKey, accountId, operation, requestId: record.requestId }
  const admission = await timed(record, 'storeMs', () => admit(call))
  note(ctx, admission)
  if (!admission.admitted) throw admission.tooFast ? tooManyRequests() : exhausted(admission)
  const result = await next()
  if (!result.ok) ctx.metering.quota = await timed(record, 'storeMs', () => giveBack(admission))
  return result
})

function note(ctx: Context, admission: Admission) {
  ctx.record.keyId = admission.keyId
  ctx.metering.admission = admission
  ctx.metering.quota = admission.quota
}

function exhausted({ quota }: Admission): PinrefError {
  return quota.authenticated
    ? new PinrefError(
        'monthly_quota_exhausted',
        `The calls of this month are used (${quota.limit} of ${quota.limit}). A larger plan goes on at once.`,
      )
    : new PinrefError(
        'free_quota_exhausted',
        `The free lookups of today are used (${quota.limit} of ${quota.limit}). They return at 00:00 UTC; an API key has a quota of its own.`,
      )
}
