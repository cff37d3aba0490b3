import { describe, expect, test, vi } from 'vitest'
import type { RememberedLink } from '@/server/places/links/expand/expander'
import { createExpander, type ExpanderParts, type PlaceIdOfLink } from '@/server/places/links/expand/expander'
import type { HopAnswer } from '@/server/places/links/expand/fetch-hop'
import { healthAfter, UpstreamFailure } from '@/server/places/upstream/failure'
import { createUpstream } from '@/server/places/upstream/policy'
import { createSingleFlight } from '@/server/places/upstream/single-flight'
import { lookupOf } from '../../../support/lookup'

const link = { host: 'maps.app.goo.gl', path: 'abc' }
const place = 'https://www.google.com/maps/place/bauMax/data=!4m2!3m1!1s0x470b93a27e4781c5:0xeca4ac5483aa4dd2'
const bauMax = { kind: 'listing', reference: { cid: 0xeca4ac5483aa4dd2n } }
const to = (location: string): HopAnswer => ({ status: 302, location, page: null })
const never = new AbortController().signal

/** Makes an expander over a network with a single response. `seen` shows its requests and its memory. */
function expanderOver(
  answer: () => HopAnswer | Promise<HopAnswer>,
  more: Partial<ExpanderParts> = {},
  placeIdOfLink: PlaceIdOfLink = async () => null,
) {
  const seen = { hops: 0, chains: 0, failures: 0, memory: new Map<string, RememberedLink>() }
  const { expand } = createExpander({
    fetchHop: async () => {
      seen.hops++
      return answer()
    },
    timeoutMs: 5_000,
    pauseMs: 0,
    memory: {
      recall: async ({ host, path }) => seen.memory.get(`${host}/${path}`) ?? null,
      remember: async ({ host, path }, remembered) => {
        seen.memory.set(`${host}/${path}`, remembered)
      },
    },
    upstream: async (work, lookup) => {
      seen.chains++
      return work(lookup, (step) => step()).catch((error: unknown) => {
        if (healthAfter(error) === 'bad') seen.failures++
        throw error
      })
    },
    shareFlight: (_, work, lookup) => work(lookup),
    ...more,
  })
  return { seen, expand: (signal = never) => expand(link, placeIdOfLink, lookupOf({ signal })) }
}

describe('a short link', () => {
  test('is followed once and then served from memory', async () => {
    const { seen, expand } = expanderOver(() => to(place))
    expect(await expand()).toMatchObject(bauMax)
    expect(seen.memory.get('maps.app.goo.gl/abc')).toEqual({ target: place })
    expect(await expand()).toMatchObject(bauMax)
    expect(seen).toMatchObject({ hops: 1, chains: 1 })
  })

  test('is not followed if its place id is known, and is remembered with it', async () => {
    const placeId = 'ChIJ3S-JXmauEmsRUcIaWtf4MzE'
    const readPlaceId = vi.fn(async () => placeId)
    const { seen, expand } = expanderOver(() => to(place), {}, readPlaceId)
    const operaHouse = { cid: 3545450935484072529n, placeId, title: null, kgId: null }
    expect(await expand()).toMatchObject({ kind: 'listing', reference: operaHouse })
    expect(seen.memory.get('maps.app.goo.gl/abc')).toEqual({ placeId })
    expect(await expand()).toMatchObject({ kind: 'listing', reference: operaHouse })
    expect(seen).toMatchObject({ hops: 0, chains: 0 })
    expect(readPlaceId).toHaveBeenCalledOnce()
  })

  test('is not followed if the caller leaves while its place id is looked up', async () => {
    const gone = new Error('left')
    const { seen, expand } = expanderOver(
      () => to(place),
      {},
      async () => {
        throw gone
      },
    )
    await expect(expand()).rejects.toBe(gone)
    expect(seen.hops).toBe(0)
  })

  test('is followed once if it points to just a name, and the name is remembered', async () => {
    const { seen, expand } = expanderOver(() => to('https://www.google.com/search?q=Joe%27s+Diner&kgmid=/g/11x8cdnxp8'))
    const name = { kind: 'name', name: "Joe's Diner", location: null, kgId: '/g/11x8cdnxp8' }
    expect([await expand(), await expand()]).toEqual([name, name])
    expect(seen.hops).toBe(1)
  })

  test.each([
    { target: '' },
    { target: 'nonsense' },
    { target: 'https://maps.app.goo.gl/other' },
    { target: 'https://www.google.com/sorry/index' },
    { placeId: 'nonsense' },
    { placeId: 'ChIJAAAAAAAAAAARAAAAAAAAAAA' },
  ])('is followed again if the stored target is %j, which points to nothing', async (remembered) => {
    const { seen, expand } = expanderOver(() => to(place))
    seen.memory.set('maps.app.goo.gl/abc', remembered)
    expect(await expand()).toMatchObject(bauMax)
    expect(seen.memory.get('maps.app.goo.gl/abc')).toEqual({ target: place })
  })
})

