import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createExpander, type ExpanderParts, linkExpander } from '@/server/links/expand/expander'
import { createFetchHop } from '@/server/links/expand/fetch-hop'
import { createLinkMemory, type LinkMemory } from '@/server/links/expand/link-memory'
import { gatewayAgent } from '@/server/links/expand/pinned-agent'
import { readReference } from '@/server/links/read-reference'
import { store } from '@/server/store/store'
import { createUpstream } from '@/server/upstream/policy'
import { withStore } from '../access/environment'
import { redirectTricks } from '../upstream/links/tricks'
import { landmark } from '../upstream/listings'
import { startSimulator } from '../upstream/simulator'

const simulator = await startSimulator()
withStore({ LINK_GATEWAY_URL: simulator.linksUrl })
const agent = gatewayAgent()

beforeEach(async () => {
  simulator.reset()
  await (await store()).redis.flushdb()
})

afterAll(async () => {
  await agent.destroy()
  await simulator.stop()
})

const memory = createLinkMemory(async () => (await store()).redis)

/** The production parts, but for a chain that need not wait as long. */
function expander(more: Partial<ExpanderParts> = {}) {
  return createExpander({
    fetchHop: createFetchHop(agent, simulator.linksUrl),
    timeoutMs: 5_000,
    pauseMs: 0,
    memory,
    upstream: (work, signal) => work(signal),
    shareFlight: (_, work, signal) => work(signal),
    ...more,
  })
}

/** Expands what a person pasted. */
function expand(pasted: string, more: Partial<ExpanderParts> = {}, signal = new AbortController().signal) {
  const reference = readReference(pasted)
  if (reference.kind !== 'short_link') throw new Error(`${pasted} is no short link`)
  return expander(more).expand(reference.link, signal)
}

const sim = (code: string) => `https://maps.app.goo.gl/sim-${code}`
const theLandmark = { kind: 'listing', reference: { cid: landmark.cid } }
const asked = () => simulator.calls.map(({ link }) => link)

describe('a short link', () => {
  test.each([
    ['shared from a phone', 'mobile', 1],
    ['shared from a computer', `place-${landmark.cid}`, 1],
    ['behind a consent page', 'consent', 1],
    ['behind a consent page, encoded once more', 'consent-twice', 1],
    ['behind a consent page of another country', 'consent-country', 1],
    ['in a review', 'review', 1],
    ['on the page for desktop browsers', 'desktop', 1],
    ['on the page for robots', 'crawler', 1],
    ['at the third hop', 'hops-3', 3],
    ['at the last hop', 'hops-5', 5],
    ['in front of 10 MB that nobody reads', 'big-redirect', 1],
    ['in front of a body that drips', 'drip-redirect', 1],
    ['behind a block page', 'sorry-named', 1],
    ['not found the first time', 'flaky', 2],
  ])('gives the listing %s', async (_, code, calls) => {
    expect(await expand(sim(code))).toMatchObject(theLandmark)
    expect(asked()).toHaveLength(calls)
    // The page behind is never asked for.
    expect(simulator.calls.every(({ host }) => host === 'maps.app.goo.gl' || host === 'goo.gl')).toBe(true)
  })

  test('of goo.gl and of a Business Profile gives it, too', async () => {
    expect(await expand(`https://goo.gl/maps/sim-cid-${landmark.cid}`)).toMatchObject(theLandmark)
    expect(await expand(`https://g.page/sim-cid-${landmark.cid}?share`)).toMatchObject(theLandmark)
  })

  test('that leads to a name only gives the name', async () => {
    const name = { kind: 'name', name: landmark.title, location: null }
    expect(await expand(`https://share.google/sim-cid-${landmark.cid}`)).toEqual(name)
    expect(await expand(`https://www.google.com/share.google?q=sim-consent`)).toEqual(name)
    expect(await expand(`https://g.co/kgs/sim-cid-${landmark.cid}`)).toEqual(name)
    expect(await expand(`https://g.page/sim-name-${landmark.cid}`)).toEqual(name)
    const { latitude, longitude } = landmark.pin ?? { latitude: 0, longitude: 0 }
    expect(await expand(`https://g.page/sim-camera-${landmark.cid}`)).toEqual({
      ...name,
      location: { lat: latitude, lng: longitude },
    })
  })

  test('is asked without cookies, keys or a referrer', async () => {
    await expand(sim('hops-2'))
    for (const { method, headers } of simulator.calls) {
      expect(method).toBe('GET')
      expect(Object.keys(headers).sort()).toEqual(['accept', 'connection', 'host', 'user-agent'])
    }
  })
})

