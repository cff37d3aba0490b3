import { APIError } from 'better-auth/api'
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

const create = script(`
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
redis.call('EXPIRE', KEYS[1], ARGV[1])
return 1
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
    const { id, email } = named(row)
    await runScript(create, [signInKeys.user(id)], [unreachableSeconds, ...fieldsOf(row)])
    if (await claim(signInKeys.email(email), id, (holder) => hasEmail(holder, email))) return row
    await redis.del(signInKeys.user(id))
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

  /** Removes all sign-in data of an account, beginning with everything in its own slot, in one command. */
  async remove(row) {
    const { redis } = await store()
    const { id, email } = named(row)
    const [methods, verifications] = await Promise.all([
      redis.hkeys(signInKeys.methods(id)),
      redis.smembers<string[]>(signInKeys.verifications(id)),
    ])
    const own = ['user', 'sessions', 'methods', 'verifications', 'twoFactor', 'codeTries'] as const
    const removed = await redis.del(...own.map((name) => signInKeys[name](id)))
    await Promise.all([
      release(signInKeys.email(email), id),
      ...methods.map((method) => release(signInKeys.provider(method), id)),
      ...verifications.map((verification) => redis.del(signInKeys.verification(verification))),
    ])
    return removed > 0
  },
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

const named = (row: Row) => row as { id: string; email: string }

/** With this status better-auth answers a sign-up as if it had found the e-mail taken. */
const emailTaken = () =>
  new APIError('FORBIDDEN', {
    code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
    message: 'User already exists. Use another email.',
  })
