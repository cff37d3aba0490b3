import { ask } from '@/server/platform/store/ask'
import { integer, list, text } from '@/server/platform/store/script-values'
import { inBackground } from '@/server/platform/store/store-failure'

/**
 * All accounts sorted by their members' emails, so the operator can find them without a store scan: a sorted set whose members all have
 * the score 0. The set's hash slot differs from the accounts' slots, so the set is written after the accounts, in the
 * background. A lost entry is added at the next sign-in, and a member whose account no longer exists is removed when it
 * is found.
 */
const index = 'accounts'

/** A character that sorts after every character that can occur in an email. */
const last = '\u{10ffff}'

/**
 * The email in lowercase, the account's id, and the person's id. No email contains a space, and a space sorts before
 * every character that an email can contain. Members from before persons had ids of their own lack the person's id, which
 * is the account's.
 */
const memberOf = ({ accountId, personId }: Place, email: string) => `${email.toLowerCase()} ${accountId} ${personId}`

/** A person in an account. */
export interface Place {
  accountId: string
  personId: string
}

/** A person's place in the index. */
export interface Indexed extends Place {
  member: string
}

function readMember(member: string): Indexed {
  const [, accountId = '', personId = accountId] = member.split(' ')
  return { accountId, personId, member }
}

/** Adds a person in an account under their current email. */
export const indexMember = (place: Place, email: string): void => write('ZADD', index, 0, memberOf(place, email))

/** Removes a person in an account under one of their previous emails. */
export const unindexMember = (place: Place, email: string): void => dropMember(memberOf(place, email))

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
  return members.map(readMember)
}

/** Whether a member of the index has its person's current email. */
export const isUnder = (place: Indexed, email: string): boolean => place.member === memberOf(place, email)
