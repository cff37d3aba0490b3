import * as z from 'zod'
import { maxListedMembers, readAccountDetails } from '@/server/features/account-data/account-details'
import { accountOrders, listAccounts, maxSorted, pageSize } from '@/server/features/account-data/listed-accounts'
import type { Actor } from '@/server/features/audit/actor'
import { firstPage, maxOfAccount, readServerLog, recordEvent } from '@/server/features/audit/log'
import { billingMode } from '@/server/features/billing/status'
import { isId } from '@/server/features/sign-in/adapter/redis-keys'
import { maxKeys } from '@/server/metering/access/key-store'
import { planOf } from '@/server/metering/access/limits'
import { accountNotFound, givePlan, longestReason, setSuspended } from '@/server/metering/access/profile'
import { recentDays } from '@/server/metering/usage/account-usage'
import { checkGoogle, checkGoogleMs } from '@/server/places/sources/google/check-google'
import { readReport } from '@/server/places/sources/google/check-report'
import { googleSettings, sourceKind } from '@/server/places/sources/source'
import { maskEmail } from '@/server/platform/observability/mask'
import { errorCodes, PinrefError } from '@/server/platform/problems/errors'
import { isUnicode, notUnicode } from '@/server/platform/runtime/input'
import { type Context, router } from '../init'
import { operatorProcedure, pageInput } from '../signed-in'
import { readOverview } from './overview'

const account = z.string().refine(isId, 'An account id has 16 letters and digits.')
const text = z.string().trim().max(320)
const reason = z.string().trim().min(1, 'Give a reason.').max(longestReason).refine(isUnicode, notUnicode)

/** An operator's actions on accounts. */
const accountProcedures = {
  /**
   * Returns a page of accounts. `find` is the start of an email, an account id, or an API key. The request uses POST,
   * because none of these values belong in a URL, which proxies log.
   */
  accounts: operatorProcedure
    .meta({ stores: null, returns: { accounts: pageSize, sorted: maxSorted } })
    .input(
      z.strictObject({
        find: text.default(''),
        order: z.enum(accountOrders).default(accountOrders[0]),
        cursor: text.nullable().default(null),
      }),
    )
    .mutation(async ({ input: { find, order, cursor } }) => ({
      ...(await listAccounts(find, cursor, order)),
      source: sourceKind(),
    })),

  /** Reads everything that an operator can see about an account. */
  account: operatorProcedure
    .meta({
      returns: {
        members: maxListedMembers,
        keys: maxKeys,
        days: recentDays,
        errors: errorCodes.length,
        activity: firstPage.count,
      },
    })
    .input(z.strictObject({ account }))
    .query(async ({ input }) => {
      const details = await readAccountDetails(input.account)
      if (details === null) throw accountNotFound()
      return details
    }),

  /** Changes an account's plan; with `overSubscription`, even if the account pays for one. */
  changePlan: operatorProcedure
    .meta({ stores: null })
    .input(z.strictObject({ account, plan: z.string().max(40), overSubscription: z.boolean().default(false) }))
    .mutation(async ({ ctx, input }) => {
      const plan = planOf(input.plan)
      if (!plan) throw new PinrefError('invalid_request', 'There is no such plan.')
      const from = await givePlan(input.account, plan.id, input.overSubscription || billingMode() !== 'on')
      if (from !== plan.id) recordEvent(input.account, { kind: 'plan-changed', from, to: plan.id }, operatorOf(ctx))
    }),

  /**
   * Suspends an account for a reason, which only operators see. The account's keys are rejected starting with the next
   * call.
   */
  suspend: operatorProcedure
    .meta({ stores: { characters: longestReason } })
    .input(z.strictObject({ account, reason }))
    .mutation(async ({ ctx, input }) => {
      const changed = await setSuspended(input.account, { reason: input.reason, by: maskEmail(ctx.person.email) })
      if (changed) recordEvent(input.account, { kind: 'suspended', reason: input.reason }, operatorOf(ctx))
    }),

  /** Ends an account's suspension. */
  resume: operatorProcedure
    .meta({ stores: null })
    .input(z.strictObject({ account }))
    .mutation(async ({ ctx, input }) => {
      if (await setSuspended(input.account, null)) recordEvent(input.account, { kind: 'resumed' }, operatorOf(ctx))
    }),
}

const operatorOf = ({ person, call }: Pick<Context, 'call'> & { person: { email: string } }): Actor => ({
  operator: person.email,
  address: call.client().address,
})

/** Procedures for the operator of this server. */
export const operatorRouter = router({
  ...accountProcedures,

  overview: operatorProcedure.query(() => readOverview()),

  /** Reads the server's audit log, which contains all accounts' events, newest first. */
  activity: operatorProcedure
    .meta({ returns: { events: maxOfAccount } })
    .input(pageInput)
    .query(({ input }) => readServerLog(input)),

  /** Returns the result of the last Google key check; null if there was no check or there is no key. */
  googleCheck: operatorProcedure.query(async () => {
    const google = googleSettings()
    return google && readReport(google.apiKey)
  }),

  /** Checks what the Google key can do; with `mayCost`, also makes calls that Google may bill. */
  checkGoogle: operatorProcedure
    .meta({ stores: { reports: 1 }, deadline: checkGoogleMs })
    .input(z.strictObject({ mayCost: z.boolean() }))
    .mutation(({ input }) => {
      const google = googleSettings()
      if (google) return checkGoogle(google, input.mayCost)
      throw new PinrefError('invalid_request', 'There is no Google key to check. Set GOOGLE_MAPS_API_KEY.')
    }),
})
