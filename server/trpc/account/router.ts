import { z } from 'zod'
import { alertKinds } from '@/server/accounts/alerts/kinds'
import { alertMail, readAlertSettings, switchAlert } from '@/server/accounts/alerts/settings'
import { readAccountLog } from '@/server/observability/audit-log'
import { pageInput, record } from '../audit'
import { router } from '../init'
import { accountProcedure } from '../signed-in'

/** The account that is signed in, as a whole. */
export const accountRouter = router({
  /** Everything that is kept of it. What needs better-auth loads it at the first call. */
  copy: accountProcedure.mutation(async ({ ctx }) => {
    const { copyAccount } = await import('@/server/accounts/account-copy')
    const copy = await copyAccount(ctx.owner.accountId)
    record(ctx, { kind: 'data-downloaded' })
    return copy
  }),

  /** Which alerts it gets, and what becomes of their mails. */
  alerts: accountProcedure.query(async ({ ctx }) => ({
    settings: await readAlertSettings(ctx.owner.accountId),
    mail: alertMail(ctx.owner),
  })),

  /** Switches an alert on or off. @throws PinrefError `not_signed_in`. */
  switchAlert: accountProcedure
    .input(z.strictObject({ alert: z.enum(alertKinds), on: z.boolean() }))
    .mutation(async ({ ctx, input: { alert, on } }) => {
      await switchAlert(ctx.owner.accountId, alert, on)
      record(ctx, { kind: 'alert-switched', alert, on })
    }),

  /** What happened to it, newest first. */
  activity: accountProcedure.input(pageInput).query(({ ctx, input }) => readAccountLog(ctx.owner.accountId, input)),
})
