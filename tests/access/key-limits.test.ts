import { afterEach, describe, expect, test, vi } from 'vitest'
import { admit } from '@/server/metering/access/admit'
import { monthOf } from '@/server/metering/access/calendar'
import { listKeys } from '@/server/metering/access/key-list'
import { createKey, revokeKey, rotateKey } from '@/server/metering/access/key-store'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { store } from '@/server/platform/store/store'
import { newAccount } from '../support/new-account'
import { withStore } from './environment'

withStore({})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('making and revoking keys repeatedly', () => {
  test('is limited to exactly 100 keys in 24 hours, including rotated keys', async () => {
    const account = await newAccount()
    const { id } = await createKey(account, 'Kept', null)
    const fresh = await rotateKey(account, id, 0)
    await revokeKey(account, id)
    const turn = async () => revokeKey(account, (await createKey(account, 'Made', null)).id)
    const made: Array<PromiseSettledResult<string>> = []
    // An account may have 50 keys at a time.
    for (let turns = 0; turns < 3; turns++) {
      made.push(...(await Promise.allSettled(Array.from({ length: 40 }, turn))))
    }
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(98)
    const refused = made.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['too_many_requests']))
    expect(refused[0].message).toMatch(/up to 100 keys in 24 hours/)
    await expect(rotateKey(account, fresh.id, 0)).rejects.toMatchObject({ code: 'too_many_requests' })
    expect((await listKeys(account)).map((key) => key.id)).toEqual([fresh.id])
    const { redis } = await store()
    expect(await redis.ttl(redisKeys(account).keysMade)).toBeGreaterThan(86_000)
  })

  test('leaves no data in the key list', async () => {
    const account = await newAccount()
    const { redis } = await store()
    const at = redisKeys(account)
    const counts = at.counts(monthOf(Date.now()))
    const ofKeys = async () => [
      await redis.hlen(at.apiKeys),
      (await redis.hkeys(counts)).filter((field) => field.startsWith('key_')).length,
    ]
    for (let turn = 0; turn < 5; turn++) {
      const { key, id } = await createKey(account, 'Made', null)
      const client = () => ({ address: '192.0.2.1' })
      await admit({ client, apiKey: key, member: null, operation: 'resolve', requestId: `${account}${turn}` })
      expect(await ofKeys()).toEqual([1, 3])
      await revokeKey(account, id)
    }
    expect(await ofKeys()).toEqual([0, 0])
  })

  test('does not make the key list read the counts of old keys', async () => {
    const account = await newAccount()
    const { key, id } = await createKey(account, 'Kept', null)
    const client = () => ({ address: '192.0.2.1' })
    await admit({ client, apiKey: key, member: null, operation: 'resolve', requestId: account })
    const { redis } = await store()
    const at = redisKeys(account)
    const old = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`key_${n}`, n]))
    await redis.hset(at.counts(monthOf(Date.now())), old)
    const readAll = vi.spyOn(redis, 'hgetall')
    expect(await listKeys(account)).toMatchObject([{ id, callsThisMonth: 1 }])
    expect(readAll.mock.calls).toEqual([[at.apiKeys]])
  })
})
