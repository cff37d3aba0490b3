import { redisKeys } from '@/server/metering/access/redis-keys'
import { ask } from '@/server/platform/store/ask'
import { integer, list, text } from '@/server/platform/store/script-values'
import { store } from '@/server/platform/store/store'
import { inBackground } from '@/server/platform/store/store-failure'

/**
 * All accounts sorted by email, so the operator can find them without a store scan: a sorted set whose members all have
 * the score 0. The set's hash slot differs from the accounts' slots, so the set is written after the accounts, in the
 * background. A lost entry is added at the next sign-in, and a member whose account no longer exists is removed when it
 * is found.
 */
const index = 'accounts'

const idLength = 16

/** A character that sorts after every character that can occur in an email. */
const last = '\u{10ffff}'

/**
 * The email in lowercase, a space, and the account's id. No email contains a space, and a space sorts before every
 * character that an email can contain.
 */
const memberOf = (accountId: string, email: string) => `${email.toLowerCase()} ${accountId}`

const accountIn = (member: string): string => member.slice(-idLength)

/** An account in the index. */
export interface Indexed {
  accountId: string
  member: string
}

/** Adds an account under its current email. */
export const indexAccount = (accountId: string, email: string): void =>
  write('ZADD', index, 0, memberOf(accountId, email))

/**
 * Adds a new account. Also checks two random members, and removes them if their accounts no longer exist, because
 * unconfirmed accounts expire, and their emails must not fill the store.
 */
export function indexNewAccount(accountId: string, email: string): void {
  indexAccount(accountId, email)
  inBackground('the account index could not be cleaned up', tidy)
}

async function tidy(): Promise<void> {
  const { redis } = await store()
  const members = await ask(['ZRANDMEMBER', index, 2], list(text))
  await Promise.all(
    members.map(async (member) => {
      if ((await redis.exists(redisKeys(accountIn(member)).user)) === 0) await ask(['ZREM', index, member], integer)
    }),
  )
}

/** Removes an account under one of its previous emails. */
export const unindexAccount = (accountId: string, email: string): void => dropMember(memberOf(accountId, email))

export const dropMember = (member: string): void => write('ZREM', index, member)

const write = (...command: readonly [string, ...Array<string | number>]): void =>
  inBackground('the account index could not be written', () => ask(command, integer))

/**
 * Reads accounts sorted by email.
 * @param start what the emails begin with, case-insensitive; empty for all.
 * @param after the last member already read; null to start from the first.
 */
export async function readIndex(start: string, after: string | null, count: number): Promise<Indexed[]> {
  const lower = start.toLowerCase()
  const from = after === null ? `[${lower}` : `(${after}`
  const range = [from, `(${lower}${last}`, 'LIMIT', 0, count]
  const members = await ask(['ZRANGEBYLEX', index, ...range], list(text))
  return members.map((member) => ({ accountId: accountIn(member), member }))
}

/** Whether a member has its account's current email. */
export const isUnder = ({ accountId, member }: Indexed, email: string): boolean => member === memberOf(accountId, email)
