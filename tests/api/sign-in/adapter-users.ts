import { createAuth } from '@/server/features/sign-in/auth'
import { env } from '@/server/platform/settings/env'
import { store } from '@/server/platform/store/store'

const context = async () => createAuth(env()).$context
export const adapter = async () => (await context()).adapter
export const internal = async () => (await context()).internalAdapter

let people = 0
export const person = () => ({ email: `adapter${++people}@example.com`, name: 'Ada', emailVerified: false })

export interface User {
  id: string
  email: string
  name: string
  image: string | null
  emailVerified: boolean
  createdAt: Date
}

/** Makes a user who can sign in, as better-auth does. */
export async function makeUser(input = person()): Promise<User> {
  const user = (await (await adapter()).create<Record<string, unknown>, User>({ model: 'user', data: input })) as User
  await (await internal()).linkAccount({
    userId: user.id,
    providerId: 'credential',
    accountId: user.id,
    password: 'hash',
  })
  return user
}

export const makeSession = async (userId: string) => (await internal()).createSession(userId)

export const ttl = async (key: string) => (await store()).redis.ttl(key)
