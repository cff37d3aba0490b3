import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clients } from '@/server/features/sign-in/adapter/apps'
import { signInKeys } from '@/server/features/sign-in/adapter/redis-keys'
import { countUnusedApp, maxUnusedApps } from '@/server/features/sign-in/adapter/unused-apps'
import { store } from '@/server/platform/store/store'

export const sets = signInKeys.unusedApps

const appOf = (clientId: string) => createHash('sha256').update(clientId).digest('base64url')

/** An app's key in Redis. */
export const recordOf = (clientId: string) => signInKeys.app(appOf(clientId))

/** Registers an app, as a call from this network does. */
export async function registerFrom(network: string, clientId: string): Promise<void> {
  await clients.create({ clientId })
  await countUnusedApp(clientId, network)
}

export async function emptyRoom(): Promise<void> {
  const { redis } = await store()
  for (const key of Object.values(sets)) await redis.del(key)
}

/** Fills the room for unconnected apps except for the last `free` places. The apps expire in 80,000 seconds. */
export async function fillRoom(networkOf: (index: number) => string, free = 0): Promise<void> {
  const { redis } = await store()
  const expires = Math.floor(Date.now() / 1_000) + 80_000
  const networks = Array.from({ length: maxUnusedApps - free }, (_, index) => networkOf(index))
  const members = networks.map((network, index) => `${network} ${expires} ${appOf(`old-${index}`)}`)
  const counts = new Map<string, number>()
  for (const network of networks) counts.set(network, (counts.get(network) ?? 0) + 1)
  const add = async (key: string, [first, ...rest]: Array<{ score: number; member: string }>) =>
    first && redis.zadd(key, first, ...rest)
  await add(
    sets.ages,
    members.map((member) => ({ score: expires, member })),
  )
  await add(
    sets.members,
    members.map((member) => ({ score: 0, member })),
  )
  await add(
    sets.networks,
    [...counts].map(([member, score]) => ({ score, member })),
  )
}

/** 60 apps from each /64 network, which is the hourly limit. */
export const subnetOf = (index: number) => `2001:db8:0:${Math.floor(index / 60)}::/64`

/** Tests the room for unconnected apps with one kind of store. */
export function unusedAppsSuite(name: string) {
  describe(`a registered app for which there is no room on ${name}`, () => {
    beforeEach(emptyRoom)
    afterEach(() => {
      vi.useRealTimers()
    })
    const exist = async (...ids: string[]) => {
      const { redis } = await store()
      return Promise.all(ids.map((id) => redis.exists(recordOf(id))))
    }

    test('replaces the oldest of the network that registered the most', async () => {
      const { redis } = await store()
      await fillRoom(subnetOf, 63)
      for (let index = 0; index < 61; index += 1) await registerFrom('2001:db8:1:1::/64', `most-${index}`)
      await registerFrom('203.0.113.1', 'former')
      await registerFrom('203.0.113.2', 'other')
      await registerFrom('203.0.113.3', 'new')
      const most = await exist(...Array.from({ length: 61 }, (_, index) => `most-${index}`))
      expect(most.filter((exists) => exists === 0)).toHaveLength(1)
      expect(await exist('former', 'other', 'new')).toEqual([1, 1, 1])
      expect(await redis.zscore(sets.networks, '2001:db8:1:1::/64')).toBe(60)
      expect([await redis.zcard(sets.ages), await redis.zcard(sets.members)]).toEqual([maxUnusedApps, maxUnusedApps])
    })

    test('replaces the oldest of all if no network registered two', async () => {
      const { redis } = await store()
      // Registered apps last longer than those that fill the room, unless they registered before.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 10_000_000 })
      await registerFrom('alone', 'oldest')
      vi.useRealTimers()
      await fillRoom((index) => `network-${index}`, 1)
      await registerFrom('203.0.113.3', 'newest')
      expect(await exist('oldest', 'newest')).toEqual([0, 1])
      expect(await redis.zcard(sets.networks)).toBe(maxUnusedApps)
    })

    test('takes the place of apps that have expired', async () => {
      const { redis } = await store()
      await fillRoom(subnetOf)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 80_001_000 })
      await registerFrom('203.0.113.1', 'latest')
      expect(await redis.zcard(sets.ages)).toBe(maxUnusedApps - 99)
      expect(await redis.zcard(sets.members)).toBe(maxUnusedApps - 99)
    })
  })
}
