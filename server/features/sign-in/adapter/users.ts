import { APIError } from 'better-auth/api'
import { mailMode } from '@/server/features/mail/mode'
import { defineScript } from '@/server/platform/store/script'
import { fields, flag, integer, list, optional, record, text } from '@/server/platform/store/script-values'
import { store } from '@/server/platform/store/store'
import { forgetTokens } from './app-tokens'
import createLua from './create-user.lua'
import endLinks from './end-links.lua'
import { indexPerson } from './memberships'
import { signInKeys } from './redis-keys'
import removeLua from './remove-person.lua'
import { type Condition, claim, equalTo, fieldsOf, holderOf, type Row, release, type Table, unsupported } from './table'
import { forgetLinks, linksFromThisSecond } from './verifications'
import writeEmailLua from './write-email.lua'
import writeLua from './write-user.lua'

/** Creates a user, who expires unless a sign-in method is added. */
const create = defineScript({
  name: 'create-user',
  keys: ['user'],
  args: { lasts: integer, values: fields },
  returns: flag,
  lua: createLua,
})

/**
 * Removes everything stored about a person. Returns the references to the person that are stored elsewhere: emails,
 * sign-in methods, verifications, passkeys, and app tokens.
 */
const remove = defineScript({
  name: 'remove-person',
  keys: ['user', 'methods', 'verifications', 'passkeys', 'appTokens', '...others'],
  args: {
    /** If set, removes the person only if the email is unconfirmed and the person has more than that many seconds left. */
    unconfirmedFor: optional(integer),
  },
  returns: optional(
    record({
      existed: flag,
      email: optional(text),
      wantedEmail: optional(text),
      methods: list(text),
      verifications: list(text),
      passkeys: list(text),
      appTokens: list(text),
    }),
  ),
  lua: removeLua,
})

/** Writes fields of an existing user. Once the email is confirmed, the user no longer expires. */
const write = defineScript({
  name: 'write-user',
  keys: ['user', 'methods', 'log'],
  args: { values: fields },
  returns: flag,
  lua: writeLua,
})

/**
 * Writes fields of a user, including a new email, which must still be the one that the user has requested. Invalidates
 * all links in earlier emails.
 */
const writeEmail = defineScript({
  name: 'write-email',
  keys: ['user', 'verifications'],
  args: { wantedEmail: text, linksFrom: integer, values: fields },
  includes: [endLinks],
  returns: optional(list(text)),
  lua: writeEmailLua,
})

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
    const { id, email, emailVerified } = asUser(row)
    const user = signInKeys.user(id)
    await create({ user }, { lasts: unreachableSeconds, values: fieldsOf(row) })
    const lasts = emailVerified ? null : unconfirmedLasts()
    // This is longer than the user's lifetime, which starts a little later.
    const claimLasts = lasts === null ? undefined : lasts + 2 * unreachableSeconds
    if (await claim(signInKeys.email(email), id, (holder) => hasEmail(holder, email), claimLasts)) {
      return row
    }
    await redis.del(user)
    throw emailTaken()
  },

  async update(row, changes) {
    const { id, email: before } = asUser(row)
    const { email } = { ...row, ...changes } as { email: string }
    if (email === before) {
      const { redis } = await store()
      // The claim comes first, because a user must not outlive it.
      if (changes.emailVerified === true) await redis.persist(signInKeys.email(email))
      return writeFields(id, changes)
    }
    if (!(await writeFields(id, { wantedEmail: email }))) return false
    if (!(await claim(signInKeys.email(email), id, (holder) => hasEmail(holder, email)))) throw emailTaken()
    const keys = { user: signInKeys.user(id), verifications: signInKeys.verifications(id) }
    const args = { wantedEmail: JSON.stringify(email), linksFrom: linksFromThisSecond(), values: fieldsOf(changes) }
    const ended = await writeEmail(keys, args)
    if (ended === null) return false
    await forgetLinks(ended)
    await release(signInKeys.email(before), id)
    await indexPerson(id, email, before)
    return true
  },

  /** Removes the whole person. Returns whether the person existed. */
  remove: (row) => removePerson(asUser(row).id),
}

