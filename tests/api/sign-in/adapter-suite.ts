import { describe, expect, test, vi } from 'vitest'
import { methods } from '@/server/features/sign-in/adapter/methods'
import { newId } from '@/server/features/sign-in/adapter/redis-adapter'
import { sessions } from '@/server/features/sign-in/adapter/sessions'
import { users } from '@/server/features/sign-in/adapter/users'
import { store } from '@/server/platform/store/store'
import { adapter, internal, makeSession, makeUser, person, ttl, type User } from './adapter-users'

/** Tests better-auth's records with one kind of store. */
export function adapterSuite(name: string) {
  describe(`account records on ${name}`, () => {
    test('are returned exactly as stored, regardless of their text', async () => {
      const createdAt = new Date('2026-02-28T23:59:59.999Z')
      for (const text of [
        '1234',
        '1e3',
        'true',
        'null',
        '"quoted"',
        '{"a":1}',
        '[1,2]',
        '',
        '  x ',
        '\u2028\u0000',
        '007',
        '馬',
      ]) {
        const { id } = await makeUser({ ...person(), name: text, createdAt } as never)
        const found = await (await internal()).findUserById(id)
        expect(found).toMatchObject({ id, name: text, emailVerified: false, image: null, createdAt })
        expect(found?.createdAt).toBeInstanceOf(Date)
      }
    })

    test('a session is found with its user and its expiry, and is stored for more than 29 days', async () => {
      const user = await makeUser()
      const session = await makeSession(user.id)
      expect(session.token.startsWith(user.id)).toBe(true)
      const found = await (await internal()).findSession(session.token)
      expect(found?.user).toMatchObject({ id: user.id, email: user.email })
      expect(found?.session.expiresAt).toEqual(session.expiresAt)
      expect(await ttl(`{${user.id}}:sessions`)).toBeGreaterThan(29 * 86_400)
    })

    test('an unknown, short, or forged token finds no session', async () => {
      for (const token of ['', 'x', newId(), `${newId()}abc`, `{a}${newId()}`]) {
        expect(await (await internal()).findSession(token)).toBeNull()
      }
    })

    test('only one of many simultaneous sign-ups with one email succeeds', async () => {
      const input = person()
      const answers = await Promise.allSettled(Array.from({ length: 50 }, () => makeUser(input)))
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect((await (await internal()).findUserByEmail(input.email))?.user.email).toBe(input.email)
    })

    test('a user can change to a free email but not to a taken one, and the old email becomes free', async () => {
      const [one, two] = [await makeUser(), await makeUser()]
      const free = person().email
      await (await internal()).updateUser(one.id, { email: free })
      expect((await (await internal()).findUserByEmail(free))?.user.id).toBe(one.id)
      expect(await (await internal()).findUserByEmail(one.email)).toBeNull()
      await expect((await internal()).updateUser(one.id, { email: two.email })).rejects.toMatchObject({
        status: 'FORBIDDEN',
      })
      expect((await (await internal()).findUserByEmail(two.email))?.user.id).toBe(two.id)
      expect((await (await internal()).findUserByEmail(free))?.user.id).toBe(one.id)
      await expect(makeUser({ ...person(), email: free })).rejects.toThrow()
      await expect(makeUser({ ...person(), email: one.email })).resolves.toBeDefined()
    })

    test('when many users want the same free email at the same time, only one gets it', async () => {
      const users = await Promise.all(Array.from({ length: 8 }, () => makeUser()))
      const free = person().email
      const wants = users.map(async ({ id }) => (await internal()).updateUser(id, { email: free }))
      const answers = await Promise.allSettled([...wants, makeUser({ ...person(), email: free })])
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const { redis } = await store()
      const held = await Promise.all(users.map(({ id }) => redis.hget(`{${id}}:user`, 'email')))
      expect(held.filter((email) => email === free).length).toBeLessThanOrEqual(1)
    })

    test('an unfinished sign-up frees its email within a minute', async () => {
      const input = person()
      const half = (await (await adapter()).create({ model: 'user', data: input })) as unknown as User
      expect(await ttl(`{${half.id}}:user`)).toBeGreaterThan(0)
      expect(await ttl(`{${half.id}}:user`)).toBeLessThanOrEqual(60)
      await expect(makeUser(input)).rejects.toThrow()
      // Simulates the end of the minute.
      const { redis } = await store()
      await redis.del(`{${half.id}}:user`)
      expect((await makeUser(input)).id).not.toBe(half.id)
    })

    test('a user with a way to sign in does not expire', async () => {
      const { id } = await makeUser()
      expect(await ttl(`{${id}}:user`)).toBe(-1)
      expect(await ttl(`{${id}}:methods`)).toBe(-1)
    })

    test('when many users link the same provider account at the same time, only one gets it', async () => {
      const users = await Promise.all(Array.from({ length: 8 }, () => makeUser()))
      const accountId = `shared${newId()}`
      const link = async (userId: string) => (await internal()).linkAccount({ userId, providerId: 'github', accountId })
      const answers = await Promise.allSettled(users.map(({ id }) => link(id)))
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const owner = await (await internal()).findAccountOwnerByKey({
        providerId: 'github',
        accountId,
      })
      expect(owner?.kind).toBe('owned')
      const all = await Promise.all(users.map(async ({ id }) => (await internal()).findAccounts(id)))
      expect(all.flat().filter(({ providerId }) => providerId === 'github')).toHaveLength(1)
    })

    test('an unlinked provider account can be linked to another user', async () => {
      const [one, two] = [await makeUser(), await makeUser()]
      const key = { providerId: 'github', accountId: `passed-on${newId()}` }
      const linked = await (await internal()).linkAccount({ userId: one.id, ...key })
      await (await internal()).deleteAccount(linked.id)
      await (await internal()).linkAccount({ userId: two.id, ...key })
      expect((await (await internal()).findAccountByKey(key))?.userId).toBe(two.id)
    })

    test('a verification can be used only once, even by many requests at the same time', async () => {
      const expiresAt = new Date(Date.now() + 60_000)
      const identifier = `once${newId()}`
      await (await internal()).createVerificationValue({ identifier, value: 'v', expiresAt })
      expect(await (await internal()).findVerificationValue(identifier)).toMatchObject({ value: 'v', expiresAt })
      const take = async () => (await internal()).consumeVerificationValue(identifier)
      const taken = await Promise.all(Array.from({ length: 20 }, take))
      expect(taken.filter((row) => row !== null)).toHaveLength(1)
    })

    test('an expired verification is not found', async () => {
      const identifier = `late${newId()}`
      const expiresAt = new Date(Date.now() + 1_500)
      await (await internal()).createVerificationValue({ identifier, value: 'v', expiresAt })
      const found = async () => (await internal()).findVerificationValue(identifier)
      expect(await found()).not.toBeNull()
      await vi.waitFor(async () => expect(await found()).toBeNull(), { timeout: 20_000, interval: 100 })
    })

    test('a late change does not bring back a deleted session or user', async () => {
      const user = await makeUser()
      const session = await makeSession(user.id)
      const [account] = await (await internal()).findAccounts(user.id)
      await (await internal()).deleteSession(session.token)
      expect(await (await internal()).updateSession(session.token, { updatedAt: new Date() })).toBeNull()
      await (await internal()).deleteUser(user.id)
      expect(await (await internal()).updateUser(user.id, { name: 'Zombie' })).toBeNull()
      expect(await (await internal()).updateAccount(account?.id ?? '', { scope: 'x' })).toBeNull()
      await expect(makeSession(user.id)).rejects.toThrow()
      await expect(
        (await internal()).linkAccount({ userId: user.id, providerId: 'github', accountId: 'x' }),
      ).rejects.toThrow()
      const { redis } = await store()
      for (const key of ['user', 'sessions', 'methods', 'verifications'])
        expect(await redis.exists(`{${user.id}}:${key}`)).toBe(0)
      expect(await redis.exists(`email:${user.email}`)).toBe(0)
    })

    test('a change that began before the user was deleted writes nothing afterward', async () => {
      const { redis } = await store()
      const user = await makeUser()
      const session = await makeSession(user.id)
      const eq = (field: string, value: string) => [
        { field, value, operator: 'eq', connector: 'AND', mode: 'sensitive' } as const,
      ]
      const found = {
        user: await users.candidates(eq('id', user.id)),
        sessions: await sessions.candidates(eq('token', session.token)),
        methods: await methods.candidates(eq('userId', user.id)),
      }
      await (await internal()).deleteUser(user.id)
      for (const [name, table] of Object.entries({ user: users, sessions, methods })) {
        const [row = {}] = found[name as keyof typeof found]
        expect(Object.keys(row)).not.toHaveLength(0)
        expect(await table.update(row, { updatedAt: new Date().toISOString() })).toBe(false)
        expect(await redis.exists(`{${user.id}}:${name}`)).toBe(0)
        expect(await table.remove(row)).toBe(false)
      }
    })

    test('deleting a user leaves the user’s previous email with its current owner', async () => {
      const { redis } = await store()
      const first = await makeUser()
      const [row = {}] = await users.candidates([
        { field: 'id', value: first.id, operator: 'eq', connector: 'AND', mode: 'sensitive' },
      ])
      await (await internal()).updateUser(first.id, { email: person().email })
      expect(await redis.exists(`email:${first.email}`)).toBe(0)
      const second = await makeUser({ ...person(), email: first.email })
      await users.remove(row)
      expect((await (await internal()).findUserByEmail(first.email))?.user.id).toBe(second.id)
    })

    test('a query that is not a plain lookup by key is rejected', async () => {
      const records = await adapter()
      const refused = /the account store cannot do this/
      await expect(records.findMany({ model: 'user' })).rejects.toThrow(refused)
      await expect(records.findMany({ model: 'user', where: [{ field: 'name', value: 'Ada' }] })).rejects.toThrow(
        refused,
      )
      await expect(records.count({ model: 'session' })).rejects.toThrow(refused)
      await expect(records.deleteMany({ model: 'verification', where: [] })).rejects.toThrow(refused)
      const { id } = await makeUser()
      const like = { field: 'name', operator: 'contains', value: 'A' } as const
      await expect(records.findOne({ model: 'user', where: [{ field: 'id', value: id }, like] })).rejects.toThrow(
        refused,
      )
      const either = [
        { field: 'id', value: id },
        { field: 'email', value: 'x', connector: 'OR' },
      ] as const
      await expect(records.findOne({ model: 'user', where: [...either] })).rejects.toThrow(refused)
    })

    test('a query by key also applies its other conditions', async () => {
      const user = await makeUser()
      await makeSession(user.id)
      const records = await adapter()
      const ending = (operator: 'gt' | 'lt', value: Date) =>
        records.findMany({
          model: 'session',
          where: [
            { field: 'userId', value: user.id },
            { field: 'expiresAt', operator, value },
          ],
        })
      expect(await ending('gt', new Date())).toHaveLength(1)
      expect(await ending('lt', new Date())).toHaveLength(0)
    })
  })
}
