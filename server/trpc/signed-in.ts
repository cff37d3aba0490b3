import { createLimiter } from '@/server/access/limiter'
import { limits } from '@/server/access/limits'
import { tooManyRequests } from '@/server/access/refusals'
import { PinrefError } from '@/server/errors'
import { operatorStatus } from '@/server/sign-in/session'
import { middleware, procedure } from './init'

const dashboard = createLimiter('dashboard', limits.dashboard)

const signedIn = middleware(async ({ ctx, next }) => {
  const owner = await ctx.account()
  if (!owner) throw new PinrefError('not_signed_in', 'Sign in to continue.')
  const { success } = await (await dashboard()).limit(owner.accountId)
  if (!success) throw tooManyRequests(limits.dashboard)
  return next({ ctx: { owner } })
})

/** A procedure for a person who is signed in; `ctx.owner` is their account. Each call counts toward a limit of the account. */
export const accountProcedure = procedure.use(signedIn)

/** A procedure for operators. Everybody else gets `route_not_found`, because a refusal would reveal that it exists. */
export const operatorProcedure = accountProcedure.use(({ ctx, next }) => {
  if (operatorStatus(ctx.owner) === 'operator') return next()
  throw new PinrefError('route_not_found', 'There is no such procedure.')
})
