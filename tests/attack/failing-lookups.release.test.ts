import { expect, test } from 'vitest'
import { createKey } from '@/server/metering/access/key-store'
import { readUsage } from '@/server/metering/usage/account-usage'
import { type Caller, newVisitor } from '../faults/callers'
import { countOf } from '../load/statistics'
import { numberedListing } from '../simulator/listings'
import { targetForTests } from './target'

const calls = 5_000
/** The number of keys among which the free account divides its calls. */
const keys = 50
/** Calls in flight when the daily limit of failures is reached may still fail. */
const inFlight = 16

const target = targetForTests({
  settings: { BURST_LIMIT: '1000000' },
  google: { latencyMs: 5, settings: { UPSTREAM_DAILY_CAP: '500' } },
})

/** Returns the place id of a listing that Google does not know. */
const unknown = (index: number) => numberedListing(10_000_000 + index).placeId

/** Makes this many calls, a few at a time, and returns the count of each status and code. */
async function call({ keys: own, address }: Caller, times: number, text: (index: number) => string) {
  const answers: string[] = []
  let next = 0
  const keepCalling = async () => {
    while (next < times) {
      const index = next++
      const key = own[index % (own.length || 1)]?.key
      const headers = { 'x-forwarded-for': address, ...(key && { 'x-api-key': key }) }
      const body = JSON.stringify({ url: text(index) })
      const response = await fetch(`${target.url}/api/resolve`, { method: 'POST', headers, body })
      const { code } = (await response.json()) as { code?: string }
      answers.push([response.status, code].filter(Boolean).join(' '))
    }
  }
  await Promise.all(Array.from({ length: inFlight }, keepCalling))
  return countOf(answers)
}

test('failed lookups by a free account or a visitor are limited, and other accounts are still served', async () => {
  const attacker = await target.account('attacker', 'starter')
  const attackerId = attacker.accountId ?? ''
  while (attacker.keys.length < keys) attacker.keys.push(await createKey(attackerId, `${attacker.keys.length}`, null))
  const failed = await call(attacker, calls, unknown)
  const { used } = await readUsage(attackerId)
  const visitor = await call(newVisitor([0]), 30, (index) => unknown(1_000_000 + index))
  const other = await call(await target.account('other', 'scale'), 20, (index) => numberedListing(index).placeId)
  console.log(JSON.stringify({ failed, googleCalls: target.stage.google.calls.length, used, visitor, other }))
  expect(used).toBe(0)
  expect(failed['404 listing_not_found']).toBeLessThanOrEqual(100 + inFlight)
  expect(failed['429 too_many_requests']).toBeGreaterThanOrEqual(calls - 100 - inFlight)
  expect(visitor['404 listing_not_found']).toBeLessThanOrEqual(10 + inFlight)
  expect(other).toEqual({ 200: 20 })
})
