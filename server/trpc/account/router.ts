import { z } from 'zod'
import { readAccountLog } from '@/server/audit/log'
import { alertKinds } from '@/server/mail/alert-kinds'
import { alertMail, readAlertSettings, switchAlert } from '@/server/mail/alert-settings'
import { pageInput, record } from '../audit'
import { router } from '../init'
import { accountProcedure } from '../signed-in'

/** Procedures for the signed-in account as a whole. */
export const accountRouter = router({
  /** Returns everything that is kept of the account. Code that needs better-auth is loaded at the first call. */
  copy: accountProcedure.mutation(async ({ ctx }) => {
    const { copyAccount } = await import('@/server/account-data/account-copy')
    const copy = await copyAccount(ctx.owner.accountId)
    record(ctx, { kind: 'data-downloaded' })
    return copy
  }),

  /** Returns which alerts the account gets, and what happens to their mails. */
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

  /** Reads the account's audit log, newest first. */
  activity: accountProcedure.input(pageInput).query(({ ctx, input }) => readAccountLog(ctx.owner.accountId, input)),
})
