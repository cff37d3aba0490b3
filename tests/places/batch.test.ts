import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { handleApi } from '@/server/entrances/http/handle-api'
import { monthOf } from '@/server/metering/access/calendar'
import { createKey } from '@/server/metering/access/key-store'
import { currentUsage, readCounts } from '@/server/metering/usage/account-usage'
import type { Expander } from '@/server/places/links/expand/expander'
import { createUpstream } from '@/server/places/upstream/policy'
import { createSingleFlight } from '@/server/places/upstream/single-flight'
import { env } from '@/server/platform/settings/env'
import { landmark, numberedListing } from '../simulator/listings'
import { newAccount } from '../support/new-account'
import { expandersOn, sim } from './links'
import { placesForTests } from './places'

/** More time than 300 lookups need on a busy machine. */
const patientMs = 60_000
process.env.UPSTREAM_DEADLINE_MS = String(patientMs)
const places = await placesForTests({ deadlineMs: patientMs, callerShare: 50 })
const { simulator } = places
const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
afterAll(() => log.mockRestore())
const warned = vi.fn()
process.on('warning', warned)
const expanderWith = expandersOn(simulator)
let expander: Expander

// Each test has its own source and expander, because a circuit opened in one test would still be open in the next.
vi.mock('@/server/places/sources/source', () => ({ listingSource: () => places.source, sourceKind: () => 'places' }))
vi.mock('@/server/places/links/expand/expander', async (original) => ({
  ...(await original<object>()),
  linkExpander: () => expander,
}))
beforeEach(() => {
  simulator.resolution = 'documented'
  Object.assign(env(), { UPSTREAM_DEADLINE_MS: patientMs })
  const slots = { concurrency: 64, queue: 256, perCaller: 8 }
  const upstream = createUpstream({ name: 'Short links', slots, timeoutMs: patientMs })
  expander = expanderWith({ timeoutMs: patientMs, upstream, shareFlight: createSingleFlight() })
})

/** Sets a deadline that one test's lookups can miss. */
function shortDeadline(): void {
  const deadlineMs = 5_000
  Object.assign(env(), { UPSTREAM_DEADLINE_MS: deadlineMs })
  places.source = places.sourceWith({ deadlineMs })
}

interface Answered {
  status: number
  remaining: number
  /** Each item's status, and its title or the reason there is no title. */
  items: Array<[status: number, what: string]>
}

async function newCaller() {
  const account = await newAccount()
  const { key, id } = await createKey(account, 'Batch', null)
  return { account, key, id }
}

async function batch(key: string, items: object[], signal = new AbortController().signal): Promise<Answered> {
  const init = { method: 'POST', headers: { 'x-api-key': key }, body: JSON.stringify({ items }), signal }
  const answer = await handleApi(new Request('http://localhost/api/batch', init), { address: '192.0.2.1' })
  const { results = [] } = (await answer.json()) as { results?: Wire[] }
  return {
    status: answer.status,
    remaining: Number(answer.headers.get('x-ratelimit-remaining')),
    items: results.map(({ status, result, problem }) => [status, problem?.code ?? result?.title ?? '']),
  }
}

interface Wire {
  status: number
  result?: { title?: string }
  problem?: { code: string }
}

const callsTo = (name: string) => simulator.calls.filter(({ upstream }) => upstream === name)
const shortLink = (number: number, details = 'full') => ({
  operation: 'resolve',
  url: sim(`cid-${numberedListing(number).cid}`),
  details,
})
const placeId = (number: number) => ({ operation: 'resolve', url: numberedListing(number).placeId })
const titled = (number: number) => [200, `Numbered listing ${number}`]
const times = <Made>(count: number, make: (index: number) => Made) => Array.from({ length: count }, (_, at) => make(at))

