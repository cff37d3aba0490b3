import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Expander } from '@/server/places/links/expand/expander'
import { createFetchHop } from '@/server/places/links/expand/fetch-hop'
import { pinnedAgent } from '@/server/places/links/expand/pinned-agent'
import { createUpstream } from '@/server/places/upstream/policy'
import { createSingleFlight } from '@/server/places/upstream/single-flight'
import { specialLinks } from '../simulator/links/special'
import { redirectTricks } from '../simulator/links/tricks'
import { call } from './call'
import { expandersOn, sim } from './links'
import { placesForTests, special } from './places'

/** The time limit for a whole chain. Without it, a lookup would wait forever for a response that never comes. */
const timeoutMs = 800
process.env.LOG_LEVEL = 'silent'
const places = await placesForTests()
const { simulator } = places
const expanderWith = expandersOn(simulator)
let expander: Expander

// In this file, a link's target can be found only through its redirects.
vi.mock('@/server/places/sources/source', () => ({
  listingSource: () => ({ ...places.source, placeIdOfLink: async () => null }),
  sourceKind: () => 'places',
}))
// Each test has its own expander, because a circuit opened in one test would still be open in the next.
vi.mock('@/server/places/links/expand/expander', async (original) => ({
  ...(await original<object>()),
  linkExpander: () => expander,
}))
const upstream = () =>
  createUpstream({ name: 'Short links', slots: { concurrency: 64, queue: 256, perCaller: 64 }, timeoutMs })
beforeEach(() => {
  expander = expanderWith({ timeoutMs, upstream: upstream(), shareFlight: createSingleFlight() })
})

const statuses: Record<string, number> = {
  no_listing_in_link: 400,
  listing_not_found: 404,
  upstream_blocked: 500,
  link_unreachable: 500,
}

/** Words that only the link, its target pages, or the network would use. */
const upstreamWords = /sim-|evil|recipes|traffic|ECONN|127\.0\.0\.1|169\.254|Dynamic Link|captcha|\d{3}/

/** Expects the link to fail with this code, without being counted, and without any text from its target. */
async function expectFault(link: string, code: string): Promise<void> {
  const { status, body, remaining } = await call('resolve', { url: link })
  expect({ status, code: body.code }).toEqual({ status: statuses[code], code })
  expect(body.detail).not.toMatch(upstreamWords)
  expect(body.identifiers).toBeUndefined()
  expect(remaining).toBe(5)
}

/** The outcome and number of calls of each special link: the part after `sim-` or, on another host, the full link. */
const faults: ReadonlyArray<readonly [code: string, link: string, calls: number]> = [
  ['no_listing_in_link', 'pin', 1],
  ['no_listing_in_link', 'view', 1],
  ['no_listing_in_link', 'search', 1],
  ['no_listing_in_link', 'route', 1],
  ['no_listing_in_link', 'home', 1],
  // A name of 9,000 characters is not searched for.
  ['no_listing_in_link', 'long-location', 1],
  ['listing_not_found', 'dead', 2],
  ['listing_not_found', 'goo.gl/maps/sim-gone', 1],
  ['upstream_blocked', '429', 1],
  ['upstream_blocked', 'sorry', 1],
  ['upstream_blocked', 'share.google/sim-sorry', 2],
  ['link_unreachable', '403', 1],
  ['link_unreachable', '500', 2],
  ['link_unreachable', '503', 2],
  ['link_unreachable', 'status-300', 1],
  ['link_unreachable', 'status-304', 1],
  ['link_unreachable', 'status-305', 1],
  ['link_unreachable', 'self', 1],
  ['link_unreachable', 'loop', 2],
  ['link_unreachable', 'loop-back', 2],
  ['link_unreachable', 'endless', 5],
  ['link_unreachable', 'hops-6', 5],
  ['link_unreachable', 'no-location', 1],
  ['link_unreachable', 'empty-location', 1],
  ['link_unreachable', 'page', 1],
  ['link_unreachable', 'consent-evil', 1],
  ['link_unreachable', 'desktop-evil', 1],
  ['link_unreachable', 'share.google/sim-elsewhere', 2],
  ['link_unreachable', 'share.google/sim-unknown', 2],
  ['link_unreachable', 'slow', 1],
  ['link_unreachable', 'hang', 1],
  ['link_unreachable', 'drip', 1],
  ['link_unreachable', 'drip-headers', 1],
  ['link_unreachable', 'reset', 2],
  ['link_unreachable', 'not-http', 2],
  ['link_unreachable', 'reset-body', 2],
  ['link_unreachable', 'cut', 2],
  ['link_unreachable', 'truncated', 1],
  ['link_unreachable', 'big', 1],
  ['link_unreachable', 'gzip-bomb', 1],
]

