import { describe, expect, test, vi } from 'vitest'
import {
  addRecent,
  clearRecent,
  type LookupInput,
  maxRecent,
  readRecent,
  removeRecent,
} from '@/server/features/account-data/recent-lookups'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { store } from '@/server/platform/store/store'
import { newAccount } from '../support/new-account'

const lookup = (cid: string, text = cid): LookupInput => ({
  operation: 'resolve',
  text,
  details: 'full',
  cid,
  placeId: 'ChIJrRMgU7ZhLxMRxAOFkC7I8Sg',
})
const texts = async (accountId: string) => (await readRecent(accountId)).map(({ text }) => text)

/** Tests recent lookups, on any transport. */
export function recentSuite(transport: string): void {
  describe(`recent lookups, over ${transport}`, () => {
    test('are listed as requested, newest first, with only identifiers as results', async () => {
      const accountId = await newAccount()
      const all: LookupInput[] = [
        lookup('1', 'https://maps.app.goo.gl/abc'),
        { operation: 'search', text: 'Café “Zoë”', country: 'FR' },
        { operation: 'convert', text: '0x1', cid: '1' },
      ]
      for (const entry of all) await addRecent(accountId, entry)
      const own = { id: expect.stringMatching(/^[\w-]{16}$/), atMs: expect.any(Number) }
      expect(await readRecent(accountId)).toEqual(all.reverse().map((entry) => ({ ...entry, ...own })))
      expect(await readRecent(await newAccount())).toEqual([])
    })

    test('show each listing once, at its newest position, by its identifier if the input text was too long', async () => {
      const accountId = await newAccount()
      for (const entry of [lookup('1', 'first'), lookup('2'), lookup('1', 'again')]) await addRecent(accountId, entry)
      expect(await texts(accountId)).toEqual(['again', '2'])
      await addRecent(accountId, lookup('3', `https://www.google.com/maps/place/${'x'.repeat(500)}`))
      await addRecent(accountId, { ...lookup('4', 'x'.repeat(501)), placeId: null } as LookupInput)
      expect((await texts(accountId)).slice(0, 2)).toEqual(['4', 'ChIJrRMgU7ZhLxMRxAOFkC7I8Sg'])
    })

    test('are limited to the newest 50, and stored for 30 days', async () => {
      const accountId = await newAccount()
      const { redis } = await store()
      try {
        vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2031, 0, 1) })
        await addRecent(accountId, lookup('0'))
        vi.setSystemTime(Date.UTC(2031, 0, 30))
        for (let cid = 1; cid <= 3; cid++) await addRecent(accountId, lookup(String(cid)))
        expect(await texts(accountId)).toEqual(['3', '2', '1', '0'])
        vi.setSystemTime(Date.UTC(2031, 0, 31, 1))
        expect(await texts(accountId)).toEqual(['3', '2', '1'])
        for (let cid = 4; cid <= 60; cid++) await addRecent(accountId, lookup(String(cid)))
      } finally {
        vi.useRealTimers()
      }
      const { recent } = redisKeys(accountId)
      expect(await redis.zcard(recent)).toBe(maxRecent)
      expect(await redis.ttl(recent)).toBeGreaterThan(29 * 86_400)
      expect(await redis.ttl(recent)).toBeLessThanOrEqual(30 * 86_400)
    })

    test('expire together with an unconfirmed account', async () => {
      const accountId = await newAccount()
      const { redis } = await store()
      const { user, recent } = redisKeys(accountId)
      await redis.expire(user, 1_000)
      await addRecent(accountId, lookup('1'))
      expect(await redis.ttl(recent)).toBeLessThanOrEqual(1_000)
    })

    test('can be removed individually or all at once, and only by their owner', async () => {
      const [accountId, other] = [await newAccount(), await newAccount()]
      for (const cid of ['1', '2', '3']) await addRecent(accountId, lookup(cid))
      const [, second] = await readRecent(accountId)
      await removeRecent(other, second?.id ?? '')
      await removeRecent(accountId, 'AAAAAAAAAAAAAAAA')
      expect(await texts(accountId)).toEqual(['3', '2', '1'])
      await removeRecent(accountId, second?.id ?? '')
      expect(await texts(accountId)).toEqual(['3', '1'])
      await clearRecent(accountId)
      expect(await texts(accountId)).toEqual([])
    })

    test('are not written for an account that does not exist', async () => {
      await expect(addRecent('aaaabbbbccccdddd', lookup('1'))).rejects.toMatchObject({ code: 'not_signed_in' })
      expect(await readRecent('aaaabbbbccccdddd')).toEqual([])
    })
  })
}
