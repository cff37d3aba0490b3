import { noApiKey } from '@/server/access/refusals'
import { admitOwn } from './admit-own'
import { middleware } from './init'

/**
 * Lets a call with an API key read the state of its account or key. It only checks the key and what it may be used for, and
 * counts the burst. `ctx.own` says which account and key it is.
 */
export const ownKey = (operation: 'usage' | 'key') =>
  middleware(async ({ ctx, next }) => {
    if (ctx.apiKey === null) throw noApiKey()
    const { caller, keyId } = await admitOwn(ctx, operation)
    return next({ ctx: { own: { accountId: caller, keyId } } })
  })
