import * as z from 'zod'
import { madeForm, readMakers } from '@/server/features/account-data/makers'
import {
  maxOfAccount,
  readAccountLog,
  readActors,
  recordDeletion,
  recordEvent,
  recordPersonEvent,
} from '@/server/features/audit/log'
import { listBatches } from '@/server/features/batches/find-batch'
import { maxBatches } from '@/server/features/batches/limits'
import { billingStatus, stripeMs } from '@/server/features/billing/status'
import { maxEndpoints } from '@/server/features/callbacks/endpoint'
import { alertKinds } from '@/server/features/mail/alert-kinds'
import { alertMail, readAlertSettings, switchAlert } from '@/server/features/mail/alert-settings'
import { isId } from '@/server/features/sign-in/adapter/redis-keys'
import { hasOwnSecondFactor } from '@/server/features/sign-in/adapter/two-factors'
import { readUser } from '@/server/features/sign-in/adapter/users'
import { maxWatchlists } from '@/server/features/watchlists/limits'
import { changeAccount } from '@/server/metering/access/account'
import { maxKeys } from '@/server/metering/access/key-store'
import { firstPlan, limits, plans } from '@/server/metering/access/limits'
import { checkRole } from '@/server/metering/access/member-script'
import { checkNotSuspended, readProfile, shownName } from '@/server/metering/access/profile'
import { secondFactorRequired } from '@/server/metering/access/refusals'
import { currentUsage } from '@/server/metering/usage/account-usage'
import { PinrefError } from '@/server/platform/problems/errors'
import { isUnicode, notUnicode } from '@/server/platform/runtime/input'
import { accountName } from './accounts'
import { wireBatch } from './batches/schemas'
import { everyone, shortJson } from './entrance'
import { type ProcedureMeta, procedure, router } from './init'
import { actorOf, ownerProcedure, pageInput, personProcedure, record, viewProcedure } from './signed-in'

/** The most keys, batches, watchlists, or endpoints that one page lists. */
const maxMade = Math.max(maxKeys, maxBatches, maxWatchlists, maxEndpoints)

const typed = z.string().max(200).refine(isUnicode, notUnicode)

const copying = {
  costs: { limit: limits.dashboard, also: [limits.dataCopy] },
  stores: null,
  returns: { events: maxOfAccount },
} as const satisfies ProcedureMeta

/** Procedures for the signed-in account as a whole. */
export const accountRouter = router({
  /**
   * Returns everything stored about an owner and the account. Code that needs better-auth is loaded on the first call.
   */
  copy: ownerProcedure.meta(copying).mutation(async ({ ctx }) => {
    const { copyData } = await import('@/server/features/account-data/data-copy')
    const [copy] = await Promise.all([copyData(ctx.member, ctx.member.accountId), checkRole(ctx.member, ['owner'])])
    record(ctx, { kind: 'data-downloaded' })
    return copy
  }),

  /** Returns everything stored about a person, without any account's data. */
  copyOwn: personProcedure.meta(copying).mutation(async ({ ctx }) => {
    const { copyData } = await import('@/server/features/account-data/data-copy')
    const copy = await copyData(ctx.person, null)
    recordPersonEvent(ctx.person.personId, { kind: 'own-data-downloaded' }, actorOf(ctx))
    return copy
  }),

  rename: ownerProcedure
    .meta({ stores: { names: 1 } })
    .input(z.strictObject({ name: accountName }))
    .mutation(async ({ ctx, input: { name } }) => {
      await changeAccount(ctx.member, { name })
      record(ctx, { kind: 'account-renamed', name })
    }),

  /**
   * Requires a second factor of every member, or no longer. Members without one can then do nothing in the account.
   * @throws PinrefError `second_factor_required` if the owner has none.
   */
  requireSecondFactor: ownerProcedure
    .meta({ stores: { requirements: 1 } })
    .input(z.strictObject({ on: z.boolean() }))
    .mutation(async ({ ctx, input: { on } }) => {
      const { personId } = ctx.member
      await checkRole(ctx.member, ['owner'])
      if (on && !(await hasOwnSecondFactor(personId, await readUser(personId)))) throw secondFactorRequired()
      await changeAccount(ctx.member, { requiresSecondFactor: on ? new Date().toISOString() : null })
      record(ctx, { kind: 'second-factor-required', on })
    }),

  /**
   * Deletes the account with everything in it. Its members stay, and get an email. Code that needs better-auth is
   * loaded on the first call.
   * @throws PinrefError `invalid_request` unless the name is the account's and the password is the owner's.
   */
  delete: ownerProcedure
    .meta({ costs: { limit: limits.dashboard, also: [limits.passwordsAtAccount] }, stores: null, deadline: stripeMs })
    .input(z.strictObject({ name: typed, password: typed.optional() }))
    .mutation(async ({ ctx, input: { name, password } }) => {
      const { accountId, email } = ctx.member
      await checkRole(ctx.member, ['owner'])
      const stored = shownName((await readProfile(accountId)).name)
      if (name.trim() !== stored) {
        const detail = `Type ${stored} to continue.`
        throw new PinrefError('invalid_request', detail, { errors: [{ pointer: '/name', detail }] })
      }
      const { requireProof } = await import('@/server/features/sign-in/require-proof')
      const { call } = ctx
      const proven = { cookie: call.header('cookie') ?? '', client: call.client(), signal: call.signal() }
      await requireProof(proven, password)
      const { deleteAccount } = await import('@/server/features/account-data/deletion')
      await deleteAccount(accountId, ctx.member)
      recordDeletion({ id: accountId, email }, actorOf(ctx))
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

  /**
   * Reads the account's audit log and the person's own sign-in events, newest first; with `person`, only what that person
   * did.
   */
  activity: viewProcedure
    .meta({ returns: { events: maxOfAccount } })
    .input(pageInput.extend({ person: z.string().refine(isId, 'Send the id of a person.').optional() }))
    .query(({ ctx, input: { person = null, ...page } }) => readAccountLog(ctx.member, page, person)),

  /** Returns the persons in the account's audit log, those who acted last at the top. */
  actors: viewProcedure.meta({ returns: { persons: maxOfAccount } }).query(({ ctx }) => readActors(ctx.member)),
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
      const { person } = ctx
      const app = await disconnect(person.personId, input.id)
      const actor = { ...actorOf(ctx), person }
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
      return choosePlan({ ...ctx.member, by: { ...actorOf(ctx), person: ctx.member } }, input.plan)
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