describe('a short link that yields no listing', () => {
  test('returns an error that says what it points to, and is followed only once', async () => {
    const { seen, expand } = expanderOver(() => to('https://maps.google.com/?q=50.08,14.42'))
    const pin = { code: 'no_listing_in_link', message: expect.stringContaining('coordinates') }
    await expect(expand()).rejects.toMatchObject(pin)
    await expect(expand()).rejects.toMatchObject(pin)
    expect(seen).toMatchObject({ hops: 1, failures: 0 })
  })

  test('is remembered if it is dead, and is not an upstream failure', async () => {
    const { seen, expand } = expanderOver(() => ({ status: 404, location: null, page: null }))
    await expect(expand()).rejects.toMatchObject({ code: 'listing_not_found' })
    await expect(expand()).rejects.toMatchObject({ code: 'listing_not_found' })
    expect(seen).toMatchObject({ hops: 2, failures: 0, memory: new Map([['maps.app.goo.gl/abc', { target: null }]]) })
  })

  test.each([
    ['elsewhere', to('https://evil.example/')],
    ['nowhere', { status: 200, location: null, page: '<p>' }],
  ])('is unreachable if it leads %s, but is not an upstream failure', async (_, answer) => {
    const { seen, expand } = expanderOver(() => answer)
    await expect(expand()).rejects.toMatchObject({
      code: 'link_unreachable',
      message: expect.not.stringContaining('evil'),
    })
    expect(seen).toMatchObject({ failures: 0, memory: new Map() })
  })

  test.each([
    ['upstream_blocked', () => ({ status: 429, location: null, page: null })],
    ['link_unreachable', () => ({ status: 503, location: null, page: null })],
    ['link_unreachable', () => Promise.reject(new UpstreamFailure('unreachable'))],
  ])('is followed again next time if the upstream failed (%s)', async (code, answer) => {
    const { seen, expand } = expanderOver(answer)
    await expect(expand()).rejects.toMatchObject({ code })
    await expect(expand()).rejects.toMatchObject({ code })
    expect(seen).toMatchObject({ chains: 2, failures: 2, memory: new Map() })
  })
})

describe('a chain that takes too long', () => {
  /** Like a real hop, it ends only when its signal aborts. */
  const hanging: ExpanderParts['fetchHop'] = (_, signal) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(new UpstreamFailure('unreachable'))))
  const upstreamOf = (timeoutMs: number) =>
    createUpstream({ name: 'test', slots: { concurrency: 1, queue: 1, perCaller: 1 }, timeoutMs })

  test('is abandoned after a shared time limit for all its hops', async () => {
    let hops = 0
    const { expand } = expanderOver(() => to(''), {
      upstream: upstreamOf(30),
      fetchHop: async (url, signal) => (++hops < 3 ? to(`https://goo.gl/maps/hop${hops}`) : hanging(url, signal)),
    })
    await expect(expand()).rejects.toMatchObject({ code: 'link_unreachable' })
    expect(hops).toBe(3)
  })

  test('is not an upstream failure if the caller left', async () => {
    const caller = new AbortController()
    const { seen, expand } = expanderOver(() => to(''), { fetchHop: hanging })
    const expanding = expand(caller.signal)
    setImmediate(() => caller.abort(new Error('the caller left')))
    await expect(expanding).rejects.toThrow('the caller left')
    expect(seen).toMatchObject({ chains: 1, failures: 0 })
  })

  test('makes further calls fail immediately once the queue is full', async () => {
    const caller = new AbortController()
    const { expand } = expanderOver(() => to(''), { upstream: upstreamOf(5_000), fetchHop: hanging })
    const waiting = [expand(caller.signal), expand(caller.signal)]
    await expect(expand()).rejects.toMatchObject({ code: 'upstream_unavailable' })
    caller.abort(new Error('the caller left'))
    for (const one of await Promise.allSettled(waiting)) expect(one).toMatchObject({ reason: { kind: 'left' } })
  })
})

describe('many callers with the same link', () => {
  test('share one chain and one result', async () => {
    let answer: (hop: HopAnswer) => void = () => {}
    const { seen, expand } = expanderOver(
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
      { shareFlight: createSingleFlight() },
    )
    const all = Promise.all(Array.from({ length: 100 }, () => expand(new AbortController().signal)))
    await expect.poll(() => seen.hops).toBe(1)
    answer(to(place))
    for (const one of await all) expect(one).toMatchObject(bauMax)
    expect(seen).toMatchObject({ hops: 1, chains: 1 })
  })
})
