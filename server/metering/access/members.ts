import { store } from '@/server/platform/store/store'
import { redisKeys } from './redis-keys'

/**
 * What a person may do in an account. An owner may do everything. A member uses the account: lookups, keys, batches,
 * watchlists, and callbacks. A viewer sees everything except secrets, changes nothing, and spends nothing.
 */
export type Role = 'owner' | 'member' | 'viewer'

/** All roles, the one with the most rights first. */
export const roles: readonly Role[] = ['owner', 'member', 'viewer']

/** Who may use an account: change its data, or spend its calls. */
export const workingRoles = ['owner', 'member'] as const satisfies readonly Role[]

/** A person in an account. */
export interface Member {
  personId: string
  role: Role
  /** When the person joined the account, epoch seconds. */
  since: number
}

/** An account, and who changes something in it. */
export interface Writer {
  accountId: string
  /** Null for a key, an operator, or Pinref itself. */
  personId: string | null
  /** The id of the key that makes the change; omitted or empty if none does. */
  key?: string
}

/** A writer, or only the id of the account if a key, an operator, or Pinref itself makes the change. */
export type Author = Writer | string

/** Returns an author as a writer. */
export const writerOf = (author: Author): Writer =>
  typeof author === 'string' ? { accountId: author, personId: null } : author

/**
 * Returns what is stored about who made something: the id of a person, or that of a key (`key_…`); empty if neither made
 * it.
 */
export function makerOf(author: Author): string {
  const { personId, key = '' } = writerOf(author)
  return personId ?? key
}

/** Returns a member's record as it is stored. */
export const memberText = ({ role, since }: Omit<Member, 'personId'>): string => `${role} ${since}`

/** Parses a member's record; null for anything that is not one, which allows nothing. */
function parseMember(personId: string, text: unknown): Member | null {
  const [, word, since] = /^(\w+) (\d+)$/.exec(typeof text === 'string' ? text : '') ?? []
  const role = roles.find((one) => one === word)
  return role === undefined ? null : { personId, role, since: Number(since) }
}

/** Reads an account's members, those who joined first at the top; none if the account does not exist. */
export async function readMembers(accountId: string): Promise<Member[]> {
  const { redis } = await store()
  const stored = (await redis.hgetall<Record<string, string>>(redisKeys(accountId).members)) ?? {}
  return Object.entries(stored)
    .flatMap(([personId, text]) => parseMember(personId, text) ?? [])
    .sort((a, b) => a.since - b.since || a.personId.localeCompare(b.personId))
}

/** What an account says about a person. */
export interface Access {
  /** Null if the person is not a member, or the account does not exist. */
  role: Role | null
  /** Whether the account's owners require a second factor of every member. */
  requiresSecondFactor: boolean
}

/** Reads a person's role in an account, and what the account requires of its members, in one round trip. */
export async function readAccess(accountId: string, personId: string): Promise<Access> {
  const { redis } = await store()
  const [role, requires] = await Promise.all([
    readRole(accountId, personId),
    redis.hget<string>(redisKeys(accountId).profile, 'requiresSecondFactor'),
  ])
  return { role, requiresSecondFactor: Boolean(requires) }
}

/** Reads a person's role in an account; null if the person is not a member, or the account does not exist. */
export async function readRole(accountId: string, personId: string): Promise<Role | null> {
  const { redis } = await store()
  const stored = await redis.hget<string>(redisKeys(accountId).members, personId)
  return parseMember(personId, stored)?.role ?? null
}
