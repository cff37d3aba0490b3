import { z } from 'zod'
import { readMonthTotals, readUsage } from '@/server/access/usage'
import { router } from '../init'
import { accountProcedure } from '../signed-in'

/** The usage of the account that is signed in. */
export const usageRouter = router({
  month: accountProcedure
    .input(
      z.strictObject({
        month: z
          .string()
          .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Send a month as 2026-11.')
          .optional(),
      }),
    )
    .query(({ ctx, input }) => readUsage(ctx.owner.accountId, input.month)),

  /** Calls that counted, month by month, newest first. */
  months: accountProcedure.query(({ ctx }) => readMonthTotals(ctx.owner.accountId)),
})
