import * as z from 'zod'
import type { Caller, Person } from '@/server/features/audit/actor'
import { type AuditEvent, firstPage, maxOfAccount, recordEvent } from '@/server/features/audit/log'
import { operatorStatus } from '@/server/features/sign-in/session'
import { createLimiter } from '@/server/metering/access/limiter'
import { limits } from '@/server/metering/access/limits'
import type { Role } from '@/server/metering/access/members'
import { tooManyRequests } from '@/server/metering/access/refusals'
import { PinrefError } from '@/server/platform/problems/errors'
import { everyRole, shortJson, workingRoles } from './entrance'
import { type Context, middleware, procedure } from './init'
import { memberIn } from './member'

const dashboard = createLimiter('dashboard', limits.dashboard)

/** Counts a call against the person's limit. */
async function count(personId: string): Promise<void> {
  const { success } = await (await dashboard()).limit(personId)
  if (!success) throw tooManyRequests(limits.dashboard)
}

const personOnly = middleware(async ({ ctx, next }) => {
  const person = await ctx.signedIn()
  if (!person) throw new PinrefError('not_signed_in', 'Sign in to continue.')
  await count(person.personId)
  return next({ ctx: { person } })
})

const memberOnly = middleware(async ({ ctx, meta, next }) => {
  const member = await memberIn(ctx, meta?.who ?? [])
  await count(member.personId)
  const { name = '', email = '', emailVerified = false } = (await ctx.signedIn()) ?? {}
  return next({ ctx: { member: { ...member, name, email, emailVerified } } })
})

const dashboardEntrance = {
  isCallerFirst: true,
  costs: { limit: limits.dashboard },
  body: shortJson,
} as const

/** A procedure for any signed-in person, about what is theirs, whatever account they are in. `ctx.person` is them. */
export const personProcedure = procedure({ ...dashboardEntrance, who: ['person'] }).use(personOnly)

/**
 * A procedure about the session's account, also while it is suspended. `ctx.member` is the signed-in person in it. Each
 * call counts toward one of the person's limits.
 * @param roles who may call it.
 */
const accountProcedure = (...roles: Role[]) =>
  procedure({ ...dashboardEntrance, who: [...roles, 'suspended'] }).use(memberOnly)

/** A procedure for everyone in the account, who may see what is not secret. */
export const viewProcedure = accountProcedure(...everyRole)

/** A procedure for those who may change what the account owns. */
export const changeProcedure = accountProcedure(...workingRoles)

/** A procedure for the account's owners. */
export const ownerProcedure = accountProcedure('owner')

/**
 * A procedure for operators. Other callers get `route_not_found`, because any other error would reveal that the
 * procedure exists.
 */
export const operatorProcedure = personProcedure.meta({ who: ['operator'] }).use(({ ctx, next }) => {
  if (operatorStatus(ctx.person) === 'operator') return next()
  throw new PinrefError('route_not_found', 'There is no such procedure.')
})

/** Returns where a call came from, for the audit log. */
export const actorOf = ({ call }: Pick<Context, 'call'>): Caller => ({
  address: call.client().address,
  userAgent: call.header('user-agent') ?? '',
})

type MembersCall = Pick<Context, 'call'> & { member: Person & { accountId: string } }

/** Records a member's action in this call in the account's audit log. */
export const record = (ctx: MembersCall, event: AuditEvent): void =>
  recordEvent(ctx.member.accountId, event, { ...actorOf(ctx), person: ctx.member })

/** A page of the audit log. The cursor is the previous page's `next`: the id of a Redis stream entry. */
export const pageInput = z.strictObject({
  cursor: z
    .string()
    .regex(/^\d{1,15}-\d{1,15}$/, 'Send “next” from the previous page.')
    .optional(),
  count: z.int().min(1).max(maxOfAccount).default(firstPage.count),
})
