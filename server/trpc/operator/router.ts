import { operatorStanding } from '@/server/accounts/operators'
import { PinrefError } from '@/server/errors'

import { router } from '../init'
import { accountProcedure } from '../signed-in'
import { readOverview } from './overview'

/** For everybody else there is nothing here: not even a refusal that would tell. */
const operatorProcedure = accountProcedure.use(({ ctx, next }) => {
  if (operatorStanding(ctx.owner) === 'operator') return next()
  throw new PinrefError('route_not_found', 'There is no such procedure.')
})

/** What whoever runs this server wants to know. */
export const operatorRouter = router({
  overview: operatorProcedure.query(() => readOverview()),
})
