import { z } from 'zod'
import { firstPlan, plans } from '@/server/access/plans'
import { checkNotSuspended } from '@/server/access/profile'
import { billingStatus } from '@/server/billing/status'
import { actorOf } from '../audit'
import { procedure, router } from '../init'
import { accountProcedure } from '../signed-in'

/** The plans, and the plan of the account that is signed in. Code that needs Stripe's library is loaded at the first call. */
export const plansRouter = router({
  list: procedure.query(() => plans()),

  current: accountProcedure.query(({ ctx }) => billingStatus(ctx.owner.accountId)),

  /**
   * Returns the URL to pay at; null if the plan changed at once. A suspended account may only choose the first plan, so that
   * it can stop paying.
   */
  choose: accountProcedure.input(z.strictObject({ plan: z.string().max(40) })).mutation(async ({ ctx, input }) => {
    if (input.plan !== firstPlan().id) await checkNotSuspended(ctx.owner.accountId)
    const { choosePlan } = await import('@/server/billing/checkout')
    return choosePlan({ ...ctx.owner, by: actorOf(ctx) }, input.plan)
  }),

  /** Returns the URL of the page for invoices, card and cancellation; null for an account that never paid. */
  portal: accountProcedure.mutation(async ({ ctx }) => {
    const { portalUrl } = await import('@/server/billing/stripe-pages')
    return { url: await portalUrl(ctx.owner.accountId) }
  }),
})
