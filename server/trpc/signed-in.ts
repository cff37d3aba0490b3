import { PinrefError } from '@/server/errors'
import { middleware, procedure } from './init'

const signedIn = middleware(async ({ ctx, next }) => {
  const owner = await ctx.account()
  if (!owner) throw new PinrefError('not_signed_in', 'Sign in to continue.')
  return next({ ctx: { owner } })
})

/** A procedure for a person who is signed in; `ctx.owner` is their account. */
export const accountProcedure = procedure.use(signedIn)
