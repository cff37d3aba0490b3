import { defineScript } from '@/server/platform/store/script'
import { fields, flag, list, oneOf, optional, outcomes, text } from '@/server/platform/store/script-values'
import changeLua from './change-account.lua'
import changeMemberLua from './change-member.lua'
import createLua from './create-account.lua'
import leaveLua from './leave-account.lua'
import { firstPlan } from './limits'
import { defineMemberScript } from './member-script'
import { memberText, type Role, roles, type Writer } from './members'
import ownerRules from './owner-rules.lua'
import { type Profile, profileFields } from './profile'
import { accountDataKeys, redisKeys } from './redis-keys'
import removeLua from './remove-account.lua'

/** Creates an account with its first owner. Returns false if an account with this id has other members. */
const create = defineScript({
  name: 'create-account',
  keys: ['members', 'profile'],
  args: { personId: text, record: text, values: fields },
  returns: flag,
  lua: createLua,
})

/**
 * Creates an account on the first plan. May be repeated: the account is then left as it is.
 * @param accountId a new id, chosen before, so that an interrupted creation can be repeated.
 * @param personId its owner.
 * @param now epoch milliseconds.
 * @throws Error if the account belongs to others; PinrefError `store_unavailable`.
 */
export async function createAccount(accountId: string, personId: string, name: string, now: number): Promise<void> {
  const values = profileFields({ name, plan: firstPlan().id, created: new Date(now).toISOString() })
  const record = memberText({ role: 'owner', since: Math.floor(now / 1000) })
  if (!(await create(redisKeys(accountId), { personId, record, values }))) throw new Error('this account id is in use')
}

const changeProfile = defineMemberScript({
  name: 'change-account',
  roles: ['owner'],
  keys: ['profile'],
  args: { values: fields },
  returns: flag,
  lua: changeLua,
})

/**
 * Changes what only an account's owners decide.
 * @throws PinrefError as `defineMemberScript`; `store_unavailable`.
 */
export async function changeAccount(
  writer: Writer,
  changes: Partial<Pick<Profile, 'name' | 'requiresSecondFactor'>>,
): Promise<void> {
  await changeProfile(writer, { profile: redisKeys(writer.accountId).profile }, { values: profileFields(changes) })
}

const leave = defineScript({
  name: 'leave-account',
  keys: ['members', 'seen'],
  args: { personId: text },
  includes: [ownerRules],
  returns: oneOf('left', 'last_owner', 'last_member'),
  lua: leaveLua,
})

/**
 * Removes a person from an account, if others remain who own it.
 * @returns `last_member` for its only member, who can delete it; `last_owner` if other members would be left without an
 *   owner. Otherwise `left`, also if the person was not a member.
 */
export const leaveAccount = (accountId: string, personId: string) => leave(redisKeys(accountId), { personId })

/** Changes a member's role, or removes the member if there is no new role. */
const changeRecord = defineScript({
  name: 'change-member',
  keys: ['members', 'seen'],
  args: { ownerId: text, personId: text, role: optional(oneOf(...roles)) },
  includes: [ownerRules],
  returns: outcomes({ done: { before: oneOf(...roles) }, not_owner: {}, unknown: {}, last_owner: {} }),
  lua: changeMemberLua,
})

/**
 * Changes a member's role, starting with the member's next call, or removes the member.
 * @param ownerId the owner who does this, which the same step checks again.
 * @param role null to remove the member.
 * @returns the role before. `last_owner` if the account would be left without an owner; nothing then changes.
 */
export const changeMember = (accountId: string, ownerId: string, personId: string, role: Role | null) =>
  changeRecord(redisKeys(accountId), { ownerId, personId, role })

/** Removes all of an account's data. Returns the ids of its members, or nothing if it did not exist. */
const remove = defineScript({
  name: 'remove-account',
  keys: ['members', '...others'],
  returns: optional(list(text)),
  lua: removeLua,
})

/**
 * Removes an account and everything in it, in one step, so concurrent calls find either the whole account or nothing.
 * @returns the ids of the persons who were its members; null if the account did not exist.
 */
export function removeAccount(accountId: string): Promise<string[] | null> {
  const { members } = redisKeys(accountId)
  return remove({ members, others: accountDataKeys(accountId).filter((key) => key !== members) })
}
