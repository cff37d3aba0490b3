import { describe, expect, test } from 'vitest'
import { keyHash, keyHashes, keyPeppers } from '@/server/metering/access/api-key'
import { keyRenewal, listKeys } from '@/server/metering/access/key-list'
import { changeKey, createKey, revokeKey, rotateKey } from '@/server/metering/access/key-store'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { readUsage } from '@/server/metering/usage/account-usage'
import { store } from '@/server/platform/store/store'
import { newAccount } from '../support/new-account'
import { admitCall } from './admit-call'
import { withStore } from './environment'

const older = 'the pepper of long ago'
withStore({ KEY_PEPPER: 'the present pepper', OTHER_KEY_PEPPERS: `another pepper besides, ${older}` })

/** Makes an account with a key that was stored under an older pepper. */
async function olderKey(expires: number | null = null) {
  const account = await newAccount()
  const { key, id } = await createKey(account, 'Backend', null)
  const { apiKeys } = redisKeys(account)
  const { redis } = await store()
  const [present] = keyHashes(key)
  const stored = await redis.hget<object>(apiKeys, present)
  await redis.hdel(apiKeys, present)
  await redis.hset(apiKeys, { [keyHash(key, older)]: JSON.stringify({ ...stored, expires, pepper: 'older' }) })
  const hashes = async () => Object.keys((await redis.hgetall(apiKeys)) ?? {})
  return { account, key, id, hashes }
}

const invalid = { code: 'invalid_api_key' }

describe('a key that was made with another accepted pepper', () => {
  test('works in one round trip and is then stored under the current pepper', async () => {
    const { account, key, id, hashes } = await olderKey()
    await admitCall({ apiKey: key })
    const { roundTrips } = await store()
    const fresh = await olderKey()
    const before = roundTrips.count
    expect(await admitCall({ apiKey: fresh.key })).toMatchObject({ refused: null, quota: { remaining: 999 } })
    expect(roundTrips.count).toBe(before + 1)
    expect(await hashes()).toEqual([keyHash(key, keyPeppers().present)])
    expect(await listKeys(account)).toMatchObject([{ id, name: 'Backend', expires: null, callsThisMonth: 1 }])
    expect(await admitCall({ apiKey: key })).toMatchObject({ quota: { remaining: 998 } })
  })

  test('counts each of many parallel calls and each refund exactly once', async () => {
    const { account, key, hashes } = await olderKey()
    const calls = await Promise.all(Array.from({ length: 50 }, () => admitCall({ apiKey: key })))
    expect(new Set(calls.map(({ quota }) => quota.remaining)).size).toBe(50)
    expect(await hashes()).toHaveLength(1)
    await Promise.all(calls.slice(0, 20).map((admission) => admission.refund()))
    expect(await readUsage(account)).toMatchObject({ used: 30 })
    expect(await listKeys(account)).toMatchObject([{ callsThisMonth: 30 }])
  })

  test('can be renamed before its first use, and rotated or revoked after that use', async () => {
    const { account, key, id } = await olderKey()
    await changeKey(account, id, { name: 'Renamed' })
    await admitCall({ apiKey: key })
    const { key: second, id: secondId } = await rotateKey(account, id, 1)
    await revokeKey(account, id)
    await expect(admitCall({ apiKey: key })).rejects.toMatchObject(invalid)
    expect(await admitCall({ apiKey: second })).toMatchObject({ refused: null })
    expect(await listKeys(account)).toMatchObject([{ id: secondId, name: 'Renamed' }])
  })

  test('is still rejected if it was revoked or has expired', async () => {
    const revoked = await olderKey()
    await revokeKey(revoked.account, revoked.id)
    await expect(admitCall({ apiKey: revoked.key })).rejects.toMatchObject(invalid)
    const expired = await olderKey(1_700_000_000)
    await expect(admitCall({ apiKey: expired.key })).rejects.toMatchObject(invalid)
    expect(await expired.hashes()).toEqual([keyHash(expired.key, older)])
  })

  test('is counted as waiting for renewal until its next use', async () => {
    const before = await keyRenewal()
    const { key } = await olderKey()
    await olderKey(1_700_000_000)
    expect(await keyRenewal()).toEqual({ keys: before.keys + 1, waiting: before.waiting + 1 })
    await admitCall({ apiKey: key })
    expect(await keyRenewal()).toEqual({ keys: before.keys + 1, waiting: before.waiting })
  })
})

test('a truncated key is rejected without a call to the store, even with several peppers', async () => {
  const { key } = await olderKey()
  const { roundTrips } = await store()
  const before = roundTrips.count
  await expect(admitCall({ apiKey: key.slice(0, -1) })).rejects.toMatchObject(invalid)
  expect(roundTrips.count).toBe(before)
})
