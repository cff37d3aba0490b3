import * as z from 'zod'
import { type Actor, type AuditEvent, firstPage, maxOfAccount, recordEvent } from '@/server/features/audit/log'
import { operatorStatus } from '@/server/features/sign-in/session'
import { createLimiter } from '@/server/metering/access/limiter'
import { limits } from '@/server/metering/access/limits'
import { tooManyRequests } from '@/server/metering/access/refusals'
import { PinrefError } from '@/server/platform/problems/errors'
import { shortJson } from './entrance'
import { type Context, middleware, procedure } from './init'

const dashboard = createLimiter('dashboard', limits.dashboard)

const signedIn = middleware(async ({ ctx, next }) => {
  const owner = await ctx.account()
  if (!owner) throw new PinrefError('not_signed_in', 'Sign in to continue.')
  const { success } = await (await dashboard()).limit(owner.accountId)
  if (!success) throw tooManyRequests(limits.dashboard)
  return next({ ctx: { owner } })
})

/**
 * A procedure for a signed-in person; `ctx.owner` is their account. Each call counts toward one of the account's
 * limits.
 */
export const accountProcedure = procedure({
  who: ['owner', 'suspended owner'],
  isCallerFirst: true,
  costs: { limit: limits.dashboard },
  body: shortJson,
}).use(signedIn)

/**
 * A procedure for operators. Other callers get `route_not_found`, because any other error would reveal that the
 * procedure exists.
 */
export const operatorProcedure = accountProcedure.meta({ who: ['operator'] }).use(({ ctx, next }) => {
  if (operatorStatus(ctx.owner) === 'operator') return next()
  throw new PinrefError('route_not_found', 'There is no such procedure.')
})

type OwnersCall = Pick<Context, 'call'> & { owner: { accountId: string } }

/** Returns the caller, for the audit log. */
export const actorOf = ({ call }: OwnersCall): Actor => ({
  address: call.client().address,
  userAgent: call.header('user-agent') ?? '',
})

/** Records the account owner's action in this call in the audit log. */
export const record = (ctx: OwnersCall, event: AuditEvent): void =>
  recordEvent(ctx.owner.accountId, event, actorOf(ctx))

/** A page of the audit log. The cursor is the previous page's `next`: the id of a Redis stream entry. */
export const pageInput = z.strictObject({
  cursor: z
    .string()
    .regex(/^\d{1,15}-\d{1,15}$/, 'Send “next” from the previous page.')
    .optional(),
  count: z.int().min(1).max(maxOfAccount).default(firstPage.count),
})
