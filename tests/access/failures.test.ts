import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { MeteredCall } from '@/server/metering/access/admit'
import { createKey } from '@/server/metering/access/key-store'
import { writeProfile } from '@/server/metering/access/profile'
import { refund } from '@/server/metering/access/refund'
import { readUsage } from '@/server/metering/usage/account-usage'
import { newAccount, ownersCalls } from '../support/new-account'
import { admitCall } from './admit-call'
import { withStore } from './environment'

withStore({})

const evening = Date.UTC(2026, 10, 21, 21, 30)
const secondsLeft = 2.5 * 3_600

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: evening }))
afterEach(() => void vi.useRealTimers())

async function fail(times: number, askedUpstream: boolean, more: Partial<MeteredCall>) {
  for (let time = 0; time < times; time++) {
    const admission = await admitCall(more)
    expect(admission.refused).toBeNull()
    await refund(admission, askedUpstream)
  }
}

const refusedUntilMidnight = { refused: { code: 'too_many_requests', retryAfterSeconds: secondsLeft } }

describe('an account’s lookups', () => {
  test.each([
    ['starter', 100],
    ['growth', 1_000],
  ] as const)(
    'are rejected on the %s plan until midnight after %i failures that reached an upstream',
    async (plan, most) => {
      const account = await newAccount()
      await writeProfile(account, { plan })
      const { key } = await createKey(account, 'a', null)
      await fail(most, true, { apiKey: key })
      for (const operation of ['resolve', 'search']) {
        expect(await admitCall({ apiKey: key, operation })).toMatchObject(refusedUntilMidnight)
      }
      expect(await admitCall({ member: await ownersCalls(account) })).toMatchObject(refusedUntilMidnight)
      expect(await admitCall({ apiKey: key, operation: 'convert' })).toMatchObject({ refused: null })
      expect(await readUsage(account)).toMatchObject({ used: 1 })
      vi.setSystemTime(Date.UTC(2026, 10, 22))
      expect(await admitCall({ apiKey: key })).toMatchObject({ refused: null })
    },
  )

  test('are still admitted after failures that reached no upstream', async () => {
    const account = await newAccount()
    const { key } = await createKey(account, 'a', null)
    await fail(150, false, { apiKey: key })
    expect(await admitCall({ apiKey: key })).toMatchObject({ refused: null })
  })

  test('count as failed only once, even if the refund is repeated', async () => {
    const account = await newAccount()
    const { key } = await createKey(account, 'a', null)
    await fail(98, true, { apiKey: key })
    const failed = await admitCall({ apiKey: key })
    await Promise.all([failed.refund(true), failed.refund(true), failed.refund(true)])
    await fail(1, true, { apiKey: key })
    expect(await admitCall({ apiKey: key })).toMatchObject(refusedUntilMidnight)
  })
})

describe('a visitor’s lookups', () => {
  const visitor = (address: string) => ({ client: () => ({ address }) })

  test('are rejected after ten failures that reached an upstream, until midnight; the failures use no free quota', async () => {
    const from = visitor('203.0.113.20')
    await fail(10, true, from)
    expect(await admitCall(from)).toMatchObject({ ...refusedUntilMidnight, quota: { remaining: 5 } })
    expect(await admitCall({ ...from, operation: 'convert' })).toMatchObject({ refused: null, quota: { remaining: 4 } })
    expect(await admitCall(visitor('203.0.113.21'))).toMatchObject({ refused: null })
    vi.setSystemTime(Date.UTC(2026, 10, 22))
    expect(await admitCall(from)).toMatchObject({ refused: null, quota: { remaining: 4 } })
  })

  test('are still admitted after failures that reached no upstream', async () => {
    await fail(30, false, visitor('203.0.113.22'))
    expect(await admitCall(visitor('203.0.113.22'))).toMatchObject({ refused: null })
  })
})
