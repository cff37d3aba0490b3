import { describe, expect, test } from 'vitest'
import { newId } from '@/server/features/sign-in/adapter/redis-adapter'
import { createAuth } from '@/server/features/sign-in/auth'
import { forgetTrustedBrowsers, forgetTry, tryCode } from '@/server/features/sign-in/second-factor'
import { env } from '@/server/platform/settings/env'
import { store } from '@/server/platform/store/store'

const context = async () => createAuth(env()).$context
const adapter = async () => (await context()).adapter
const internal = async () => (await context()).internalAdapter

let people = 0

/** Makes a user who can sign in, and returns the id. */
async function makeUser(): Promise<string> {
  const input = { email: `factor${++people}@example.com`, name: 'Ada', emailVerified: false }
  const { id } = (await (await adapter()).create({ model: 'user', data: input })) as unknown as { id: string }
  await (await internal()).linkAccount({ userId: id, providerId: 'credential', accountId: id, password: 'hash' })
  return id
}

const record = { secret: 'sealed', backupCodes: 'sealed, too', verified: false }
const makeRecord = async (userId: string) =>
  (await adapter()).create({ model: 'twoFactor', data: { ...record, userId } })
const byUser = (userId: string) => ({ model: 'twoFactor', where: [{ field: 'userId', value: userId }] })
const byId = (id: string) => ({ model: 'twoFactor', where: [{ field: 'id', value: id }] })

