import { visitorQuota } from '@/server/access/free-quota'
import { sourceKind } from '@/server/sources/source'
import { procedure, router } from './init'
import { keysRouter } from './keys/router'
import { listingsRouter } from './listings/router'
import { plansRouter } from './plans/router'
import { usageRouter } from './usage/router'

/** The product: every rule, limit and field, once. REST shows the part of it that has paths. */
export const appRouter = router({
  listings: listingsRouter,
  keys: keysRouter,
  usage: usageRouter,
  plans: plansRouter,

  /** What the page tells before a lookup: where listings come from, and how many free lookups are left. */
  status: procedure.query(async ({ ctx }) => {
    const { limit, remaining, resetSeconds } = await visitorQuota(ctx.client)
    return {
      source: sourceKind(),
      free: { limit: String(limit), remaining: remaining ?? 0, resetSeconds: resetSeconds ?? 0 },
    }
  }),
})

export type AppRouter = typeof appRouter
