import { describe, expect, test, vi } from 'vitest'
import { createKeyText } from '@/server/metering/access/api-key'
import { listKeys, readRevokedKeys } from '@/server/metering/access/key-list'
import { awaitCall, createFirstKey, createKey, maxKeys, revokeKey, rotateKey } from '@/server/metering/access/key-store'
import { accountDataKeys, redisKeys } from '@/server/metering/access/redis-keys'
import {
  failedCallLimits,
  maxFailedCalls,
  readFailedCalls,
  recordFailedCall,
} from '@/server/metering/usage/failed-calls'
import { readFirstCall, recordFirstCall } from '@/server/metering/usage/first-call'
import { PinrefError } from '@/server/platform/problems/errors'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { store } from '@/server/platform/store/store'
import { newAccount } from '../support/new-account'
import { admitCall } from './admit-call'

const client = () => ({ address: '192.0.2.1' })
let requests = 0

/** Records a failed call with a key, like a process that has not looked up the key. */
function fail(apiKey: string, detail = 'Send a link.', from = client) {
  const requestId = `request-${requests++}`
  const error = new PinrefError('invalid_request', detail)
  recordFailedCall({ apiKey, admittedFor: undefined, client: from, operation: 'resolve', requestId, error })
  return requestId
}

async function accountWithKey() {
  const accountId = await newAccount()
  return { accountId, ...(await createKey(accountId, 'Server', null)) }
}

const requestsOf = async (accountId: string) => (await readFailedCalls(accountId)).map(({ requestId }) => requestId)

