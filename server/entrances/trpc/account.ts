import * as z from 'zod'
import { madeForm, readMakers } from '@/server/features/account-data/makers'
import { maxOfAccount, readAccountLog, recordEvent, recordPersonEvent } from '@/server/features/audit/log'
import { listBatches } from '@/server/features/batches/find-batch'
import { maxBatches } from '@/server/features/batches/limits'
import { billingStatus, stripeMs } from '@/server/features/billing/status'
import { maxEndpoints } from '@/server/features/callbacks/endpoint'
import { alertKinds } from '@/server/features/mail/alert-kinds'
import { alertMail, readAlertSettings, switchAlert } from '@/server/features/mail/alert-settings'
import { maxWatchlists } from '@/server/features/watchlists/limits'
import { maxKeys } from '@/server/metering/access/key-store'
import { firstPlan, limits, plans } from '@/server/metering/access/limits'
import { checkRole } from '@/server/metering/access/member-script'
import { checkNotSuspended } from '@/server/metering/access/profile'
import { currentUsage } from '@/server/metering/usage/account-usage'
import { wireBatch } from './batches/schemas'
import { everyone, shortJson } from './entrance'
import { procedure, router } from './init'
import { actorOf, ownerProcedure, pageInput, personProcedure, record, viewProcedure } from './signed-in'

/** The most keys, batches, watchlists, or endpoints that one page lists. */
const maxMade = Math.max(maxKeys, maxBatches, maxWatchlists, maxEndpoints)

/** Procedures for the signed-in account as a whole. */
export const accountRouter = router({
  /** Returns everything stored about the account. Code that needs better-auth is loaded on the first call. */
  copy: ownerProcedure
    .meta({
      costs: { limit: limits.dashboard, also: [limits.accountCopy] },
      stores: null,
      returns: { events: maxOfAccount },
    })
    .mutation(async ({ ctx }) => {
      const { copyAccount } = await import('@/server/features/account-data/account-copy')
      const [copy] = await Promise.all([copyAccount(ctx.member), checkRole(ctx.member, ['owner'])])
      record(ctx, { kind: 'data-downloaded' })
      return copy
    }),

  /** Returns which alerts the person gets and how they are sent. */
  alerts: personProcedure.query(async ({ ctx }) => ({
    settings: await readAlertSettings(ctx.person.personId),
    mail: alertMail(ctx.person),
  })),

  /** Turns an alert on or off. @throws PinrefError `not_signed_in`. */
  switchAlert: personProcedure
    .meta({ stores: { alerts: alertKinds.length } })
    .input(z.strictObject({ alert: z.enum(alertKinds), on: z.boolean() }))
    .mutation(async ({ ctx, input: { alert, on } }) => {
      await switchAlert(ctx.person.personId, alert, on)
      recordPersonEvent(ctx.person.personId, { kind: 'alert-switched', alert, on }, actorOf(ctx))
    }),

  /** Returns who made some of what the account has, by id, for lists and pages. */
  makers: viewProcedure
    .input(z.strictObject({ ids: z.array(z.string().regex(madeForm)).max(maxMade) }))
    .query(({ ctx, input: { ids } }) => readMakers(ctx.member.accountId, ids)),

  /** Reads the account's audit log and the person's own sign-in events, newest first. */
  activity: viewProcedure
    .meta({ returns: { events: maxOfAccount } })
    .input(pageInput)
    .query(({ ctx, input }) => readAccountLog(ctx.member, input)),
})

/**
 * The browsers in which a person is signed in. A browser in which someone else is signed in is treated as if it were
 * signed out.
 */
export const devicesRouter = router({
  /** Signs out one browser. Code that needs better-auth is loaded on the first call. */
  signOut: personProcedure
    .meta({ stores: null })
    .input(z.strictObject({ id: z.string().max(40) }))
    .mutation(async ({ ctx, input }) => {
      const { endSession } = await import('@/server/features/sign-in/own-account')
      const { personId } = ctx.person
      if (await endSession(personId, input.id))
        recordPersonEvent(personId, { kind: 'browser-signed-out' }, actorOf(ctx))
    }),
})

/** The apps that a person has connected over OAuth, in any account. */
export const appsRouter = router({
  /** Disconnects one app. Code that needs better-auth is loaded on the first call. */
  disconnect: personProcedure
    .meta({ stores: null })
    .input(z.strictObject({ id: z.string().max(70) }))
    .mutation(async ({ ctx, input }) => {
      const { disconnect } = await import('@/server/features/sign-in/connected-apps')
      const { personId, email } = ctx.person
      const app = await disconnect(personId, input.id)
      const actor = { ...actorOf(ctx), email }
      if (app) recordEvent(app.accountId, { kind: 'app-disconnected', name: app.name }, actor)
    }),
})

/** The plans, and the signed-in account's plan. Code that needs Stripe's library is loaded on the first call. */
export const plansRouter = router({
  list: procedure({
    who: everyone,
    isCallerFirst: true,
    costs: { limit: null },
    body: shortJson,
  }).query(() => plans()),

  current: viewProcedure.query(({ ctx }) => billingStatus(ctx.member.accountId)),

  /**
   * Returns the URL for payment; null if the plan changed immediately. A suspended account may choose only the first
   * plan, so its owner can stop paying.
   */
  choose: ownerProcedure
    .meta({ stores: null, deadline: stripeMs })
    .input(z.strictObject({ plan: z.string().max(40) }))
    .mutation(async ({ ctx, input }) => {
      if (input.plan !== firstPlan().id) await checkNotSuspended(ctx.member.accountId)
      const { choosePlan } = await import('@/server/features/billing/checkout')
      return choosePlan({ ...ctx.member, by: { ...actorOf(ctx), email: ctx.member.email } }, input.plan)
    }),

  /** Returns the URL of the page for invoices, the card, and cancellation; null for an account that has never paid. */
  portal: ownerProcedure.meta({ stores: null, deadline: stripeMs }).mutation(async ({ ctx }) => {
    const { portalUrl } = await import('@/server/features/billing/stripe-pages')
    return { url: await portalUrl(ctx.member) }
  }),
})

const homeBatches = 3

/** The start page's data for a signed-in person. All of the data is read at once; batches take one more round trip. */
export const home = viewProcedure.meta({ returns: { batches: homeBatches } }).query(async ({ ctx }) => {
  const { accountId } = ctx.member
  const [usage, batches] = await Promise.all([currentUsage(accountId), listBatches(accountId, homeBatches)])
  return { usage, batches: batches.map(wireBatch) }
})
