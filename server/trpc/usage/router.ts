import { readMonthTotals, readUsage } from '@/server/access/usage'
import { router } from '../init'
import { monthInput } from '../month-input'
import { accountProcedure } from '../signed-in'

/** The usage of the account that is signed in. */
export const usageRouter = router({
  month: accountProcedure.input(monthInput).query(({ ctx, input }) => readUsage(ctx.owner.accountId, input.month)),

  /** Calls that counted, month by month, newest first. */
  months: accountProcedure.query(({ ctx }) => readMonthTotals(ctx.owner.accountId)),
})
