import { z } from 'zod'
import { type PlanId, plans } from '@/server/access/plans'
import { choosePlan } from '@/server/billing/checkout'
import { portalUrl } from '@/server/billing/portal'
import { billingStatus } from '@/server/billing/status'
import { procedure, router } from '../init'
import { accountProcedure } from '../signed-in'

const planIds = plans.map(({ id }) => id) as [PlanId, ...PlanId[]]

/** What there is to choose from, and what the account that is signed in has chosen. */
export const plansRouter = router({
  list: procedure.query(() => plans),

  current: accountProcedure.query(({ ctx }) => billingStatus(ctx.owner.accountId)),

  /** Answers where to send the browser to pay; null when the plan is there already. */
  choose: accountProcedure
    .input(z.strictObject({ plan: z.enum(planIds) }))
    .mutation(({ ctx, input }) => choosePlan(ctx.owner, input.plan)),

  /** Where invoices, the card and a cancellation are; null where there is nothing of the kind. */
  portal: accountProcedure.mutation(async ({ ctx }) => ({ url: await portalUrl(ctx.owner.accountId) })),
})
