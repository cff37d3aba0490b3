import { APIError } from 'better-auth/api'
import { reseal } from '@/server/platform/runtime/local-secret'
import { defineScript } from '@/server/platform/store/script'
import { fields, flag, optional, text } from '@/server/platform/store/script-values'
import { store } from '@/server/platform/store/store'
import createLua from './create-two-factor.lua'
import { passwordField } from './methods'
import { signInKeys } from './redis-keys'
import { equalTo, fieldsOf, type Row, type Table, unsupported } from './table'
import writeLua from './write-two-factor.lua'

const create = defineScript({
  name: 'create-two-factor',
  keys: ['user', 'record'],
  args: { values: fields },
  returns: flag,
  lua: createLua,
})

/** Writes fields of an existing record. If there is a guard, this field must still have this value. */
const write = defineScript({
  name: 'write-two-factor',
  keys: ['record'],
  args: { guardField: optional(text), guardValue: optional(text), values: fields },
  returns: flag,
  lua: writeLua,
})

/**
 * The data of two-step verification: the authenticator app's secret and the recovery codes, both encrypted by
 * better-auth. An account has at most one such record, whose id is the account's id. Data encrypted with another
 * accepted secret is re-encrypted with the current one when it is read.
 */
export const twoFactors: Table = {
  async candidates(conditions) {
    const id = equalTo(conditions, 'userId') ?? equalTo(conditions, 'id')
    if (id === null) throw unsupported('twoFactor', conditions)
    const row = await readTwoFactor(id)
    return row ? [row] : []
  },

  async create(record) {
    const { userId } = asTwoFactor(record)
    const row: Row = { ...record, id: userId }
    const keys = { user: signInKeys.user(userId), record: signInKeys.twoFactor(userId) }
    if (await create(keys, { values: fieldsOf(row) })) return row
    // The setup was started twice at the same time, or the account is gone.
    throw new APIError('CONFLICT', { code: 'TRY_AGAIN', message: 'Try again.' })
  },

  update: (row, changes) => writeFields(row, { values: fieldsOf(changes) }),

  updateIf: (row, changes, field) =>
    writeFields(row, { guardField: field, guardValue: JSON.stringify(row[field]), values: fieldsOf(changes) }),

  async remove(row) {
    const { redis } = await store()
    return (await redis.del(signInKeys.twoFactor(asTwoFactor(row).userId))) === 1
  },
}

/** Returns an account's record, encrypted with the current secret; null if there is none. */
export async function readTwoFactor(accountId: string): Promise<Row | null> {
  const { redis } = await store()
  const row = await redis.hgetall<Row>(signInKeys.twoFactor(accountId))
  if (!row) return null
  for (const field of ['secret', 'backupCodes']) {
    const sealed = String(row[field])
    const present = await reseal(sealed)
    // A field that has changed in the meantime keeps its new value.
    if (present !== sealed && (await twoFactors.updateIf?.(row, { [field]: present }, field))) row[field] = present
  }
  return row
}

const writeFields = (row: Row, args: Parameters<typeof write>[1]): Promise<boolean> =>
  write({ record: signInKeys.twoFactor(asTwoFactor(row).userId) }, args)

const asTwoFactor = (row: Row) => row as { userId: string }

/**
 * Whether a person has a second factor, as an account may require of its members: two-step verification, or a passkey if
 * there is no password that could be used without it. GitHub and Google alone don't count, because Pinref can't see how
 * someone signs in there.
 */
export async function hasOwnSecondFactor(personId: string, user: Row | null): Promise<boolean> {
  if (user?.twoFactorEnabled === true) return true
  const { redis } = await store()
  const [passkeys, passwords] = await Promise.all([
    redis.hlen(signInKeys.passkeys(personId)),
    redis.hexists(signInKeys.methods(personId), passwordField(personId)),
  ])
  return passkeys > 0 && passwords === 0
}
