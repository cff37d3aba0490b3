import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Expander } from '@/server/places/links/expand/expander'
import { createUpstream } from '@/server/places/upstream/policy'
import { createSingleFlight } from '@/server/places/upstream/single-flight'
import { readSpending } from '@/server/places/upstream/spending'
import { store } from '@/server/platform/store/store'
import { json } from '../simulator/answer'
import { landmark, numberedListing } from '../simulator/listings'
import { placesError } from '../simulator/places/errors'
import { refusedKeys } from '../simulator/places/keys'
import { notEnabled } from '../simulator/resolution/serve'
import { strangeLinks } from '../simulator/resolution/strange'
import type { Rule } from '../simulator/rules'
import { call } from './call'
import { expandersOn, sim } from './links'
import { placesForTests } from './places'

const deadlineMs = 3_000
process.env.UPSTREAM_DEADLINE_MS = String(deadlineMs)
const places = await placesForTests({ deadlineMs })
const { simulator } = places
const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
afterAll(() => log.mockRestore())
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
  const slots = { concurrency: 64, queue: 256, perCaller: 64 }
  const upstream = createUpstream({ name: 'Short links', slots, timeoutMs: 800 })
  expander = expanderWith({ timeoutMs: 800, upstream, shareFlight: createSingleFlight() })
})

const upstreams = () => simulator.calls.map(({ upstream }) => upstream)
const callsTo = (name: string) => upstreams().filter((upstream) => upstream === name).length
const linkTo = (number: number) => sim(`cid-${numberedListing(number).cid}`)
const theLandmark = { cid: `${landmark.cid}`, place_id: landmark.placeId, title: landmark.title }
const resolved = (url: string) => call('resolve', { url })

describe('a short link that the Resolution API knows', () => {
  test('is resolved without following its redirects and is counted once', async () => {
    const { status, remaining, body } = await resolved(sim(`cid-${landmark.cid}?g_st=ic`))
    expect({ ...body, status, remaining }).toMatchObject({ status: 200, remaining: 4, ...theLandmark, kg_id: null })
    expect(upstreams()).toEqual(['resolution', 'details'])
    const [request] = simulator.calls
    expect(request?.urls).toEqual([sim(`cid-${landmark.cid}`)])
    expect(request?.headers).toMatchObject({ 'x-goog-api-key': simulator.apiKey, 'content-type': 'application/json' })
    expect(request?.path).toBe('/v1:resolveMapsUrls')
    expect(await readSpending()).toMatchObject({ calls: { resolution: 1 }, billable: 1 })
  })

  test('is remembered for 30 days, with its place id only', async () => {
    await resolved(sim('mobile'))
    const { redis } = await store()
    const key = 'link:maps.app.goo.gl/sim-mobile'
    await expect.poll(() => redis.get(key)).toEqual({ placeId: landmark.placeId })
    expect((await redis.ttl(key)) / 86_400).toBeGreaterThan(29.9)
    expect(await resolved(sim('mobile'))).toMatchObject({ status: 200, body: theLandmark })
    expect(callsTo('resolution')).toBe(1)
  })

  test('is rejected if it points to a different listing from the identifiers next to it', async () => {
    const other = sim('as-other')
    expect(await resolved(`${other} https://maps.google.com/?cid=${numberedListing(7).cid}`)).toMatchObject({
      status: 200,
      body: { title: 'Numbered listing 7' },
    })
    expect(await resolved(`${other} https://maps.google.com/?cid=${landmark.cid}`)).toMatchObject({
      status: 400,
      remaining: 5,
      body: { code: 'no_listing_in_link' },
    })
    expect(callsTo('link')).toBe(0)
  })

  test('is resolved in the same way if it is from goo.gl or g.page and Google accepts it', async () => {
    simulator.resolution = 'every'
    expect(await resolved(`https://goo.gl/maps/sim-cid-${landmark.cid}`)).toMatchObject({ body: theLandmark })
    expect(await resolved(`https://g.page/sim-cid-${landmark.cid}`)).toMatchObject({ body: theLandmark })
    expect(upstreams()).toEqual(['resolution', 'details', 'resolution', 'details'])
  })
})

describe('links looked up at the same time', () => {
  test('cost at most three calls for 32 callers, and each caller gets its own listing', async () => {
    simulator.script({ upstream: 'resolution', delayMs: 100 })
    const all = await Promise.all(Array.from({ length: 32 }, (_, number) => resolved(linkTo(number))))
    expect(all.map(({ body }) => body.title)).toEqual(all.map((_, number) => `Numbered listing ${number}`))
    expect(callsTo('resolution')).toBeLessThanOrEqual(3)
    expect(callsTo('link')).toBe(0)
    for (const { urls } of simulator.calls) expect(urls?.length ?? 0).toBeLessThanOrEqual(20)
  })

  test('fail individually: a link without a listing does not affect the others', async () => {
    const links = [linkTo(1), sim('pin'), `https://share.google/sim-cid-${landmark.cid}`, sim('dead'), linkTo(2)]
    const all = await Promise.all(links.map(resolved))
    expect(all.map(({ status, remaining }) => `${status} ${remaining}`)).toEqual([
      '200 4',
      '400 5',
      '200 4',
      '404 5',
      '200 4',
    ])
    expect(all.map(({ body }) => body.code ?? body.title)).toEqual([
      'Numbered listing 1',
      'no_listing_in_link',
      landmark.title,
      'listing_not_found',
      'Numbered listing 2',
    ])
  })

  test('are still looked up for the other callers when one leaves', async () => {
    simulator.script({ upstream: 'resolution', delayMs: 200 })
    const leaver = new AbortController()
    const leaves = call('resolve', { url: linkTo(1) }, leaver.signal)
    const stays = resolved(linkTo(2))
    await expect.poll(() => callsTo('resolution')).toBeGreaterThan(0)
    leaver.abort()
    await leaves.catch(() => null)
    expect(await stays).toMatchObject({ status: 200, body: { title: 'Numbered listing 2' } })
  })
})

