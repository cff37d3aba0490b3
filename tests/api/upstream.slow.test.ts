import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { placeIdOf } from '@/server/places/identifiers/feature-id'
import { landmark } from '../simulator/listings'
import { type Simulator, startSimulator } from '../simulator/simulator'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'
import { call, newVisitor } from './call'

const dataDir = mkdtempSync(join(tmpdir(), 'pinref-upstream-'))
let simulator: Simulator
let app: App

beforeAll(async () => {
  simulator = await startSimulator()
  app = await startApp('node', {
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: '1',
    GOOGLE_MAPS_API_KEY: simulator.apiKey,
    GOOGLE_PLACES_URL: simulator.placesUrl,
    GOOGLE_LEGACY_PLACES_URL: simulator.legacyUrl,
    GOOGLE_MAPSTOOLS_URL: simulator.mapstoolsUrl,
    LINK_GATEWAY_URL: simulator.linksUrl,
  })
})
afterAll(async () => {
  await app.stop()
  await simulator.stop()
  removeFolder(dataDir)
})

/** Resolves as a new visitor. Also returns what remains of the quota of 5. */
async function resolve(link: string) {
  const visitor = newVisitor()
  const { status, headers, body } = await call(app.url, 'resolve', { url: link }, { visitor })
  const remaining = Number(headers.get('x-ratelimit-remaining'))
  return { status, body, remaining }
}

describe('with a Google key', () => {
  test.each([
    ['a place id', landmark.placeId],
    ['a CID', `${landmark.cid}`],
    ['a place id that is stale', placeIdOf({ cell: 99n, cid: landmark.cid })],
    ['a share link', `https://maps.app.goo.gl/sim-cid-${landmark.cid}?g_st=ic`],
    ['a share link over four hops', 'https://maps.app.goo.gl/sim-hops-4'],
    ['a share link with a page for desktops', 'https://maps.app.goo.gl/sim-desktop'],
    ['a share link behind a consent page', 'https://maps.app.goo.gl/sim-consent'],
    ['a legacy short link', `https://goo.gl/maps/sim-cid-${landmark.cid}`],
    ['a share.google link that gives a name', `https://share.google/sim-cid-${landmark.cid}`],
    ['a g.page link with a name', `https://g.page/sim-name-${landmark.cid}`],
  ])('%s resolves to the listing with its rating, and is counted once', async (_, link) => {
    const { status, body, remaining } = await resolve(link)
    expect({ ...body, status }).toMatchObject({
      status: 200,
      title: 'Trevi Fountain',
      cid: `${landmark.cid}`,
      place_id: landmark.placeId,
      rating: '4.8',
      reviews_count: 411760,
    })
    expect(remaining).toBe(4)
  })

  test.each([
    ['maps.app.goo.gl/sim-pin', 400, 'no_listing_in_link'],
    ['maps.app.goo.gl/sim-view', 400, 'no_listing_in_link'],
    ['share.google/sim-no-match', 400, 'no_listing_in_link'],
    ['share.google/sim-twins', 400, 'no_listing_in_link'],
    ['share.google/sim-address', 400, 'no_listing_in_link'],
    ['maps.app.goo.gl/sim-dead', 404, 'listing_not_found'],
    ['goo.gl/maps/sim-gone', 404, 'listing_not_found'],
    ['maps.app.goo.gl/sim-loop', 500, 'link_unreachable'],
    ['maps.app.goo.gl/sim-endless', 500, 'link_unreachable'],
    ['maps.app.goo.gl/sim-big', 500, 'link_unreachable'],
    ['maps.app.goo.gl/sim-to-metadata', 500, 'link_unreachable'],
    ['maps.app.goo.gl/sim-hang', 500, 'link_unreachable'],
    ['maps.app.goo.gl/sim-sorry', 500, 'upstream_blocked'],
  ])('%s returns %i %s and is not counted', async (link, status, code) => {
    const answer = await resolve(`https://${link}`)
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code })
    expect(answer.remaining).toBe(5)
    expect(answer.body.detail).not.toMatch(/Dynamic Link|unusual traffic|127\.0\.0\.1|169\.254/)
  })

  test.each([
    ['none', { title: null, rating: null, listing_status: 'unchecked' }, []],
    ['checked', { title: null, rating: null, listing_status: 'listed' }, ['id,movedPlaceId']],
  ])(
    'a lookup with details %s makes no billable call to Google, and is counted once',
    async (details, listing, masks) => {
      const callsBefore = simulator.calls.length
      const visitor = newVisitor()
      const body = { url: landmark.placeId, details }
      const answer = await call(app.url, 'resolve', body, { visitor })
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({ place_id: landmark.placeId, ...listing, rate_limit: { remaining: 4 } })
      expect(simulator.calls.slice(callsBefore).map(({ headers }) => headers['x-goog-fieldmask'])).toEqual(masks)
    },
  )

  test('the bulk page shows which lookups are free, but not the operator’s cost for a lookup', async () => {
    const page = await (await fetch(`${app.url}/bulk`)).text()
    // React's own inline data also has numbers with a dollar sign.
    const shown = page.replaceAll(/<script\b.*?<\/script>/gs, '')
    expect(shown).toContain('Names, ratings, and short links need lookups')
    expect(shown).not.toMatch(/Costs|\$20/)
  })

  test('search returns listings with verified CIDs, and nothing for an unknown name', async () => {
    const { status, body } = await call(app.url, 'search', { name: 'Trevi Fountain', country: 'IT' })
    expect(status).toBe(200)
    expect(body.results[0]).toMatchObject({ title: 'Trevi Fountain', cid: `${landmark.cid}`, rating: '4.8' })
    expect(await call(app.url, 'search', { name: 'nothing of that name' })).toMatchObject({ body: { results: [] } })
  })

  test('readiness reports status, store, and source, but nothing about calls to Google', async () => {
    const ready = await fetch(`${app.url}/api/health/ready`)
    expect(await ready.json()).toEqual({ status: 'ok', store: 'ok', source: 'places' })
  })
})
