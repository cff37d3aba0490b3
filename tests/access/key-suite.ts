import { afterEach, describe, expect, test, vi } from 'vitest'
import { createKeyText, randomBase62 } from '@/server/metering/access/api-key'
import { listKeys } from '@/server/metering/access/key-list'
import { changeKey, createKey, revokeKey, rotateKey } from '@/server/metering/access/key-store'
import { store } from '@/server/platform/store/store'
import { newAccount } from '../support/new-account'
import { admitCall } from './admit-call'

const invalid = { code: 'invalid_api_key' }

/** Tests API keys, on any transport. */
export function keySuite(transport: string): void {
  afterEach(() => {
    vi.useRealTimers()
  })

  describe(`keys, over ${transport}`, () => {
    test('a key works immediately, shows its call count and last use, and is shown in full only once', async () => {
      const account = await newAccount()
      const { key, id } = await createKey(account, 'Backend', null)
      expect(key).toMatch(/^pr_live_[0-9A-Za-z]{44}$/)
      const calledSeconds = Math.floor(Date.now() / 1000)
      expect(await admitCall({ apiKey: key })).toMatchObject({
        refused: null,
        quota: { authenticated: true, limit: 1000 },
      })
      const [listed] = await listKeys(account)
      expect(listed).toMatchObject({ id, name: 'Backend', expires: null, callsThisMonth: 1, start: key.slice(0, 28) })
      expect(listed?.lastUsed).toBeGreaterThanOrEqual(calledSeconds)
      expect(listed?.lastUsed).toBeLessThanOrEqual(Date.now() / 1000)
      expect(JSON.stringify(listed)).not.toContain(key.slice(28))
    })

    test('a key is not stored in plain text', async () => {
      const account = await newAccount()
      const { key } = await createKey(account, 'Backend', null)
      const { redis } = await store()
      expect(JSON.stringify(await redis.hgetall(`{${account}}:keys`))).not.toContain(key.slice(-28))
    })

    test('a revoked key is rejected from the next call onward', async () => {
      const account = await newAccount()
      const { key, id } = await createKey(account, 'Backend', null)
      await admitCall({ apiKey: key })
      await revokeKey(account, id)
      await expect(admitCall({ apiKey: key })).rejects.toMatchObject(invalid)
      expect(await listKeys(account)).toEqual([])
    })

    test('an expired key is rejected, accurate to the second', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21) })
      const { key } = await createKey(await newAccount(), 'Short', Date.UTC(2026, 10, 21, 0, 1) / 1000)
      vi.setSystemTime(Date.UTC(2026, 10, 21, 0, 0, 59))
      expect(await admitCall({ apiKey: key })).toMatchObject({ refused: null })
      vi.setSystemTime(Date.UTC(2026, 10, 21, 0, 1))
      await expect(admitCall({ apiKey: key })).rejects.toMatchObject(invalid)
    })

    test('a rotated key works until the overlap ends, and the new key works immediately', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21) })
      const account = await newAccount()
      const old = await createKey(account, 'Backend', null)
      const fresh = await rotateKey(account, old.id, 2)
      expect(await admitCall({ apiKey: fresh.key })).toMatchObject({ refused: null })
      vi.setSystemTime(Date.UTC(2026, 10, 22, 23, 59))
      expect(await admitCall({ apiKey: old.key })).toMatchObject({ refused: null })
      vi.setSystemTime(Date.UTC(2026, 10, 23))
      await expect(admitCall({ apiKey: old.key })).rejects.toMatchObject(invalid)
      expect((await listKeys(account)).map(({ name }) => name)).toEqual(['Backend', 'Backend'])

      const third = await rotateKey(account, fresh.id, 0)
      await expect(admitCall({ apiKey: fresh.key })).rejects.toMatchObject(invalid)
      expect(await admitCall({ apiKey: third.key })).toMatchObject({ refused: null })
    })

    test('an account cannot rename, revoke, or rotate another account’s key', async () => {
      const { key, id } = await createKey(await newAccount(), 'Mine', null)
      const stranger = await newAccount()
      const verbs = [
        () => changeKey(stranger, id, { name: 'x' }),
        () => revokeKey(stranger, id),
        () => rotateKey(stranger, id, 1),
      ]
      for (const verb of verbs) await expect(verb()).rejects.toMatchObject({ code: 'key_not_found' })
      expect(await admitCall({ apiKey: key })).toMatchObject({ refused: null })
    })

    test('renaming a key changes nothing else and accepts any characters', async () => {
      const account = await newAccount()
      const { key, id } = await createKey(account, 'a', null)
      await changeKey(account, id, { name: 'Büro "2" \\ 東京 🗺' })
      expect(await listKeys(account)).toMatchObject([{ id, name: 'Büro "2" \\ 東京 🗺', expires: null }])
      expect(await admitCall({ apiKey: key })).toMatchObject({ refused: null })
    })

    test('an account has at most 50 keys, even if many are made at once', async () => {
      const account = await newAccount()
      const made = await Promise.allSettled(Array.from({ length: 60 }, (_, n) => createKey(account, `${n}`, null)))
      expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
      const [first] = await listKeys(account)
      await expect(rotateKey(account, first?.id ?? '', 1)).rejects.toMatchObject({ code: 'limit_reached' })
    })

    test('an unknown key is rejected in the same way whether or not its account exists', async () => {
      const account = await newAccount()
      await createKey(account, 'Backend', null)
      await expect(admitCall({ apiKey: createKeyText(account) })).rejects.toMatchObject(invalid)
      await expect(admitCall({ apiKey: createKeyText(randomBase62(16)) })).rejects.toMatchObject(invalid)
    })
  })
}
