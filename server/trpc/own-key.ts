import { admit } from '@/server/access/admit'
import { noApiKey } from '@/server/access/refusals'
import { timed } from '@/server/observability/call-record'
import { middleware } from './init'

/**
 * Lets a call with an API key read the state of its account or key. It only checks the key and what it may be used for, and
 * counts the burst. `ctx.own` says which account and key it is.
 */
export const ownKey = (operation: 'usage' | 'key') =>
  middleware(async ({ ctx, next }) => {
    const { call, apiKey, record, metering } = ctx
    if (apiKey === null) throw noApiKey()
    const { requestId } = record
    const asked = { client: () => call.client(), apiKey, accountId: null, operation, requestId }
    const admission = await timed(record, 'storeMs', () => admit(asked))
    record.keyId = admission.keyId
    metering.admission = admission
    metering.quota = admission.quota
    if (admission.refused) throw admission.refused
    return next({ ctx: { own: { accountId: admission.caller, keyId: admission.keyId } } })
  })
