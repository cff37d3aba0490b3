import { z } from 'zod'
import { planOf } from '@/server/access/plans'
import { givePlan, setSuspended } from '@/server/access/profile'
import { listAccounts } from '@/server/account-data/listed-accounts'
import type { Actor } from '@/server/audit/events'
import { recordEvent } from '@/server/audit/log'
import { billingMode } from '@/server/billing/status'
import { PinrefError } from '@/server/errors'
import { isAccountId } from '@/server/sign-in/adapter/redis-keys'
import type { Context } from '../context'
import { operatorProcedure } from './procedure'

const account = z.string().refine(isAccountId, 'An account id has 16 letters and digits.')
const text = z.string().trim().max(320)

/** What an operator can do with accounts. */
export const accountProcedures = {
  /**
   * Returns a page of accounts in the order of their emails. `find` is the start of an email, an account id or an API key. Sent
   * with POST, because none of these belongs in a URL, which proxies log.
   */
  accounts: operatorProcedure
    .input(z.strictObject({ find: text.default(''), cursor: text.nullable().default(null) }))
    .mutation(async ({ input }) => ({
      ...(await listAccounts(input.find, input.cursor)),
      billing: billingMode(),
    })),

  /** Gives an account a plan; with `overSubscription` even if it pays for one. */
  changePlan: operatorProcedure
    .input(z.strictObject({ account, plan: z.string().max(40), overSubscription: z.boolean().default(false) }))
    .mutation(async ({ ctx, input }) => {
      const plan = planOf(input.plan)
      if (!plan) throw new PinrefError('invalid_request', 'There is no such plan.')
      const from = await givePlan(input.account, plan.id, input.overSubscription || billingMode() !== 'on')
      if (from !== plan.id) recordEvent(input.account, { kind: 'plan-changed', from, to: plan.id }, operatorOf(ctx))
    }),

  /** Suspends an account, or ends its suspension; its keys are refused from the next call on. */
  suspend: operatorProcedure
    .input(z.strictObject({ account, suspended: z.boolean() }))
    .mutation(async ({ ctx, input }) => {
      const changed = await setSuspended(input.account, input.suspended)
      if (changed) recordEvent(input.account, { kind: input.suspended ? 'suspended' : 'resumed' }, operatorOf(ctx))
    }),
}

const operatorOf = ({ owner, call }: Pick<Context, 'call'> & { owner: { email: string } }): Actor => ({
  operator: owner.email,
  address: call.client().address,
})
