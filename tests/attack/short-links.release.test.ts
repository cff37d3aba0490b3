import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import type { Caller } from '../faults/callers'
import { countOf } from '../load/statistics'
import { numberedListing } from '../simulator/listings'
import { startSimulator } from '../simulator/simulator'
import { targetForTests } from './target'

const inFlight = 400
const good = 30

// Only short links are looked up at the simulated Google.
const google = await startSimulator({ latencyMs: 50 })
const target = targetForTests({ settings: { LINK_GATEWAY_URL: google.linksUrl, BURST_LIMIT: '1000000' } })
afterAll(() => google.stop())

async function resolve({ keys: [key] }: Caller, url: string): Promise<number> {
  const headers = { 'x-api-key': key?.key ?? '' }
  const response = await fetch(`${target.url}/api/resolve`, { method: 'POST', headers, body: JSON.stringify({ url }) })
  await response.body?.cancel()
  return response.status
}

test('hundreds of dead short links looked up by one account do not block another account’s lookups', async () => {
  const greedy = await target.account('greedy', 'unlimited')
  const patient = await target.account('patient', 'unlimited')
  let isOver = false
  const dead: number[] = []
  let link = 0
  async function keepResolvingDead() {
    while (!isOver) dead.push(await resolve(greedy, `https://maps.app.goo.gl/dead${link++}`))
  }
  const attack = Array.from({ length: inFlight }, keepResolvingDead)
  await sleep(2_000)
  const found: number[] = []
  let next = 0
  async function resolveGood() {
    while (next < good) {
      const { cid } = numberedListing(700_000 + next++)
      found.push(await resolve(patient, `https://maps.app.goo.gl/sim-cid-${cid}`))
    }
  }
  await Promise.all([resolveGood(), resolveGood()])
  isOver = true
  await Promise.all(attack)
  console.log(JSON.stringify({ dead: countOf(dead) }))
  expect(countOf(found)).toEqual({ 200: good })
})
