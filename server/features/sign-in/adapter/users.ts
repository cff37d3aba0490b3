import { APIError } from 'better-auth/api'
import { mailMode } from '@/server/features/mail/mode'
import { firstPlan } from '@/server/metering/access/limits'
import { profileFields } from '@/server/metering/access/profile'
import { accountDataKeys, redisKeys } from '@/server/metering/access/redis-keys'
import { store } from '@/server/platform/store/store'
import { runScript, script } from '@/server/platform/store/untyped'
import { indexAccount, indexNewAccount, unindexAccount } from './account-index'
import { forgetTokens } from './app-tokens'
import { signInKeys } from './redis-keys'
import { type Condition, claim, equalTo, holderOf, type Row, release, type Table, unsupported } from './table'
import { endLinks, forgetLinks, linksFromThisSecond } from './verifications'

/**
 * Creates a user and a profile. The arguments are the user's lifetime in seconds, the number of profile arguments, the
 * profile arguments, and the user arguments.
 */
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
 * Removes all of an account's data. Returns the references to the account that are stored elsewhere: emails, sign-in
 * methods, verifications, passkeys, and app tokens. With an argument, removes the account only if the email is
 * unconfirmed and the account has more than that many seconds left.
 */
const remove = script(`
local user, methods, verifications, passkeys, appTokens = unpack(KEYS)
if ARGV[1] then
  local waits = redis.call('HGET', user, 'emailVerified') == 'false'
  if not waits or redis.call('TTL', user) <= tonumber(ARGV[1]) then return false end
end
local found = {
  redis.call('HMGET', user, 'email', 'wantedEmail'),
  redis.call('HKEYS', methods),
  redis.call('SMEMBERS', verifications),
  redis.call('HKEYS', passkeys),
  redis.call('ZRANGE', appTokens, 0, -1),
  redis.call('EXISTS', user),
}
redis.call('DEL', unpack(KEYS))
return found
`)

/** Writes fields of an existing user. Once the email is confirmed, the account no longer expires. */
const write = script(`
local user, methods, profile = unpack(KEYS)
if redis.call('EXISTS', user) == 0 then return 0 end
redis.call('HSET', user, unpack(ARGV))
if redis.call('HGET', user, 'emailVerified') == 'true' and redis.call('EXISTS', methods) == 1 then
  for _, key in ipairs(KEYS) do redis.call('PERSIST', key) end
end
return 1
`)

/**
 * Writes fields of a user, including a new email, which must still be the one that the user has requested. Invalidates
 * all links in earlier emails.
 */
const writeEmail = script(`
local user, verifications, linksFrom = KEYS[1], KEYS[2], ARGV[2]
if redis.call('HGET', user, 'wantedEmail') ~= ARGV[1] then return false end
redis.call('HSET', user, unpack(ARGV, 3))
${endLinks}
return ended
`)

/**
 * Users, found by id and by email. An email belongs to one user, so exactly one of several concurrent sign-ups
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
    const { id, email, emailVerified, createdAt } = asUser(row)
    const { user, profile } = redisKeys(id)
    const first = profileFields({ plan: firstPlan().id, created: createdAt })
    await runScript(create, [user, profile], [unreachableSeconds, first.length, ...first, ...fieldsOf(row)])
    const lasts = emailVerified ? null : unconfirmedLasts()
    // This is longer than the account's lifetime, which starts a little later.
    const claimLasts = lasts === null ? undefined : lasts + 2 * unreachableSeconds
    if (await claim(signInKeys.email(email), id, (holder) => hasEmail(holder, email), claimLasts)) {
      indexNewAccount(id, email)
      return row
    }
    await redis.del(user, profile)
    throw emailTaken()
  },

  async update(row, changes) {
    const { id, email: before } = asUser(row)
    const { email } = { ...row, ...changes } as { email: string }
    if (email === before) {
      const { redis } = await store()
      // The claim comes first, because an account must not outlive it.
      if (changes.emailVerified === true) await redis.persist(signInKeys.email(email))
      return writeFields(id, changes)
    }
    if (!(await writeFields(id, { wantedEmail: email }))) return false
    if (!(await claim(signInKeys.email(email), id, (holder) => hasEmail(holder, email)))) throw emailTaken()
    const keys = [signInKeys.user(id), signInKeys.verifications(id)]
    const args = [JSON.stringify(email), linksFromThisSecond(), ...fieldsOf(changes)]
    const ended = (await runScript(writeEmail, keys, args)) as string[] | null
    if (ended === null) return false
    await forgetLinks(ended)
    await release(signInKeys.email(before), id)
    indexAccount(id, email)
    unindexAccount(id, before)
    return true
  },

  /** Removes the whole account. Returns whether the account existed. */
  remove: (row) => removeAccount(asUser(row).id),
}

