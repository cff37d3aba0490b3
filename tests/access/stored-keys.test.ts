import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startQueue } from '@/server/entrances/http/start'
import { admit } from '@/server/metering/access/admit'
import { createKey } from '@/server/metering/access/key-store'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { stopQueue } from '@/server/platform/queue/queue'
import { store } from '@/server/platform/store/store'
import { makeOf, placeIds, until } from '../batches/orders'
import { newAccount } from '../support/new-account'
import { withStore } from './environment'

withStore({})

/** Makes a key and stores it with these fields, some of which are invalid. */
async function keyStoredWith(fields: object) {
  const accountId = await newAccount()
  const made = await createKey(accountId, 'Odd', null)
  const { redis } = await store()
  const { apiKeys } = redisKeys(accountId)
  const [[hash, stored] = []] = Object.entries((await redis.hgetall<Record<string, object>>(apiKeys)) ?? {})
  await redis.hset(apiKeys, { [hash ?? '']: JSON.stringify({ ...stored, ...fields }) })
  return { accountId, ...made }
}

const outcomeOf = (apiKey: string, address = '192.0.2.1') =>
  admit({ client: () => ({ address }), apiKey, member: null, operation: 'convert', requestId: apiKey }).then(
    ({ refused }) => refused?.code ?? null,
    ({ code }) => code,
  )

describe('an invalid value in a stored key allows nothing', () => {
  test.each([
    ['an empty range of addresses', { addresses: ['x'], ranges: [''] }, 'address_not_allowed'],
    ['addresses without their ranges', { addresses: ['192.0.2.1'] }, 'address_not_allowed'],
    ['a range that is a number', { ranges: [4] }, 'address_not_allowed'],
    ['ranges that are no list', { ranges: '4' }, 'address_not_allowed'],
    ['operations that are no list', { operations: 'convert' }, 'operation_not_allowed'],
    ['an expiry that is no number', { expires: 'never' }, 'invalid_api_key'],
    ['a negative monthly limit', { monthlyLimit: -5 }, 'key_quota_exhausted'],
    ['a monthly limit that is no number', { monthlyLimit: '5' }, 'key_quota_exhausted'],
    ['a negative daily limit', { dailyLimit: -5 }, 'key_quota_exhausted'],
    ['a daily limit that is no number', { dailyLimit: '5' }, 'key_quota_exhausted'],
    ['a burst limit that is no number', { burstLimit: '5' }, 'too_many_requests'],
  ])('%s', async (_, fields, code) => {
    const { key } = await keyStoredWith(fields)
    expect(await outcomeOf(key)).toBe(code)
  })

  test('an invalid value allows nothing, even when the key’s operations are requested', async () => {
    const { key: apiKey } = await keyStoredWith({ operations: 'convert' })
    const request = {
      client: () => ({ address: '192.0.2.1' }),
      apiKey,
      member: null,
      operation: 'key',
      requestId: 'x',
    }
    expect((await admit(request)).operations).toEqual([])
  })

  test('null means no limit, and an unknown address is not in any range', async () => {
    const none = {
      addresses: null,
      ranges: null,
      operations: null,
      monthlyLimit: null,
      dailyLimit: null,
      burstLimit: null,
      expires: null,
    }
    expect(await outcomeOf((await keyStoredWith(none)).key)).toBeNull()
    const { key } = await keyStoredWith({ addresses: ['::/0', '0.0.0.0/0'], ranges: ['4', '6'] })
    expect(await outcomeOf(key)).toBeNull()
    expect(await outcomeOf(key, 'local')).toBe('address_not_allowed')
  })
})

describe('a batch makes no lookups with a key whose stored value is invalid', () => {
  beforeAll(() => startQueue())
  afterAll(() => stopQueue())

  test.each([
    ['an expiry that is no number', { expires: 'never' }, 'paused', 'key'],
    ['a monthly limit that is no number', { monthlyLimit: '5' }, 'waiting', 'key_quota'],
    ['a daily limit that is no number', { dailyLimit: '5' }, 'waiting', 'key_daily_quota'],
  ] as const)('%s', async (_, fields, state, reason) => {
    const { accountId, id: key } = await keyStoredWith(fields)
    const { id } = await makeOf(accountId, placeIds(2), { key })
    expect(await until(accountId, id, state, 'finished')).toMatchObject({ state, reason, counts: { found: 0 } })
  })
})
