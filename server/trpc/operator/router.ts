import { operatorStanding } from '@/server/accounts/operators'
import { PinrefError } from '@/server/errors'
import { readServerLog } from '@/server/observability/audit-log'
import { pageInput } from '../audit'
import { router } from '../init'
import { accountProcedure } from '../signed-in'
import { readOverview } from './overview'

/** Not found for everybody else: a refusal would tell that it exists. */
const operatorProcedure = accountProcedure.use(({ ctx, next }) => {
  if (operatorStanding(ctx.owner) === 'operator') return next()
  throw new PinrefError('route_not_found', 'There is no such procedure.')
})

/** For the operator of this server. */
export const operatorRouter = router({
  overview: operatorProcedure.query(() => readOverview()),

  /** What happened to all accounts, newest first. */
  activity: operatorProcedure.input(pageInput).query(({ input }) => readServerLog(input)),
})
