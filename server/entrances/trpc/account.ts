import * as z from 'zod'
import { maxOfAccount, readAccountLog } from '@/server/features/audit/log'
import { listBatches } from '@/server/features/batches/find-batch'
import { billingStatus, stripeMs } from '@/server/features/billing/status'
import { alertKinds } from '@/server/features/mail/alert-kinds'
import { alertMail, readAlertSettings, switchAlert } from '@/server/features/mail/alert-settings'
import { firstPlan, limits, plans } from '@/server/metering/access/limits'
import { checkNotSuspended } from '@/server/metering/access/profile'
import { currentUsage } from '@/server/metering/usage/account-usage'
import { wireBatch } from './batches/schemas'
import { shortJson } from './entrance'
import { procedure, router } from './init'
import { accountProcedure, actorOf, pageInput, record } from './signed-in'

/** Procedures for the signed-in account as a whole. */
export const accountRouter = router({
  /** Returns everything stored about the account. Code that needs better-auth is loaded on the first call. */
  copy: accountProcedure
    .meta({
      costs: { limit: limits.dashboard, also: [limits.accountCopy] },
      stores: null,
      returns: { events: maxOfAccount },
    })
    .mutation(async ({ ctx }) => {
      const { copyAccount } = await import('@/server/features/account-data/account-copy')
      const copy = await copyAccount(ctx.owner.accountId)
      record(ctx, { kind: 'data-downloaded' })
      return copy
    }),

  /** Returns which alerts the account gets and how they are sent. */
  alerts: accountProcedure.query(async ({ ctx }) => ({
    settings: await readAlertSettings(ctx.owner.accountId),
    mail: alertMail(ctx.owner),
  })),

  /** Turns an alert on or off. @throws PinrefError `not_signed_in`. */
  switchAlert: accountProcedure
    .meta({ stores: { alerts: alertKinds.length } })
    .input(z.strictObject({ alert: z.enum(alertKinds), on: z.boolean() }))
    .mutation(async ({ ctx, input: { alert, on } }) => {
      await switchAlert(ctx.owner.accountId, alert, on)
      record(ctx, { kind: 'alert-switched', alert, on })
    }),

  /** Reads the account's audit log, newest first. */
  activity: accountProcedure
    .meta({ returns: { events: maxOfAccount } })
    .input(pageInput)
    .query(({ ctx, input }) => readAccountLog(ctx.owner.accountId, input)),
})

/**
 * The browsers that are signed in to an account. A browser that is signed in to another account is treated as if it
 * were signed out.
 */
export const devicesRouter = router({
  /** Signs out one browser. Code that needs better-auth is loaded on the first call. */
  signOut: accountProcedure
    .meta({ stores: null })
    .input(z.strictObject({ id: z.string().max(40) }))
    .mutation(async ({ ctx, input }) => {
      const { endSession } = await import('@/server/features/sign-in/own-account')
      if (await endSession(ctx.owner.accountId, input.id)) record(ctx, { kind: 'browser-signed-out' })
    }),
})

/** The apps that an account has connected over OAuth. */
export const appsRouter = router({
  /** Disconnects one app. Code that needs better-auth is loaded on the first call. */
  disconnect: accountProcedure
    .meta({ stores: null })
    .input(z.strictObject({ id: z.string().max(50) }))
    .mutation(async ({ ctx, input }) => {
      const { disconnect } = await import('@/server/features/sign-in/connected-apps')
      const name = await disconnect(ctx.owner.accountId, input.id)
      if (name !== null) record(ctx, { kind: 'app-disconnected', name })
    }),
})

/** The plans, and the signed-in account's plan. Code that needs Stripe's library is loaded on the first call. */
export const plansRouter = router({
  list: procedure({
    who: ['visitor', 'key', 'owner', 'suspended owner'],
    isCallerFirst: true,
    costs: { limit: null },
    body: shortJson,
  }).query(() => plans()),

  current: accountProcedure.query(({ ctx }) => billingStatus(ctx.owner.accountId)),

  /**
   * Returns the URL for payment; null if the plan changed immediately. A suspended account may choose only the first
   * plan, so its owner can stop paying.
   */
  choose: accountProcedure
    .meta({ stores: null, deadline: stripeMs })
    .input(z.strictObject({ plan: z.string().max(40) }))
    .mutation(async ({ ctx, input }) => {
      if (input.plan !== firstPlan().id) await checkNotSuspended(ctx.owner.accountId)
      const { choosePlan } = await import('@/server/features/billing/checkout')
      return choosePlan({ ...ctx.owner, by: actorOf(ctx) }, input.plan)
    }),

  /** Returns the URL of the page for invoices, the card, and cancellation; null for an account that has never paid. */
  portal: accountProcedure.meta({ stores: null, deadline: stripeMs }).mutation(async ({ ctx }) => {
    const { portalUrl } = await import('@/server/features/billing/stripe-pages')
    return { url: await portalUrl(ctx.owner.accountId) }
  }),
})

const maxBatches = 3

/** The start page's data for a signed-in person. All of the data is read at once; batches take one more round trip. */
export const home = accountProcedure.meta({ returns: { batches: maxBatches } }).query(async ({ ctx }) => {
  const { accountId } = ctx.owner
  const [usage, batches] = await Promise.all([currentUsage(accountId), listBatches(accountId, maxBatches)])
  return { usage, batches: batches.map(wireBatch) }
})
