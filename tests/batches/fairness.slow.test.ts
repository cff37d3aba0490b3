import { afterAll, beforeAll, expect, test } from 'vitest'
import { startQueue } from '@/server/entrances/http/start'
import { deleteBatch, startBatch } from '@/server/features/batches/change-batch'
import { createBatch, updatePart } from '@/server/features/batches/create-batch'
import { findBatch } from '@/server/features/batches/find-batch'
import type { DetailLevel } from '@/server/places/upstream/lookup-options'
import { stopQueue } from '@/server/platform/queue/queue'
import { withStore } from '../access/environment'
import type { Call } from '../simulator/calls'
import { numberedListing } from '../simulator/listings'
import { startSimulator } from '../simulator/simulator'
import { newRichAccount } from '../support/new-account'
import { makeOf, order, sentAs, until } from './orders'

const simulator = await startSimulator()
withStore({
  GOOGLE_MAPS_API_KEY: simulator.apiKey,
  GOOGLE_PLACES_URL: simulator.placesUrl,
  UPSTREAM_CALLER_SHARE: '100',
  LOG_LEVEL: 'silent',
})

beforeAll(() => startQueue())
afterAll(async () => {
  await stopQueue()
  await simulator.stop()
})

const largeFrom = 1_000_000

const placeIdsOf = (count: number, from: number) =>
  Array.from({ length: count }, (_, index) => numberedListing(from + index).placeId)

/** Runs a batch for a new account until it ends. */
async function runBatch(lines: string[], details: DetailLevel): Promise<void> {
  const accountId = await newRichAccount()
  const { id } = await makeOf(accountId, lines, { details })
  expect(await until(accountId, id, 'finished')).toMatchObject({ done: lines.length })
}

/** Starts a batch of 100,000 lines for another account, and waits until some are done. */
async function startLarge(details: DetailLevel) {
  const accountId = await newRichAccount()
  const { id } = await createBatch(accountId, { ...order, details, isStarted: false })
  for (let part = 0; part < 4; part++)
    await updatePart(accountId, id, part + 1, sentAs(placeIdsOf(25_000, largeFrom + 25_000 * part)))
  await startBatch(accountId, id, '')
  const done = async () => (await findBatch(accountId, id)).done
  await expect.poll(done, { interval: 20 }).toBeGreaterThan(0)
  return { done, remove: () => deleteBatch(accountId, id) }
}

test('while Google is slow, small batches get their share of the lookups next to another account’s large batch', async () => {
  simulator.reset()
  simulator.script({ delayMs: 100, times: Number.POSITIVE_INFINITY })
  const large = await startLarge('checked')
  const batches = [10, 1_000].map((count, index) => placeIdsOf(count, 10_000 * index))
  await Promise.all(batches.map((lines) => runBatch(lines, 'checked')))
  await large.remove()
  for (const lines of batches) {
    const own = new Set<string | null>(lines)
    const isOwn = ({ placeId }: Call) => own.has(placeId)
    const [first, last] = [simulator.calls.findIndex(isOwn), simulator.calls.findLastIndex(isOwn)]
    const others = simulator.calls.slice(first, last).filter((call) => !isOwn(call)).length
    // As many lookups as in the small batch, plus those that were already queued.
    expect(others).toBeLessThan(lines.length + 200)
  }
})

test('without calls to an upstream, small batches finish while another account’s large batch has barely begun', async () => {
  const large = await startLarge('none')
  const before = await large.done()
  await Promise.all([10, 1_000].map((count, index) => runBatch(placeIdsOf(count, 10_000 * index), 'none')))
  const during = (await large.done()) - before
  await large.remove()
  expect(during).toBeLessThan(40_000)
})
