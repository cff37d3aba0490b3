import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Admission, Admissions } from '@/server/metering/access/admission'
import { createKey } from '@/server/metering/access/key-store'
import { readUsage } from '@/server/metering/usage/account-usage'
import { newAccount, ownersCalls } from '../support/new-account'
import { admitCall, admitCalls } from './admit-call'
import { withStore } from './environment'

const burstLimit = 30
withStore({ BURST_LIMIT: `${burstLimit}` })

// Each test runs within one ten-second window.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 12, 0, 1) }))
afterEach(() => void vi.useRealTimers())

/** Makes consecutive calls that fail and are refunded. Returns each admission's outcome. */
async function failing(times: number, next: (index: number) => Promise<Admission>) {
  const codes: Array<string | null> = []
  for (let index = 0; index < times; index++) {
    const admission = await next(index)
    codes.push(admission.refused?.code ?? null)
    if (!admission.refused) await admission.refund()
  }
  return codes
}

const admittedThenRefused = [...Array(burstLimit).fill(null), ...Array(10).fill('too_many_requests')]

test('failed calls count against the burst limit, but not against the monthly quota', async () => {
  const account = await newAccount()
  const { key } = await createKey(account, 'a', null)
  expect(await failing(burstLimit + 10, () => admitCall({ apiKey: key }))).toEqual(admittedThenRefused)
  expect(await readUsage(account)).toMatchObject({ used: 0 })
})

test('an account’s keys and its dashboard share one burst limit', async () => {
  const account = await newAccount()
  const keys = await Promise.all(Array.from({ length: 5 }, (_, n) => createKey(account, `${n}`, null)))
  const member = await ownersCalls(account)
  const codes = await failing(burstLimit + 10, (index) => {
    const key = keys[index % 6]?.key
    return admitCall(key ? { apiKey: key } : { member })
  })
  expect(codes).toEqual(admittedThenRefused)
})

test('a visitor’s failed calls count against the burst limit, but not against the daily quota', async () => {
  const visitor = { client: () => ({ address: '203.0.113.9' }) }
  expect(await failing(burstLimit + 10, () => admitCall({ ...visitor, operation: 'convert' }))).toEqual(
    admittedThenRefused,
  )
  vi.setSystemTime(Date.UTC(2026, 10, 21, 12, 0, 11))
  expect(await admitCall(visitor)).toMatchObject({ refused: null, quota: { remaining: 4 } })
})

test('calls are admitted again when the burst window ends', async () => {
  const account = await newAccount()
  const { key } = await createKey(account, 'a', null)
  await failing(burstLimit + 1, () => admitCall({ apiKey: key }))
  vi.setSystemTime(Date.UTC(2026, 10, 21, 12, 0, 10))
  expect(await admitCall({ apiKey: key })).toMatchObject({ refused: null })
})

const fast = 'too_many_requests'
const codesOf = ({ outcomes }: Admissions) => outcomes.map(({ refused }) => refused?.code ?? null)

test.each([
  ['an account', async () => ({ apiKey: (await createKey(await newAccount(), 'a', null)).key })],
  ['a visitor', async () => ({ client: () => ({ address: '203.0.113.30' }) })],
])(
  'each call in a batch of %s counts against the burst limit, and an empty batch counts as one call',
  async (_, newCaller) => {
    const caller = await newCaller()
    const first = codesOf(await admitCalls(Array(27).fill('convert'), caller))
    expect(first).not.toContain(fast)
    expect(codesOf(await admitCalls([], caller))).toEqual([null])
    const second = codesOf(await admitCalls(Array(4).fill('convert'), caller))
    expect(second.map((code) => code === fast)).toEqual([false, false, true, true])
    expect(codesOf(await admitCalls([], caller))).toEqual([fast])
    vi.setSystemTime(Date.UTC(2026, 10, 21, 12, 0, 11))
    expect(codesOf(await admitCalls(Array(40).fill('convert'), caller)).slice(30)).toEqual(Array(10).fill(fast))
  },
)

test('calls over the burst limit do not use a visitor’s free quota', async () => {
  const visitor = { client: () => ({ address: '203.0.113.31' }) }
  for (let time = 0; time < 28; time++) await admitCalls([], visitor)
  const admissions = await admitCalls(Array(5).fill('convert'), visitor)
  expect(codesOf(admissions)).toEqual([null, null, fast, fast, fast])
  expect(admissions.quota.remaining).toBe(3)
})
