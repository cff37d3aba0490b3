import { runScript, store } from '@/server/store/store'
import { equalTo, type Row, unsupported } from './query'
import { isAccountId, signInKeys } from './redis-keys'
import { prolong, secondsUntil, type Table } from './table'

/**
 * One-time proofs that expire: a password reset, the return from a provider. Each is known by its identifier, which is also
 * its id; a new one replaces an old one.
 */
export const verifications: Table = {
  async candidates(conditions) {
    const id = equalTo(conditions, 'identifier') ?? equalTo(conditions, 'id')
    if (id === null) throw unsupported('verification', conditions)
    const { redis } = await store()
    const row = await redis.get<Row>(signInKeys.verification(id))
    return row ? [row] : []
  },

  async create(given) {
    const { identifier, value, expiresAt, id } = named(given)
    if (id) throw unsupported('verification')
    const { redis } = await store()
    const row: Row = { ...given, id: identifier }
    const ex = secondsUntil(expiresAt)
    await Promise.all([
      redis.set(signInKeys.verification(identifier), JSON.stringify(row), { ex }),
      // Deleted together with its account.
      ...(isAccountId(value) ? [remember(value, identifier, ex)] : []),
    ])
    return row
  },

  async update(row, changes) {
    const { redis } = await store()
    const changed = { ...row, ...changes }
    const { id, expiresAt } = named(changed)
    const ex = secondsUntil(expiresAt)
    return (await redis.set(signInKeys.verification(id), JSON.stringify(changed), { xx: true, ex })) !== null
  },

  async remove(row) {
    const { redis } = await store()
    const { id, value } = named(row)
    const [removed] = await Promise.all([
      redis.del(signInKeys.verification(id)),
      ...(isAccountId(value) ? [redis.srem(signInKeys.verifications(value), id)] : []),
    ])
    return removed === 1
  },
}

async function remember(accountId: string, id: string, seconds: number): Promise<void> {
  const { redis } = await store()
  const key = signInKeys.verifications(accountId)
  await redis.sadd(key, id)
  await runScript(prolong, [key], [seconds])
}

const named = (row: Row) => row as { id: string; identifier: string; value: string; expiresAt: string }
