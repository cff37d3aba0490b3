import type { Admission } from '@/server/metering/access/admission'
import { admit } from '@/server/metering/access/admit'
import { refund } from '@/server/metering/access/refund'
import { timed } from '@/server/platform/observability/call-record'
import { afterResponse } from '@/server/platform/runtime/after-answer'
import { toPinrefError } from './error'
import { middleware } from './init'
import { spenderOf } from './member'

/**
 * Admits a call before its work, and refunds the call if the work fails, so only successful calls count. Runs after the
 * input is validated (invalid input is never counted) and before the output is validated (invalid output is refunded).
 */
export const metering = middleware(async ({ ctx, meta, next }) => {
  const { call, apiKey, record, metering: state } = ctx
  const operation = meta?.costs?.operation
  if (!operation) throw new Error('a metered procedure has no operation')
  const request = {
    client: () => call.client(),
    apiKey,
    member: apiKey === null ? await spenderOf(ctx, meta?.who ?? []) : null,
    operation,
    requestId: record.requestId,
  }
  const admission = await timed(record, 'storeMs', () => admit(request))
  record.keyId = admission.keyId
  state.admission = admission
  state.quota = admission.quota
  if (admission.refused) {
    watchMonths(admission)
    throw admission.refused
  }
  const result = await next()
  if (result.ok) watchMonths(admission)
  else {
    const { code } = toPinrefError(result.error)
    state.quota = await timed(record, 'storeMs', () => refund(admission, state.askedUpstream, code))
  }
  return result
})

/**
 * Alerts the account's owner, in the background, once 80% of a monthly limit is used.
 * @param refunded how many of the calls have been refunded since they were admitted.
 */
export function watchMonths({ caller, months }: Pick<Admission, 'caller' | 'months'>, refunded = 0): void {
  for (const month of months) {
    const used = month.used - refunded
    if (used < 0.8 * month.limit) continue
    const use = { ...month, used }
    afterResponse(import('@/server/features/mail/use-alert').then(({ alertOfUse }) => alertOfUse(caller, use)))
  }
}