/** Tests failed calls and a key's first call, on any transport. */
export function failedCallsSuite(transport: string): void {
  describe(`failed calls, over ${transport}`, () => {
    test('are listed once each for the key’s account, with the operation and the error', async () => {
      const { accountId, key, id } = await accountWithKey()
      const requestId = fail(key)
      const error = new PinrefError('listing_not_found', 'There is no such listing.')
      const failure = { apiKey: key, admittedFor: accountId, client, operation: 'batch', requestId, error, items: 3 }
      recordFailedCall(failure)
      recordFailedCall(failure)
      await finishWork()
      const facts = { at: expect.any(Number), requestId, keyId: id }
      expect(await readFailedCalls(accountId)).toEqual(
        expect.arrayContaining([
          { ...facts, operation: 'resolve', status: 400, code: 'invalid_request', detail: 'Send a link.' },
          { ...facts, operation: 'batch', status: 404, code: 'listing_not_found', detail: error.message, items: 3 },
        ]),
      )
      expect(await readFailedCalls(accountId)).toHaveLength(2)
      expect(await readFailedCalls(await newAccount())).toEqual([])
    })

    test('are not stored for an unknown key with an account’s id, or for an account that does not exist', async () => {
      const accountId = await newAccount()
      fail(createKeyText(accountId))
      fail(createKeyText('aaaabbbbccccdddd'), undefined, () => ({ address: '192.0.2.2' }))
      await finishWork()
      expect(await readFailedCalls(accountId)).toEqual([])
      expect(await (await store()).redis.exists(redisKeys('aaaabbbbccccdddd').errors)).toBe(0)
    })

    test('are removed when their key is revoked, and later calls with that key are listed', async () => {
      const { accountId, key, id } = await accountWithKey()
      const other = await createKey(accountId, 'Other', null)
      fail(key)
      const remaining = fail(other.key)
      await finishWork()
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 })
      try {
        await revokeKey(accountId, id)
        expect(await requestsOf(accountId)).toEqual([remaining])
        expect(await readRevokedKeys(accountId)).toMatchObject([{ id, name: 'Server', end: key.slice(-4) }])
        vi.setSystemTime(Date.now() + 2_000)
        const late = fail(key)
        await finishWork()
        expect(await readFailedCalls(accountId)).toMatchObject([
          { requestId: late, keyId: id },
          { requestId: remaining },
        ])
      } finally {
        vi.useRealTimers()
      }
    })

    test('are limited to the newest 100 from the last seven days, and are written together', async () => {
      const { accountId, key } = await accountWithKey()
      const { redis, roundTrips } = await store()
      const { errors } = redisKeys(accountId)
      await redis.zadd(errors, { score: Date.now() - 8 * 86_400_000, member: 'key_old {}' })
      const early = Array.from({ length: maxFailedCalls - 5 }, (_, at) => ({
        score: Date.now() - 1_000 - at,
        member: `key_x {"requestId":"early-${at}"}`,
      }))
      for (const one of early) await redis.zadd(errors, one)
      const before = roundTrips.count
      for (let at = 0; at < 1_000; at++) fail(key)
      await finishWork()
      // One write, and on some stores a few commands that load the write's script.
      expect(roundTrips.count - before).toBeLessThanOrEqual(6)
      expect(await redis.zcard(errors)).toBe(maxFailedCalls)
      const read = await requestsOf(accountId)
      expect(read.filter((one) => one.startsWith('request-'))).toHaveLength(failedCallLimits.perAccount)
      expect(read).not.toContain(`early-${early.length - 1}`)
      expect(await redis.ttl(errors)).toBeGreaterThan(6 * 86_400)
      expect(await redis.ttl(errors)).toBeLessThanOrEqual(7 * 86_400)
    })

    test('with made-up keys don’t displace failed calls with real keys', async () => {
      const { accountId, key } = await accountWithKey()
      const { roundTrips } = await store()
      const before = roundTrips.count
      for (let at = 0; at < 500; at++)
        fail(createKeyText(`a${String(at).padStart(15, '0')}`), '', () => ({ address: `198.51.100.${at % 250}` }))
      const error = new PinrefError('too_many_requests', 'Slow down.')
      const failure = { apiKey: key, admittedFor: accountId, client, operation: 'resolve', requestId: 'real', error }
      recordFailedCall(failure)
      await finishWork()
      expect(await requestsOf(accountId)).toEqual(['real'])
      expect(roundTrips.count - before).toBeLessThanOrEqual(failedCallLimits.unproven + 6)
    })

    test('are deleted with the account, together with first calls and revoked keys', () => {
      const { errors, revokedKeys, firstCalls } = redisKeys('aaaabbbbccccdddd')
      expect(accountDataKeys('aaaabbbbccccdddd')).toEqual(expect.arrayContaining([errors, revokedKeys, firstCalls]))
    })
  })

  describe(`a key’s first call, over ${transport}`, () => {
    const facts = { operation: 'resolve', status: 200, durationMs: 41.4, address: '203.0.113.7' }

    test('is stored for up to ten minutes while the owner waits, unlike later calls', async () => {
      const { accountId, key, id } = await accountWithKey()
      expect(await readFirstCall(accountId, id)).toBeNull()
      expect((await admitCall({ apiKey: key })).isAwaited).toBe(true)
      recordFirstCall(accountId, key, facts, { title: 'Trevi Fountain', cid: '1' })
      await finishWork()
      const stored = { ...facts, durationMs: 41, at: expect.any(Number), title: 'Trevi Fountain' }
      expect(await readFirstCall(accountId, id)).toEqual(stored)
      expect((await admitCall({ apiKey: key })).isAwaited).toBe(false)
      const { redis } = await store()
      expect(await redis.ttl(redisKeys(accountId).firstCalls)).toBeLessThanOrEqual(600)
      expect(await readFirstCall(await newAccount(), id)).toBeNull()
    })

    test('can be awaited again, but only by the key’s owner, and the key keeps its limits', async () => {
      const accountId = await newAccount()
      const { key, id } = await createKey(accountId, 'Worker', null, { monthlyLimit: 5 })
      recordFirstCall(accountId, key, facts, { results: [{ title: 'Colosseum' }] })
      await finishWork()
      await awaitCall(accountId, id)
      const { isAwaited, quota } = await admitCall({ apiKey: key })
      expect([isAwaited, quota.limit]).toEqual([true, 5])
      expect((await readFirstCall(accountId, id))?.title).toBe('Colosseum')
      await expect(awaitCall(await newAccount(), id)).rejects.toMatchObject({ code: 'key_not_found' })
    })

    test('is awaited for at most ten minutes, for keys that the owner creates but not for rotated keys', async () => {
      const accountId = await newAccount()
      const first = await createFirstKey(accountId)
      const { key } = await rotateKey(accountId, first?.id ?? '', 1)
      const isAwaited = async (apiKey = '') => (await admitCall({ apiKey })).isAwaited
      expect([await isAwaited(first?.key), await isAwaited(key)]).toEqual([true, false])
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 })
      expect(await isAwaited(first?.key).finally(() => vi.useRealTimers())).toBe(false)
    })

    test('is deleted with its key, but the owner can see the key’s last four characters', async () => {
      const { accountId, key, id } = await accountWithKey()
      expect((await listKeys(accountId))[0]?.end).toBe(key.slice(-4))
      recordFirstCall(accountId, key, facts, null)
      await finishWork()
      await revokeKey(accountId, id)
      expect(await readFirstCall(accountId, id)).toBeNull()
    })

    test('the number of revoked keys stored for an account is limited', async () => {
      const accountId = await newAccount()
      for (let at = 0; at < maxKeys + 5; at++) {
        const { id } = await createKey(accountId, `Key ${at}`, null)
        await revokeKey(accountId, id)
      }
      expect(await readRevokedKeys(accountId)).toHaveLength(maxKeys)
    })
  })
}
