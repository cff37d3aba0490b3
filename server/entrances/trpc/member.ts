import type { Role } from '@/server/metering/access/members'
import { accountSwitched, noMember, roleNotAllowed, secondFactorRequired } from '@/server/metering/access/refusals'
import { PinrefError } from '@/server/platform/problems/errors'
import { type CallerKind, rolesIn } from './entrance'
import type { Context } from './init'
import { pageAccountHeader } from './page-account'

/** A signed-in person in the session's account. */
export interface AccountMember {
  accountId: string
  personId: string
  role: Role
}

/**
 * Returns the signed-in person in the session's account; null for a visitor, and for a person without an account.
 * @throws PinrefError `account_switched` if the call is from a page of another account; `second_factor_required`.
 */
export async function memberOf({ call, signedIn }: Pick<Context, 'call' | 'signedIn'>): Promise<AccountMember | null> {
  const person = await signedIn()
  if (person === null) return null
  const { personId, member } = person
  const ofPage = call.header(pageAccountHeader) || null
  if (ofPage !== null && ofPage !== member?.accountId) throw member ? accountSwitched() : noMember()
  if (member?.lacksSecondFactor) throw secondFactorRequired()
  return member && { accountId: member.accountId, personId, role: member.role }
}

/**
 * Returns the signed-in person if their role may enter.
 * @throws PinrefError `not_signed_in`, `account_switched`, `second_factor_required`, `role_not_allowed`.
 */
export async function memberIn(
  ctx: Pick<Context, 'call' | 'signedIn'>,
  who: readonly CallerKind[],
): Promise<AccountMember> {
  const member = await memberOf(ctx)
  if (member === null) {
    if ((await ctx.signedIn()) === null) throw new PinrefError('not_signed_in', 'Sign in to continue.')
    throw noMember()
  }
  if (!rolesIn(who).includes(member.role)) throw roleNotAllowed()
  return member
}

/**
 * Returns the signed-in person on whose account a lookup is counted; null if it counts as a visitor's.
 * @throws PinrefError `account_switched`, `second_factor_required`, `role_not_allowed`.
 */
export async function spenderOf(ctx: Pick<Context, 'call' | 'signedIn'>, who: readonly CallerKind[]) {
  return (await memberOf(ctx)) && { ...(await memberIn(ctx, who)), roles: rolesIn(who) }
}
