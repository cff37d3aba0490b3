import type * as z from 'zod'
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
import { type Entrance, everyone, shortJson } from './entrance'
import { type ProcedureMeta, procedure, router } from './init'
import { keyRouter, keysRouter } from './keys/router'
import { listingsRouter } from './listings/router'
import { memberOf } from './member'
import { membersRouter } from './members'
import { operatorRouter } from './operator/router'
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

/** A procedure's meta, and the schemas of its input and output. */
export interface ProcedureFacts {
  type: 'query' | 'mutation' | 'subscription'
  meta: Entrance & Pick<ProcedureMeta, 'openapi'>
  inputs: readonly z.ZodType[]
  output?: z.ZodType
}

/** Returns all procedures by their full names, such as `batches.create`. */
export function allProcedures(of: { _def: { procedures: object } } = appRouter): Map<string, ProcedureFacts> {
  // Despite the type, the procedures are listed flat.
  const procedures = of._def.procedures as Record<string, { _def: ProcedureFacts }>
  return new Map(Object.entries(procedures).map(([name, { _def }]) => [name, _def]))
}

/** The procedures of this server. */
export const procedures: ReadonlyMap<string, ProcedureFacts> = allProcedures()