describe('a batch', () => {
  test('resolves 20 short links with one call to the Resolution API, and returns them in order', async () => {
    const { key } = await newCaller()
    const { items, remaining } = await batch(
      key,
      times(20, (at) => shortLink(at)),
    )
    expect(items).toEqual(times(20, titled))
    expect(callsTo('resolution').map(({ urls }) => urls?.length)).toEqual([20])
    expect(callsTo('link')).toEqual([])
    expect(remaining).toBe(980)
  })

  test.each(['none', 'full'])(
    'resolves 100 short links with five calls to the Resolution API, with details %s',
    async (details) => {
      simulator.latencyMs = 20
      const { key } = await newCaller()
      const { items } = await batch(
        key,
        times(100, (at) => shortLink(at, details)),
      )
      expect(items.map(([status]) => status)).toEqual(Array(100).fill(200))
      expect(callsTo('resolution').map(({ urls }) => urls?.length)).toEqual(Array(5).fill(20))
    },
  )

  test('shares a limit of 16 parallel lookups with the caller’s other batches, and all items get results', async () => {
    simulator.latencyMs = 20
    // The first 16 lookups overlap.
    simulator.script({ times: 16, delayMs: 1_000 })
    const { key } = await newCaller()
    const all = await Promise.all(
      times(3, (of) =>
        batch(
          key,
          times(100, (at) => placeId(100 * of + at)),
        ),
      ),
    )
    expect(all.flatMap(({ items }) => items)).toEqual(times(300, titled))
    expect(simulator.maxAtOnce).toBe(16)
  })

  test('does not make another caller wait until it is finished', async () => {
    simulator.latencyMs = 100
    const [busy, other] = [await newCaller(), await newCaller()]
    const batches = Promise.all(
      times(2, (of) =>
        batch(
          busy.key,
          times(100, (at) => placeId(100 * of + at)),
        ),
      ),
    )
    await expect.poll(() => simulator.calls.length).toBeGreaterThan(0)
    const single = await batch(other.key, [placeId(900), placeId(901)])
    expect(single.items).toEqual([titled(900), titled(901)])
    expect(callsTo('details').length).toBeLessThan(150)
    for (const { items } of await batches) expect(new Set(items.map(([status]) => status))).toEqual(new Set([200]))
  })

  test('calls Google once for 30 lookups of the same listing and counts all 30', async () => {
    simulator.latencyMs = 50
    const { account, key } = await newCaller()
    const { items } = await batch(
      key,
      times(30, () => placeId(7)),
    )
    expect(items).toEqual(times(30, () => titled(7)))
    expect(simulator.calls).toHaveLength(1)
    expect(await currentUsage(account)).toMatchObject({ used: 30 })
  })
})

describe('a batch with failing items', () => {
  test('returns the other items, refunds the failed items, and counts each as a failure of its operation', async () => {
    const { account, key } = await newCaller()
    simulator.script({
      upstream: 'details',
      placeId: numberedListing(2).placeId,
      answer: { status: 503, headers: {}, body: '' },
    })
    const { items, remaining } = await batch(key, [
      shortLink(1),
      { operation: 'convert', cid: '0xABC' },
      shortLink(2),
      { operation: 'resolve', url: sim('dead') },
      { operation: 'search', name: 'Trevi Fountain', country: 'IT' },
      { operation: 'resolve', url: 'https://example.com' },
      { operation: 'convert', cid: 'nothing' },
      { operation: 'resolve', url: landmark.placeId },
    ])
    expect(items.map(([status]) => status)).toEqual([200, 200, 500, 404, 200, 400, 400, 200])
    expect(remaining).toBe(996)
    const { used, operations } = await currentUsage(account)
    expect(used).toBe(4)
    expect(operations).toEqual([
      { operation: 'resolve', ok: 2, failed: 3, rejected: 0 },
      { operation: 'search', ok: 1, failed: 0, rejected: 0 },
      { operation: 'convert', ok: 1, failed: 1, rejected: 0 },
    ])
    // Google was called for two of the failed items.
    const counts = await readCounts(account, monthOf(Date.now()))
    expect(Object.entries(counts).find(([field]) => field.endsWith(':failing'))?.[1]).toBe(2)
  })

  test('responds if Google hangs on some items, with results for all others', async () => {
    shortDeadline()
    const { account, key } = await newCaller()
    for (const number of [3, 8]) {
      simulator.script({ upstream: 'details', placeId: numberedListing(number).placeId, transport: 'hang' })
    }
    const { items, remaining } = await batch(
      key,
      times(60, (at) => placeId(at)),
    )
    const failed = [500, 'upstream_unavailable']
    expect(items).toEqual(times(60, (at) => (at === 3 || at === 8 ? failed : titled(at))))
    expect(remaining).toBe(942)
    expect(await currentUsage(account)).toMatchObject({ used: 58 })
  })

  test('responds if Google hangs on every lookup, and never sends the lookups still queued', async () => {
    shortDeadline()
    const { account, key } = await newCaller()
    simulator.script({ transport: 'hang' })
    const { status, items } = await batch(key, [...times(99, (at) => placeId(at)), { operation: 'convert', cid: '1' }])
    expect([status, items.map(([status]) => status)]).toEqual([200, [...Array(99).fill(500), 200]])
    // If lookups waited for other lookups' deadlines, there would be more calls.
    expect(simulator.calls.length).toBeLessThanOrEqual(16)
    expect(await currentUsage(account)).toMatchObject({ used: 1 })
  })
})

test('a batch whose caller leaves aborts its calls to Google, starts no more, and refunds items without a result', async () => {
  const { account, key } = await newCaller()
  simulator.script({ skip: 5, transport: 'hang' })
  const leaver = new AbortController()
  const leaves = batch(
    key,
    times(100, (at) => placeId(at)),
    leaver.signal,
  )
  const open = () => simulator.calls.filter(({ state }) => state === 'open')
  // A batch sends 16 at once: five have succeeded, and no more are sent until one of the calls in flight ends.
  await expect.poll(() => open().length).toBe(16)
  leaver.abort()
  await leaves
  expect(simulator.calls.length).toBe(21)
  await expect.poll(async () => (await currentUsage(account)).used).toBe(5)
  expect(open()).toEqual([])
})

test('batches cause no Node.js warnings, e.g. about leaked listeners', () => {
  expect(warned.mock.calls).toEqual([])
})
