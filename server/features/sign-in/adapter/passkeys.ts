import { APIError } from 'better-auth/api'
import { defineScript } from '@/server/platform/store/script'
import { oneOf, text } from '@/server/platform/store/script-values'
import { store } from '@/server/platform/store/store'
import addLua from './add-passkey.lua'
import { personAtStart, signInKeys } from './redis-keys'
import {
  type Condition,
  claim,
  equalTo,
  holderOf,
  type Row,
  release,
  replaceField,
  type Table,
  unsupported,
} from './table'

/** How many passkeys an account may have. All of an account's passkeys are read together. */
const most = 20

/** Adds a passkey to an existing user with room for it. */
const add = defineScript({
  name: 'add-passkey',
  keys: ['user', 'passkeys'],
  args: { id: text, row: text },
  constants: { most },
  returns: oneOf('gone', 'full', 'added'),
  lua: addLua,
})

/**
 * Passkeys, found by id, by user, and by the credential's id. A passkey's id consists of the user's id and the
 * credential's id. A credential belongs to one user; a forged credential with the id of another user's credential is
 * rejected.
 */
export const passkeys: Table = {
  async candidates(conditions) {
    const { redis } = await store()
    const userId = equalTo(conditions, 'userId')
    if (userId !== null) return passkeysOf(userId)
    const place = placeById(conditions) ?? (await placeByCredential(conditions))
    const row = place && (await redis.hget<Row>(signInKeys.passkeys(place.userId), place.credentialID))
    return row ? [row] : []
  },

  async create(record) {
    const { redis } = await store()
    const { userId, credentialID } = asPlace(record)
    const row: Row = { ...record, id: `${userId}:${credentialID}` }
    const keys = { user: signInKeys.user(userId), passkeys: signInKeys.passkeys(userId) }
    const outcome = await add(keys, { id: credentialID, row: JSON.stringify(row) })
    if (outcome === 'gone') throw new Error('the user to add a passkey to does not exist')
    if (outcome === 'full')
      throw new APIError('BAD_REQUEST', { code: 'TOO_MANY_PASSKEYS', message: 'Too many passkeys' })
    const isHeldBy = async (holder: string) => (await redis.hexists(signInKeys.passkeys(holder), credentialID)) === 1
    if (await claim(signInKeys.passkey(credentialID), userId, isHeldBy)) return row
    await redis.hdel(signInKeys.passkeys(userId), credentialID)
    throw new APIError('BAD_REQUEST', { code: 'PREVIOUSLY_REGISTERED', message: 'Previously registered' })
  },

  async update(row, changes) {
    const { userId, credentialID } = asPlace(row)
    const changed = JSON.stringify({ ...row, ...changes })
    return replaceField({ hash: signInKeys.passkeys(userId) }, { field: credentialID, value: changed })
  },

  async remove(row) {
    const { redis } = await store()
    const { userId, credentialID } = asPlace(row)
    const removed = await redis.hdel(signInKeys.passkeys(userId), credentialID)
    await release(signInKeys.passkey(credentialID), userId)
    return removed === 1
  },
}

/** Returns a user's passkeys, with the time of last use (`lastUsed`), which better-auth does not store. */
export async function passkeysOf(userId: string): Promise<Row[]> {
  const { redis } = await store()
  return Object.values((await redis.hgetall<Record<string, Row>>(signInKeys.passkeys(userId))) ?? {})
}

/** Records that a passkey was just used. */
export async function recordPasskeyUse(credentialID: string): Promise<void> {
  const { redis } = await store()
  const userId = await holderOf(signInKeys.passkey(credentialID))
  const row = userId === null ? null : await redis.hget<Row>(signInKeys.passkeys(userId), credentialID)
  if (row) await passkeys.update(row, { lastUsed: new Date().toISOString() })
}

interface Place {
  userId: string
  credentialID: string
}

function placeById(conditions: Condition[]): Place | null {
  const id = equalTo(conditions, 'id')
  const userId = id === null ? null : personAtStart(id)
  return id !== null && userId !== null ? { userId, credentialID: id.slice(userId.length + 1) } : null
}

async function placeByCredential(conditions: Condition[]): Promise<Place | null> {
  const credentialID = equalTo(conditions, 'credentialID')
  if (credentialID === null) {
    // A malformed id matches nothing.
    if (equalTo(conditions, 'id') !== null) return null
    throw unsupported('passkey', conditions)
  }
  const userId = await holderOf(signInKeys.passkey(credentialID))
  return userId === null ? null : { userId, credentialID }
}

const asPlace = (row: Row) => row as unknown as Place