describe('a short link that gives no listing', () => {
  test.each(['pin', 'view', 'search', 'route', 'home'])('is told what it leads to instead: sim-%s', async (code) => {
    await expect(expand(sim(code))).rejects.toMatchObject({ code: 'no_listing_in_link' })
    expect(asked()).toHaveLength(1)
  })

  test.each([
    ['listing_not_found', sim('dead'), 2],
    ['listing_not_found', 'https://goo.gl/maps/sim-gone', 1],
    ['upstream_blocked', sim('429'), 1],
    ['upstream_blocked', sim('sorry'), 1],
    ['upstream_blocked', 'https://share.google/sim-sorry', 2],
    ['link_unreachable', sim('403'), 1],
    ['link_unreachable', sim('500'), 1],
    ['link_unreachable', sim('503'), 1],
    ['link_unreachable', sim('status-300'), 1],
    ['link_unreachable', sim('status-304'), 1],
    ['link_unreachable', sim('status-305'), 1],
    ['link_unreachable', sim('self'), 1],
    ['link_unreachable', sim('loop'), 2],
    ['link_unreachable', sim('endless'), 5],
    ['link_unreachable', sim('hops-6'), 5],
    ['link_unreachable', sim('no-location'), 1],
    ['link_unreachable', sim('empty-location'), 1],
    ['link_unreachable', sim('page'), 1],
    ['link_unreachable', sim('consent-evil'), 1],
    ['link_unreachable', sim('desktop-evil'), 1],
    ['link_unreachable', 'https://share.google/sim-elsewhere', 2],
    ['link_unreachable', 'https://share.google/sim-unknown', 2],
    ['link_unreachable', sim('reset'), 1],
    ['link_unreachable', sim('not-http'), 1],
    ['link_unreachable', sim('reset-body'), 1],
    ['link_unreachable', sim('cut'), 1],
    ['link_unreachable', sim('truncated'), 1],
    ['link_unreachable', sim('big'), 1],
    ['link_unreachable', sim('gzip-bomb'), 1],
  ])('is %s: %s', async (code, link, calls) => {
    await expect(expand(link)).rejects.toMatchObject({
      code,
      message: expect.not.stringMatching(/sim-|evil|recipes|traffic|ECONN|127\.0\.0\.1|\d{3}/),
    })
    expect(asked()).toHaveLength(calls)
  })

  test.each(['slow', 'hang', 'drip', 'drip-headers'])('in time is given up on, and let go of: sim-%s', async (code) => {
    const started = performance.now()
    const upstream = createUpstream({ name: 'test', concurrency: 1, queue: 0, timeoutMs: 250 })
    await expect(expand(sim(code), { upstream })).rejects.toMatchObject({ code: 'link_unreachable' })
    expect(performance.now() - started).toBeLessThan(2_000)
    await expect.poll(() => simulator.calls.map(({ tookMs }) => tookMs)).not.toContain(null)
  })

  test('because the caller has gone is let go of', async () => {
    const caller = new AbortController()
    const expanding = expand(sim('hang'), {}, caller.signal)
    await expect.poll(asked).toHaveLength(1)
    caller.abort(new Error('the caller left'))
    await expect(expanding).rejects.toThrow('the caller left')
    await expect.poll(() => simulator.calls[0]?.tookMs).not.toBe(null)
  })
})

describe('a redirect that must not be followed', () => {
  // A path of the same host is a link like any other, and there is none.
  const tricks = redirectTricks.filter(({ name }) => name !== 'relative')

  test.each(tricks)('$name: $location', async ({ name }) => {
    const code = 'link_unreachable'
    await expect(expand(sim(`to-${name}`))).rejects.toMatchObject({ code })
    expect(asked()).toEqual([`maps.app.goo.gl/sim-to-${name}`])
  })

  test('relative: stays on its host', async () => {
    await expect(expand(sim('to-relative'))).rejects.toMatchObject({ code: 'listing_not_found' })
    expect(new Set(simulator.calls.map(({ host }) => host))).toEqual(new Set(['maps.app.goo.gl']))
  })
})

