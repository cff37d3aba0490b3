import { APIError } from 'better-auth/api'
import { accountDataKeys } from '@/server/access/account-data'
import { firstPlan } from '@/server/access/plans'
import { profileFields } from '@/server/access/profile'
import { redisKeys } from '@/server/access/redis-keys'
import { script } from '@/server/store/script'
import { runScript, store } from '@/server/store/store'
import { claim, holderOf, release } from './claims'
import { type Condition, equalTo, type Row, unsupported } from './query'
import { signInKeys } from './redis-keys'
import type { Table } from './table'

/**
 * A user without a sign-in method, left by an interrupted sign-up or deletion, expires after this. The e-mail is then free
 * again.
 */
export const unreachableSeconds = 60

/** Makes a user, from the third argument on, and the profile: so many arguments before that. */
const create = script(`
local user, profile = unpack(KEYS)
local lasts, first = ARGV[1], 3 + ARGV[2]
redis.call('HSET', profile, unpack(ARGV, 3, first - 1))
redis.call('HSET', user, unpack(ARGV, first))
redis.call('EXPIRE', profile, lasts)
redis.call('EXPIRE', user, lasts)
return 1
`)

/**
 * Removes everything of an account; answers what leads to it from elsewhere: its e-mails, sign-in methods, verifications.
 */
const remove = script(`
local user, methods, verifications = unpack(KEYS)
local found = {
  redis.call('HMGET', user, 'email', 'wantedEmail'),
  redis.call('HKEYS', methods),
  redis.call('SMEMBERS', verifications),
  redis.call('EXISTS', user),
}
redis.call('DEL', unpack(KEYS))
return found
`)

/** Writes fields of a user who still exists, and whose `wantedEmail` is still this one where one is given. */
const write = script(`
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
if ARGV[1] ~= '' and redis.call('HGET', KEYS[1], 'wantedEmail') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
return 1
`)

/**
 * Users, found by id and by e-mail. An e-mail belongs to one user: if several sign up with it at once, exactly one
 * succeeds.
 */
export const users: Table = {
  async candidates(conditions) {
    const id = equalTo(conditions, 'id') ?? (await idByEmail(conditions))
    const user = id === null ? null : await readUser(id)
    return user ? [user] : []
  },

  async create(row) {
    const { redis } = await store()
    const { id, email, createdAt } = named(row)
    const { user, profile } = redisKeys(id)
    const first = profileFields({ plan: firstPlan, created: createdAt })
    await runScript(create, [user, profile], [unreachableSeconds, first.length, ...first, ...fieldsOf(row)])
    if (await claim(signInKeys.email(email), id, (holder) => hasEmail(holder, email))) return row
    await redis.del(user, profile)
    throw emailTaken()
  },

  async update(row, changes) {
    const { id, email: before } = named(row)
    const { email } = { ...row, ...changes } as { email: string }
    if (email === before) return writeFields(id, changes)
    if (!(await writeFields(id, { wantedEmail: email }))) return false
    if (!(await claim(signInKeys.email(email), id, (holder) => hasEmail(holder, email)))) throw emailTaken()
    if (!(await writeFields(id, changes, email))) return false
    await release(signInKeys.email(before), id)
    return true
  },

  /** Removes the whole account; returns whether it was there. */
  remove: (row) => removeAccount(named(row).id),
}

/**
 * Removes an account with everything in it, in one step: whatever is under way for it finds either all or nothing. What leads
 * to it from elsewhere is removed next, and leads nowhere until then.
 * @returns whether it was there.
 */
export async function removeAccount(id: string): Promise<boolean> {
  const { redis } = await store()
  const own = ['user', 'methods', 'verifications', 'sessions', 'twoFactor', 'codeTries'] as const
  const keys = [...own.map((name) => signInKeys[name](id)), ...accountDataKeys(id)]
  const removed = await runScript(remove, keys, [])
  const [emails, ways, proofs, existed] = removed as [Array<string | null>, string[], string[], number]
  const held = emails.flatMap((email) => (email ? [signInKeys.email(JSON.parse(email))] : []))
  const claimed = [...held, ...ways.map(signInKeys.provider)]
  await Promise.all([
    ...claimed.map((key) => release(key, id)),
    ...proofs.map((proof) => redis.del(signInKeys.verification(proof))),
  ])
  return existed === 1
}

/** A user by id, or null. */
export async function readUser(id: string): Promise<Row | null> {
  const { redis } = await store()
  return redis.hgetall<Row>(signInKeys.user(id))
}

async function idByEmail(conditions: Condition[]): Promise<string | null> {
  const email = equalTo(conditions, 'email')
  if (email === null) throw unsupported('user', conditions)
  return holderOf(signInKeys.email(email))
}

/** Whether an account has this e-mail, or is about to. */
async function hasEmail(id: string, email: string): Promise<boolean> {
  const user = await readUser(id)
  return user?.email === email || user?.wantedEmail === email
}

/** @param wantedEmail writes only if this is what the user still wants. */
async function writeFields(id: string, changes: Row, wantedEmail?: string): Promise<boolean> {
  const guard = wantedEmail === undefined ? '' : JSON.stringify(wantedEmail)
  return (await runScript(write, [signInKeys.user(id)], [guard, ...fieldsOf(changes)])) === 1
}

const fieldsOf = (row: Row): string[] => Object.entries(row).flatMap(([name, value]) => [name, JSON.stringify(value)])

const named = (row: Row) => row as { id: string; email: string; createdAt: string }

/** With this status better-auth answers a sign-up as if it had found the e-mail taken. */
const emailTaken = () =>
  new APIError('FORBIDDEN', {
    code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
    message: 'User already exists. Use another email.',
  })
