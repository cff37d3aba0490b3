import { afterAll, expect, test } from 'vitest'
import { visitorQuota } from '@/server/metering/access/admit-visitor'
import { createKey } from '@/server/metering/access/key-store'
import { readUsage } from '@/server/metering/usage/account-usage'
import { asShipped } from '../support/busy-machine'
import { startLossyProxy } from '../support/lossy-proxy'
import { newAccount } from '../support/new-account'
import { startProxiedCluster } from '../support/redis-cluster'
import { admitCall, admitCalls } from './admit-call'
import { withStore } from './environment'

const { proxy, url, stop } = await startProxiedCluster(startLossyProxy)
withStore({ REDIS_URL: url, ...asShipped })
afterAll(stop)

/** Returns the error code of a call whose response from the store is lost. */
async function codeWithoutAnswer(work: () => Promise<unknown>): Promise<unknown> {
  const lostBefore = proxy.lost()
  proxy.loseAnswers()
  const outcome = work().catch(({ code }) => code)
  await expect.poll(() => proxy.lost()).toBeGreaterThan(lostBefore)
  proxy.heal()
  return outcome
}

test.each(['a key', 'a visitor'])(
  'a batch of %s is not charged if the cluster counted it but the response was lost',
  async (who) => {
    const account = await newAccount()
    const { key } = await createKey(account, 'a', null)
    const caller = who === 'a key' ? { apiKey: key } : { client: () => ({ address: '203.0.113.9' }) }
    const batch = () => admitCalls(['convert', 'resolve', 'convert'], caller)
    const usedNow = async () => (who === 'a key' ? (await readUsage(account)).used : await usedBy('203.0.113.9'))
    await (await batch()).refund([0, 1].map((index) => ({ index, askedUpstream: false })))
    expect(await codeWithoutAnswer(batch)).toBe('store_unavailable')
    await expect.poll(() => usedNow().catch(() => null), { timeout: 30_000 }).toBe(1)
  },
)

const usedBy = async (address: string) => 5 - ((await visitorQuota({ address })).remaining ?? 0)

test('a call fails and is not charged if the cluster counted it but the response was lost', async () => {
  const account = await newAccount()
  const { key } = await createKey(account, 'a', null)
  const call = () => admitCall({ apiKey: key, operation: 'convert' })
  await call()
  expect(await codeWithoutAnswer(call)).toBe('store_unavailable')
  await expect.poll(() => call().catch(({ code }) => code), { timeout: 30_000 }).toMatchObject({ refused: null })
  await expect.poll(async () => (await readUsage(account)).used, { timeout: 30_000 }).toBe(2)
})