/** Tests the second factor's data with one kind of store. */
export function secondFactorSuite(name: string) {
  describe(`the second factor on ${name}`, () => {
    test('is one record per account, found by the account and by its own id', async () => {
      const userId = await makeUser()
      const made = (await makeRecord(userId)) as unknown as { id: string }
      const records = await adapter()
      expect(await records.findOne(byUser(userId))).toMatchObject({ ...record, userId })
      expect(await records.findOne(byId(made.id))).toMatchObject({ ...record, userId })
      await expect(makeRecord(userId)).rejects.toMatchObject({ status: 'CONFLICT' })
      expect(await records.findOne(byUser(await makeUser()))).toBeNull()
      await expect(makeRecord(newId())).rejects.toMatchObject({ status: 'CONFLICT' })
    })

    test('keeps two changes made at the same time', async () => {
      const userId = await makeUser()
      await makeRecord(userId)
      const records = await adapter()
      await Promise.all([
        records.update({ ...byUser(userId), update: { verified: true } }),
        records.update({ ...byUser(userId), update: { backupCodes: 'fresh' } }),
      ])
      expect(await records.findOne(byUser(userId))).toMatchObject({ verified: true, backupCodes: 'fresh' })
    })

    test('lets only one of many simultaneous attempts use a recovery code', async () => {
      const userId = await makeUser()
      await makeRecord(userId)
      const records = await adapter()
      const take = (left: string) =>
        records.incrementOne({
          model: 'twoFactor',
          where: [
            { field: 'id', value: userId },
            { field: 'backupCodes', value: record.backupCodes },
          ],
          increment: {},
          set: { backupCodes: left },
        })
      const taken = await Promise.all(Array.from({ length: 20 }, (_, at) => take(`left ${at}`)))
      expect(taken.filter((row) => row !== null)).toHaveLength(1)
      const counted = { ...byId(userId), increment: { failedVerificationCount: 1 } }
      await expect(records.incrementOne(counted)).rejects.toThrow(/the account store cannot do this/)
    })

    test('is deleted with the account, and a late change does not bring it back', async () => {
      const userId = await makeUser()
      await makeRecord(userId)
      await tryCode(userId, null)
      const expiresAt = new Date(Date.now() + 60_000)
      await (await internal()).createVerificationValue({ identifier: 'trust-device-x', value: userId, expiresAt })
      const { redis } = await store()
      const own = ['two-factor', 'code-tries', 'verifications'].map((key) => `{${userId}}:${key}`)
      expect(await redis.exists(...own)).toBe(3)
      await (await internal()).deleteUser(userId)
      expect(await redis.exists(...own)).toBe(0)
      expect(await (await internal()).findVerificationValue('trust-device-x')).toBeNull()
      expect(await (await adapter()).update({ ...byUser(userId), update: { verified: true } })).toBeNull()
      expect(await redis.exists(...own)).toBe(0)
    })

    test('counts simultaneous attempts exactly, and can undo the count for a correct code', async () => {
      const userId = newId()
      const tries = await Promise.all(Array.from({ length: 40 }, () => tryCode(userId, null)))
      expect(tries.filter(({ outcome }) => outcome === 'checked')).toHaveLength(10)
      expect(tries.filter(({ outcome }) => outcome === 'too-many')).toHaveLength(30)
      await forgetTry(userId)
      expect(await tryCode(userId, null)).toEqual({ outcome: 'checked' })
      expect(await tryCode(userId, null)).toMatchObject({ outcome: 'too-many' })
      expect(await (await store()).redis.ttl(`{${userId}}:code-tries`)).toBeGreaterThan(86_000)
    })

    test('lets each account try a code from its app only once', async () => {
      const [one, two] = [newId(), newId()]
      const tries = await Promise.all(Array.from({ length: 5 }, () => tryCode(one, '123456')))
      expect(tries.map(({ outcome }) => outcome).sort()).toEqual(['again', 'again', 'again', 'again', 'checked'])
      expect(await tryCode(two, '123456')).toEqual({ outcome: 'checked' })
      expect(await (await store()).redis.ttl(`{${one}}:used-code:123456`)).toBeGreaterThan(80)
    })

    test('lets only one of many users add the same passkey, and frees it when that user is deleted', async () => {
      const users = await Promise.all(Array.from({ length: 6 }, makeUser))
      const records = await adapter()
      const credentialID = `credential${people}`
      const passkey = { name: 'Laptop', publicKey: 'key', counter: 0, deviceType: 'singleDevice', backedUp: false }
      const data = (userId: string) => ({ ...passkey, credentialID, userId, createdAt: new Date(), aaguid: 'x' })
      const add = (userId: string) => records.create({ model: 'passkey', data: data(userId) })
      const added = await Promise.allSettled(users.map(add))
      expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const found = () =>
        records.findOne<{ id: string; userId: string }>({
          model: 'passkey',
          where: [{ field: 'credentialID', value: credentialID }],
        })
      const held = await found()
      const all = users.map((userId) =>
        records.findMany({ model: 'passkey', where: [{ field: 'userId', value: userId }] }),
      )
      expect((await Promise.all(all)).flat()).toMatchObject([{ userId: held?.userId, credentialID }])
      await (await internal()).deleteUser(held?.userId ?? '')
      expect(await found()).toBeNull()
      const late = { model: 'passkey', where: [{ field: 'id', value: held?.id ?? '' }], update: { counter: 1 } }
      expect(await records.update(late)).toBeNull()
      await expect(add(held?.userId ?? '')).rejects.toThrow('the user to add a passkey to does not exist')
      const next = users.find((userId) => userId !== held?.userId) ?? ''
      await add(next)
      expect((await found())?.userId).toBe(next)
    })

    test('can forget trusted browsers without losing a pending password reset', async () => {
      const userId = await makeUser()
      const prove = async (identifier: string, seconds: number) =>
        (await internal()).createVerificationValue({
          identifier,
          value: userId,
          expiresAt: new Date(Date.now() + seconds * 1000),
        })
      await prove(`trust-device-a${people}`, 2_592_000)
      await prove(`reset-password:${people}`, 600)
      expect(await (await store()).redis.ttl(`{${userId}}:verifications`)).toBeGreaterThan(2_500_000)
      await forgetTrustedBrowsers(userId)
      expect(await (await internal()).findVerificationValue(`trust-device-a${people}`)).toBeNull()
      expect(await (await internal()).findVerificationValue(`reset-password:${people}`)).not.toBeNull()
    })
  })
}