describe('what a short link stands for', () => {
  const secondsKept = async (key: string) => (await store()).redis.ttl(key)

  test('is kept for 30 days under its code alone, whatever hangs on to the link', async () => {
    for (const pasted of [
      sim('mobile?g_st=ic'),
      sim('mobile?g_st=com.google.maps.preview.copy&g_st=iw'),
      sim('mobile</a>'),
    ]) {
      expect(await expand(pasted)).toMatchObject(theLandmark)
    }
    expect(asked()).toHaveLength(1)
    expect(await (await store()).redis.keys('*')).toEqual(['link:maps.app.goo.gl/sim-mobile'])
    const days = (await secondsKept('link:maps.app.goo.gl/sim-mobile')) / (24 * 60 * 60)
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThanOrEqual(30)
  })

  test('is another link in another case', async () => {
    await expand(sim('mobile'))
    await expect(expand('https://maps.app.goo.gl/SIM-mobile')).rejects.toMatchObject({ code: 'listing_not_found' })
    expect(await expand(sim('mobile'))).toMatchObject(theLandmark)
  })

  test('is kept for minutes only where the link is dead, and not at all where it could not be followed', async () => {
    await expect(expand(sim('dead'))).rejects.toMatchObject({ code: 'listing_not_found' })
    const seconds = await secondsKept('link:maps.app.goo.gl/sim-dead')
    expect(seconds).toBeGreaterThan(60)
    expect(seconds).toBeLessThanOrEqual(10 * 60)
    await expect(expand(sim('503-once'))).rejects.toMatchObject({ code: 'link_unreachable' })
    await expect(expand(sim('reset-once'))).rejects.toMatchObject({ code: 'link_unreachable' })
    expect(await expand(sim('503-once'))).toMatchObject(theLandmark)
    expect(await expand(sim('reset-once'))).toMatchObject(theLandmark)
  })

  test.each(['nonsense', '17', '{"target":5}', '{"cid":"1"}', 'null'])(
    'is asked for where the store holds %s',
    async (entry) => {
      const { redis } = await store()
      await redis.set('link:maps.app.goo.gl/sim-mobile', entry)
      expect(await expand(sim('mobile'))).toMatchObject(theLandmark)
      expect(asked()).toHaveLength(1)
    },
  )

  test('does not depend on a store that answers', async () => {
    const broken: LinkMemory = createLinkMemory(() => Promise.reject(new Error('no store')))
    expect(await expand(sim('mobile'), { memory: broken })).toMatchObject(theLandmark)
    const failing = { get: () => Promise.reject(new Error('down')), set: () => Promise.reject(new Error('down')) }
    const down = createLinkMemory(async () => failing)
    expect(await expand(sim('mobile'), { memory: down })).toMatchObject(theLandmark)
    expect(asked()).toHaveLength(2)
  })
})

describe('the expander of this process', () => {
  const never = new AbortController().signal
  const follow = (code: string) => linkExpander().expand({ host: 'maps.app.goo.gl', path: `sim-${code}` }, never)

  test('goes through the gateway of the environment and remembers', async () => {
    expect(await follow('hops-2')).toMatchObject(theLandmark)
    expect(await follow('hops-2')).toMatchObject(theLandmark)
    expect(asked()).toEqual(['maps.app.goo.gl/sim-hops-2', 'goo.gl/maps/sim-hops-1'])
  })

  test('tries once more where the host fails, never where it refuses', async () => {
    expect(await follow('503-once')).toMatchObject(theLandmark)
    expect(await follow('reset-once')).toMatchObject(theLandmark)
    expect(asked()).toHaveLength(4)
    for (const code of ['403', '429']) await expect(follow(code)).rejects.toThrow()
    expect(asked()).toHaveLength(6)
  })

  test('follows a link once for a thousand callers', async () => {
    simulator.latencyMs = 50
    const all = await Promise.all(Array.from({ length: 1_000 }, () => follow('mobile')))
    for (const one of all) expect(one).toMatchObject(theLandmark)
    expect(asked()).toHaveLength(1)
  })

  test('stops asking where most links fail; links that are no good in themselves do not make it stop', async () => {
    const more = { upstream: createUpstream({ name: 'test', concurrency: 1, queue: 0, timeoutMs: 5_000 }) }
    for (const code of [
      'to-port',
      'page',
      'dead',
      'pin',
      'loop',
      'endless',
      'consent-evil',
      'no-location',
      'to-file',
    ]) {
      await expect(expand(sim(code), more)).rejects.toThrow()
    }
    expect(await expand(sim('mobile'), more)).toMatchObject(theLandmark)
    for (let turn = 0; turn < 20; turn++) await expect(expand(sim('403'), more)).rejects.toThrow()
    const before = asked().length
    await expect(expand(sim('desktop'), more)).rejects.toMatchObject({ code: 'upstream_unavailable' })
    expect(asked()).toHaveLength(before)
  })
})
