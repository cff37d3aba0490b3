import { PinrefError } from '@/server/errors'
import { operatorStatus } from '@/server/sign-in/session'
import { accountProcedure } from '../signed-in'

/** A procedure for operators. Everybody else gets `route_not_found`, because a refusal would reveal that it exists. */
export const operatorProcedure = accountProcedure.use(({ ctx, next }) => {
  if (operatorStatus(ctx.owner) === 'operator') return next()
  throw new PinrefError('route_not_found', 'There is no such procedure.')
})