/**
 * Removes a person in one step, so concurrent calls find either the whole person or nothing. References to the person
 * that are stored elsewhere are removed next and point to nothing until then. The person must have left all accounts.
 * @returns whether the person existed.
 */
export const removePerson = (id: string): Promise<boolean> => removeAll(id, null)

/** Removes the person with this email if the email is unconfirmed, so a new sign-up can replace it. */
export async function removeUnconfirmed(email: string): Promise<void> {
  const id = await personByEmail(email)
  // This excludes a person who is still being created.
  if (id !== null) await removeAll(id, unreachableSeconds)
}

/** @param unconfirmedFor as in the script `remove`. */
async function removeAll(id: string, unconfirmedFor: number | null): Promise<boolean> {
  const { user, methods, verifications, passkeys, appTokens, ...rest } = signInKeys
  const { sessions, twoFactor, codeTries, apps, memberships, preferences, log, alerts, seen } = rest
  const others = [sessions, twoFactor, codeTries, apps, memberships, preferences, log, alerts, seen]
  const removed = await remove(
    {
      user: user(id),
      methods: methods(id),
      verifications: verifications(id),
      passkeys: passkeys(id),
      appTokens: appTokens(id),
      others: others.map((key) => key(id)),
    },
    { unconfirmedFor },
  )
  if (removed === null) return false
  const emails = [removed.email, removed.wantedEmail]
  const ownEmails = emails.flatMap((email): string[] => (email ? [JSON.parse(email)] : []))
  const claimed = [
    ...ownEmails.map(signInKeys.email),
    ...removed.methods.map(signInKeys.provider),
    ...removed.passkeys.map(signInKeys.passkey),
  ]
  await Promise.all([
    ...claimed.map((key) => release(key, id)),
    forgetLinks(removed.verifications),
    forgetTokens(removed.appTokens),
  ])
  return removed.existed
}

/** Reads a user by id; null if there is none. */
export async function readUser(id: string): Promise<Row | null> {
  const { redis } = await store()
  return redis.hgetall<Row>(signInKeys.user(id))
}

/** Returns the id of the person with this email, or null. */
export const personByEmail = (email: string): Promise<string | null> => holderOf(signInKeys.email(email))

async function idByEmail(conditions: Condition[]): Promise<string | null> {
  const email = equalTo(conditions, 'email')
  if (email === null) throw unsupported('user', conditions)
  return personByEmail(email)
}

/** Whether a person has this email or has requested a change to it. */
async function hasEmail(id: string, email: string): Promise<boolean> {
  const user = await readUser(id)
  return user?.email === email || user?.wantedEmail === email
}

async function writeFields(id: string, changes: Row): Promise<boolean> {
  const { user, methods, log } = signInKeys
  return write({ user: user(id), methods: methods(id), log: log(id) }, { values: fieldsOf(changes) })
}

const asUser = (row: Row) => row as { id: string; email: string; emailVerified: boolean }

/** For this status, better-auth responds to a sign-up as it does when it finds that the email is taken. */
export const emailTaken = () =>
  new APIError('FORBIDDEN', {
    code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
    message: 'User already exists. Use another email.',
  })

/**
 * A user without a sign-in method, left by an interrupted sign-up or deletion, expires after this time, which makes its
 * email available again.
 */
export const unreachableSeconds = 60

/** If emails must be confirmed before the first sign-in, an unconfirmed user expires after this time. */
export const unconfirmedSeconds = 86_400

/** The lifetime of a new user until the email is confirmed, in seconds; null if such a user does not expire. */
export const unconfirmedLasts = (): number | null => (mailMode() === 'smtp' ? unconfirmedSeconds : null)
