import { afterAll, expect, test } from 'vitest'
import { readWatched } from '@/server/features/watchlists/change-bucket'
import { createWatchlist } from '@/server/features/watchlists/change-watchlist'
import { newListing } from '@/server/features/watchlists/listing'
import { storeListings } from '@/server/features/watchlists/listings'
import { monthOf } from '@/server/metering/access/calendar'
import { planOf, plans } from '@/server/metering/access/limits'
import { readProfile, writeProfile } from '@/server/metering/access/profile'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { readUsage } from '@/server/metering/usage/account-usage'
import { stopQueue } from '@/server/platform/queue/queue'
import { store } from '@/server/platform/store/store'
import { newAccount, ownersCalls } from '../support/new-account'
import { admitCall } from './admit-call'
import { withStore } from './environment'

withStore({
  PLANS: JSON.stringify([
    { id: 'free', name: 'Free', monthlyQuota: 3, monthlyPriceCents: 0 },
    // One id has a hyphen, and one is a reserved word in Lua, the language of the admission script.
    {
      id: 'team-2',
      name: 'Team',
      monthlyQuota: 5,
      monthlyPriceCents: 4_900,
      stripePriceId: 'price_1AbC',
      watched: 2,
      rechecksCount: true,
    },
    { id: 'end', name: 'No limit', monthlyQuota: null, monthlyPriceCents: 49_900 },
  ]),
})

afterAll(() => stopQueue())

/** Makes calls from a new account on this plan and returns how many are admitted. */
async function admittedOf(plan: string | null, calls: number): Promise<number> {
  const accountId = await newAccount()
  if (plan !== null) await writeProfile(accountId, { plan })
  const member = await ownersCalls(accountId)
  const all = await Promise.all(Array.from({ length: calls }, () => admitCall({ member })))
  return all.filter(({ refused }) => refused === null).length
}

test('each configured plan admits exactly its monthly quota of calls', async () => {
  expect(await admittedOf(null, 20)).toBe(3)
  expect(await admittedOf('free', 20)).toBe(3)
  expect(await admittedOf('team-2', 20)).toBe(5)
  expect(await admittedOf('end', 20)).toBe(20)
})

test('an account whose plan is not configured gets the first plan, but its own plan remains in the store', async () => {
  expect(await admittedOf('growth', 20)).toBe(3)
  const accountId = await newAccount()
  await writeProfile(accountId, { plan: 'growth' })
  expect(await readProfile(accountId)).toMatchObject({ plan: 'free' })
  expect(await readUsage(accountId, monthOf(Date.now()))).toMatchObject({ plan: 'free', limit: 3 })
  expect(await (await store()).redis.hget(redisKeys(accountId).profile, 'plan')).toBe('growth')
})

test('the public plans do not contain Stripe’s price ids', () => {
  expect(planOf('team-2')).toEqual({
    id: 'team-2',
    name: 'Team',
    monthlyQuota: 5,
    monthlyPriceCents: 4_900,
    batchBytes: 256 * 1024 * 1024,
    watched: 2,
    rechecksCount: true,
    members: 3,
  })
  expect(JSON.stringify(plans())).not.toContain('price_1AbC')
})

test('each configured plan allows exactly its number of watched listings, or 100 by default', async () => {
  const listings = Array.from({ length: 120 }, (_, number) =>
    newListing({ cid: String(900 + number), placeId: null }, { name: '', reference: '' }),
  )
  for (const [plan, most] of [
    ['team-2', 2],
    ['end', 100],
    // Not configured, so the first plan applies.
    ['growth', 100],
  ] as const) {
    const accountId = await newAccount()
    await writeProfile(accountId, { plan })
    const settings = { period: 'weekly', digest: 'off', isTest: false, source: null } as const
    const [one, other] = [
      await createWatchlist(accountId, { name: 'One', ...settings }),
      await createWatchlist(accountId, { name: 'Other', ...settings }),
    ]
    const added = await storeListings(accountId, one, listings.slice(0, 1))
    const more = await storeListings(accountId, other, listings)
    expect([added.added + more.added, added.isFull, more.isFull]).toEqual([most, false, true])
    expect(await readWatched(accountId)).toMatchObject({ listings: most, most })
  }
})
