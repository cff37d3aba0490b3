import { PinrefError } from '@/server/errors'
import { middleware, procedure } from './init'

const signedIn = middleware(({ ctx, next }) => {
  if (!ctx.account) throw new PinrefError('not_signed_in', 'Sign in to go on.')
  return next({ ctx: { account: ctx.account } })
})

/** A procedure for a person who is signed in; `ctx.account` is theirs. */
export const accountProcedure = procedure.use(signedIn)