/**
 * Removes an account and everything in it, in one step, so concurrent calls find either the whole account or nothing.
 * References to the account that are stored elsewhere are removed next and point to nothing until then.
 * @param forgetRest removes the data stored by modules above this one.
 * @returns whether the account existed.
 */
export const removeAccount = (id: string, forgetRest?: (id: string) => Promise<void>): Promise<boolean> =>
  removeAll(id, [], forgetRest)

/** Removes the account with this email if the email is unconfirmed, so a new sign-up can replace it. */
export async function removeUnconfirmed(email: string): Promise<void> {
  const id = await accountByEmail(email)
  // This excludes an account that is still being created.
  if (id !== null) await removeAll(id, [unreachableSeconds])
}

type Removed = [Array<string | null>, string[], string[], string[], string[], number]

async function removeAll(
  id: string,
  condition: number[],
  forgetRest?: (id: string) => Promise<void>,
): Promise<boolean> {
  const read = ['user', 'methods', 'verifications', 'passkeys', 'appTokens'] as const
  const own = [...read, 'sessions', 'twoFactor', 'codeTries', 'apps'] as const
  const keys = [...own.map((name) => signInKeys[name](id)), ...accountDataKeys(id)]
  const removed = await runScript(remove, keys, condition)
  if (removed === null) return false
  const [emails, methods, verifications, credentials, tokens, existed] = removed as Removed
  const ownEmails = emails.flatMap((email): string[] => (email ? [JSON.parse(email)] : []))
  const claimed = [
    ...ownEmails.map(signInKeys.email),
    ...methods.map(signInKeys.provider),
    ...credentials.map(signInKeys.passkey),
  ]
  await Promise.all([
    ...claimed.map((key) => release(key, id)),
    forgetLinks(verifications),
    forgetTokens(tokens),
    forgetRest?.(id),
  ])
  for (const email of ownEmails) unindexAccount(id, email)
  return existed === 1
}

/** Reads a user by id; null if there is none. */
export async function readUser(id: string): Promise<Row | null> {
  const { redis } = await store()
  return redis.hgetall<Row>(signInKeys.user(id))
}

/** Returns the account with this email, or null. */
export const accountByEmail = (email: string): Promise<string | null> => holderOf(signInKeys.email(email))

async function idByEmail(conditions: Condition[]): Promise<string | null> {
  const email = equalTo(conditions, 'email')
  if (email === null) throw unsupported('user', conditions)
  return accountByEmail(email)
}

/** Whether an account has this email or has requested a change to it. */
async function hasEmail(id: string, email: string): Promise<boolean> {
  const user = await readUser(id)
  return user?.email === email || user?.wantedEmail === email
}

async function writeFields(id: string, changes: Row): Promise<boolean> {
  const { user, profile, audit } = redisKeys(id)
  const keys = [user, signInKeys.methods(id), profile, audit]
  return (await runScript(write, keys, fieldsOf(changes))) === 1
}

const fieldsOf = (row: Row): string[] => Object.entries(row).flatMap(([name, value]) => [name, JSON.stringify(value)])

const asUser = (row: Row) => row as { id: string; email: string; emailVerified: boolean; createdAt: string }

/** For this status, better-auth responds to a sign-up as it does when it finds that the email is taken. */
const emailTaken = () =>
  new APIError('FORBIDDEN', {
    code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
    message: 'User already exists. Use another email.',
  })

/**
 * A user without a sign-in method, left by an interrupted sign-up or deletion, expires after this time, which makes its
 * email available again.
 */
export const unreachableSeconds = 60

/** If emails must be confirmed before the first sign-in, an unconfirmed account expires after this time. */
export const unconfirmedSeconds = 86_400

/** The lifetime of a new account until its email is confirmed, in seconds; null if such an account does not expire. */
export const unconfirmedLasts = (): number | null => (mailMode() === 'smtp' ? unconfirmedSeconds : null)
