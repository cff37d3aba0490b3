import { visitorQuota } from '@/server/metering/access/admit-visitor'
import { networkOf } from '@/server/metering/access/client'
import { withinBurst } from '@/server/metering/access/limiter'
import { limits } from '@/server/metering/access/limits'
import { tooManyRequests } from '@/server/metering/access/refusals'
import { readUsage } from '@/server/metering/usage/account-usage'
import { sourceKind } from '@/server/places/sources/source'
import { accountRouter, appsRouter, devicesRouter, home, plansRouter } from './account'
import { accountsRouter } from './accounts'
import { batchesRouter } from './batches/router'
import { callbacksRouter, deliveriesRouter } from './callbacks/router'
import { everyone, shortJson } from './entrance'
import { procedure, router } from './init'
import { keyRouter, keysRouter } from './keys/router'
import { listingsRouter } from './listings/router'
import { memberOf } from './member'
import { membersRouter } from './members'
import { operatorRouter } from './operator/router'
import { allProcedures, type ProcedureFacts } from './procedure-facts'
import { errorsRouter } from './usage/errors'
import { usageRouter } from './usage/router'
import { watchlistsRouter } from './watchlists/router'

/**
 * The whole product: every rule, limit, and field is defined here once. REST serves the procedures that have a path.
 */
export const appRouter = router({
  listings: listingsRouter,
  batches: batchesRouter,
  keys: keysRouter,
  devices: devicesRouter,
  apps: appsRouter,
  account: accountRouter,
  accounts: accountsRouter,
  members: membersRouter,
  callbacks: callbacksRouter,
  deliveries: deliveriesRouter,
  watchlists: watchlistsRouter,
  usage: usageRouter,
  key: keyRouter,
  errors: errorsRouter,
  plans: plansRouter,
  home,
  operator: operatorRouter,

  /**
   * Data that the page shows before a lookup: the source of listings and the remaining lookups, whether free or from
   * the plan.
   */
  status: procedure({
    who: everyone,
    isCallerFirst: true,
    costs: { limit: limits.burst },
    body: shortJson,
  }).query(async ({ ctx }) => {
    const client = ctx.call.client()
    const member = await memberOf(ctx)
    const [isWithinBurst, { limit, remaining, resetSeconds }, usage] = await Promise.all([
      withinBurst(networkOf(client)),
      visitorQuota(client),
      member && readUsage(member.accountId),
    ])
    if (!isWithinBurst) throw tooManyRequests()
    return {
      source: sourceKind(),
      free: { limit: String(limit), remaining: remaining ?? 0, resetSeconds: resetSeconds ?? 0 },
      /** Null for a visitor. */
      account: usage && { limit: usage.limit, used: usage.used, resetSeconds: usage.resetSeconds },
    }
  }),
})

export type AppRouter = typeof appRouter

/** The procedures of this server. */
export const procedures: ReadonlyMap<string, ProcedureFacts> = allProcedures(appRouter)