/** Faults that affect the whole call. After each fault, the redirects still point to the listing. */
const faults: ReadonlyArray<readonly [what: string, fault: Rule]> = [
  ['403, not enabled', { answer: notEnabled() }],
  ['403, denied', { answer: placesError('denied') }],
  ['400, malformed', { answer: json(400, { error: { code: 400, message: 'Bad.', status: 'INVALID_ARGUMENT' } }) }],
  ['404 with a page', { answer: { status: 404, headers: { 'content-type': 'text/html' }, body: '<html>' } }],
  ['429', { answer: placesError('minute_quota') }],
  ['429 with Retry-After', { answer: { status: 429, headers: { 'retry-after': '7' }, body: '' } }],
  ['429 per day', { answer: placesError('day_quota') }],
  ['500', { answer: placesError('internal') }],
  ['502 with a page', { answer: placesError('bad_gateway') }],
  ['503', { answer: placesError('unavailable') }],
  ['slow', { delayMs: 10_000 }],
  ['no answer', { transport: 'hang' }],
  ['a body that drips', { transport: 'drip' }],
  ['headers that drip', { transport: 'drip_headers' }],
  ['a reset', { transport: 'reset' }],
  ['a reset half way', { transport: 'reset_in_body' }],
  ['an end half way', { transport: 'cut_short' }],
  ['something else than HTTP', { transport: 'not_http' }],
  ['truncated JSON', { transport: 'truncate' }],
  ['10 MB', { transport: 'big' }],
  ['10 MB, packed', { transport: 'gzip_bomb' }],
  ['a page with 200', { answer: { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' } }],
  ['a redirect', { answer: { status: 302, headers: { location: 'https://evil.example/' }, body: '' } }],
  ['nothing', { answer: { status: 200, headers: {}, body: '' } }],
  ['null', { alter: () => null }],
  ['a list', { alter: () => [] }],
  ['an empty object', { alter: () => ({}) }],
  ['fewer entities than links', { alter: (answer) => ({ ...answer, entities: [] }) }],
  ['more entities than links', { alter: (answer) => ({ ...answer, entities: [{}, ...(answer.entities as [])] }) }],
  ['entities of a wrong type', { alter: (answer) => ({ ...answer, entities: { '0': {} } }) }],
  ['an entity that failed as well', { alter: (answer) => ({ ...answer, failedRequests: { '0': { code: 3 } } }) }],
]

describe('a Resolution API failure', () => {
  test.each(faults)(
    '%s: after one call, the redirects are followed, and the lookup is counted once',
    async (_, fault) => {
      simulator.script({ ...fault, upstream: 'resolution' })
      const { status, remaining, body } = await resolved(sim(`cid-${landmark.cid}`))
      expect({ ...body, status, remaining }).toMatchObject({ status: 200, remaining: 4, ...theLandmark })
      expect(upstreams()).toEqual(['resolution', 'link', 'details'])
    },
  )

  test.each(faults)(
    '%s, with a dead link: the link’s own error is returned, and the lookup is not counted',
    async (_, fault) => {
      simulator.script({ ...fault, upstream: 'resolution' })
      const { status, remaining, body } = await resolved(sim('page'))
      expect({ status, remaining, code: body.code }).toEqual({ status: 500, remaining: 5, code: 'link_unreachable' })
      expect(upstreams()).toEqual(['resolution', 'link'])
    },
  )

  test.each(strangeLinks.filter(({ link }) => !link.endsWith('other')))(
    '$says: the redirects are followed, and the lookup is counted once',
    async ({ link }) => {
      const { status, remaining, body } = await resolved(`https://${link}`)
      expect({ ...body, status, remaining }).toMatchObject({ status: 200, remaining: 4, ...theLandmark })
      expect(upstreams()).toEqual(['resolution', 'link', 'details'])
    },
  )

  test.each([...refusedKeys.keys()])(
    'the rejected key %s: the redirects are followed, and the error includes the CID',
    async (apiKey) => {
      places.source = places.sourceWith({ apiKey })
      const { body } = await resolved(sim(`cid-${landmark.cid}`))
      expect(body).toMatchObject({ code: 'upstream_unavailable', identifiers: { cid: `${landmark.cid}` } })
      expect(callsTo('resolution')).toBe(1)
      expect(callsTo('link')).toBe(1)
    },
  )
})