const linkOf = (link: string) => (link.includes('/') ? `https://${link}` : sim(link))

describe('a short link', () => {
  test.each(faults)('fails with %s (%s) after %i calls and is not counted', async (code, link, calls) => {
    await expectFault(linkOf(link), code)
    expect(simulator.calls).toHaveLength(calls)
    await expect.poll(() => simulator.calls.map(({ state }) => state)).not.toContain('open')
  })

  test('is tested with every failing special link in the simulator', () => {
    const gotOver = ['flaky', '503-once', 'reset-once', 'sorry-named', 'endless-<N>', 'big-redirect', 'drip-redirect']
    const here = new Set([...faults.map(([, link]) => linkOf(link)), ...gotOver.map(sim)])
    const all = [...specialLinks.failing, ...specialLinks.onTheWay].map(({ link }) => `https://${link}`)
    expect(all.filter((link) => !here.has(link))).toEqual([])
  })

  test.each(['flaky', '503-once', 'reset-once', 'sorry-named', 'big-redirect', 'drip-redirect'])(
    'returns 200 and is counted once despite a fault: %s',
    async (code) => {
      expect(await call('resolve', { url: sim(code) })).toMatchObject({ status: 200, remaining: 4 })
    },
  )

  test('is followed once, and its listing fetched once, for 1,000 callers at the same time', async () => {
    // This is long enough for all calls to arrive before the response.
    simulator.script({ upstream: 'details', delayMs: 4_000 })
    const all = await Promise.all(Array.from({ length: 1_000 }, () => call('resolve', { url: sim('mobile') })))
    expect(new Set(all.map(({ status, remaining }) => `${status} ${remaining}`))).toEqual(new Set(['200 4']))
    expect(simulator.calls.map(({ upstream }) => upstream)).toEqual(['link', 'details'])
  })

  test('returns 500 with its listing’s identifiers if Google fails after the link was followed', async () => {
    const { cid, placeId } = special(503)
    const { status, body, remaining } = await call('resolve', { url: sim(`cid-${cid}`) })
    expect({ ...body, status, remaining }).toMatchObject({
      status: 500,
      remaining: 5,
      code: 'upstream_unavailable',
      identifiers: { cid: `${cid}`, place_id: placeId },
    })
  })
})

describe('a redirect', () => {
  // A relative redirect may be followed, but the target does not exist.
  const tricks = redirectTricks.filter(({ name }) => name !== 'relative')

  test.each(tricks)('is not followed to $location ($name)', async ({ name }) => {
    await expectFault(sim(`to-${name}`), 'link_unreachable')
    expect(simulator.calls.map(({ link }) => link)).toEqual([`maps.app.goo.gl/sim-to-${name}`])
  })

  test('keeps its host if its address is relative', async () => {
    await expectFault(sim('to-relative'), 'listing_not_found')
    expect(new Set(simulator.calls.map(({ host }) => host))).toEqual(new Set(['maps.app.goo.gl']))
  })
})

describe('a link host that resolves to an address outside the public internet', () => {
  const connecting = 'undici:client:connectError'
  const refusals: string[] = []
  const note = (event: unknown) => refusals.push(String((event as { error: Error }).error.message))
  beforeEach(() => {
    refusals.length = 0
    subscribe(connecting, note)
    return () => void unsubscribe(connecting, note)
  })

  test.each([
    '127.0.0.1',
    '::1',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::a00:1',
    '2002:a00:1::1',
    // No resolver returns this, but a socket would read it as 127.0.0.1.
    '2130706433',
  ])('is never connected to: %s', async (address) => {
    const resolveHost = vi.fn(async () => [{ address, family: address.includes(':') ? 6 : 4 }])
    const agent = pinnedAgent(resolveHost)
    expander = expanderWith({ timeoutMs, upstream: upstream(), fetchHop: createFetchHop(agent, undefined) })
    await expectFault(sim('mobile'), 'link_unreachable')
    expect(resolveHost).toHaveBeenCalledWith('maps.app.goo.gl')
    // Every failed connection causes two errors. Both say that no connection was made.
    expect(refusals).toEqual(Array(2).fill(expect.stringContaining('outside the public internet')))
    await agent.destroy()
  })
})
