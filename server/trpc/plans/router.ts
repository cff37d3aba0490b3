import { z } from 'zod'
import { firstPlan, plans } from '@/server/access/plans'
import { checkNotSuspended } from '@/server/access/profile'
import { billingStatus } from '@/server/billing/status'
import { actorOf } from '../audit'
import { procedure, router } from '../init'
import { accountProcedure } from '../signed-in'

/** The plans, and the plan of the account that is signed in. What needs Stripe's library loads it at the first call. */
export const plansRouter = router({
  list: procedure.query(() => plans()),

  current: accountProcedure.query(({ ctx }) => billingStatus(ctx.owner.accountId)),

  /**
   * Answers the address to pay at; null where the plan changed at once. A suspended account pays for nothing more, but may stop
   * paying.
   */
  choose: accountProcedure.input(z.strictObject({ plan: z.string().max(40) })).mutation(async ({ ctx, input }) => {
    if (input.plan !== firstPlan().id) await checkNotSuspended(ctx.owner.accountId)
    const { choosePlan } = await import('@/server/billing/checkout')
    return choosePlan({ ...ctx.owner, by: actorOf(ctx) }, input.plan)
  }),

  /** The address of invoices, card and cancellation; null for an account that never paid. */
  portal: accountProcedure.mutation(async ({ ctx }) => {
    const { portalUrl } = await import('@/server/billing/portal')
    return { url: await portalUrl(ctx.owner.accountId) }
  }),
})
