import { describe, expect, test } from 'vitest'
import { landmark } from '../simulator/listings'
import { linksForTests, sim, theLandmark } from './links'

const { simulator, expand, requests } = await linksForTests()

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
  ])('points to the listing %s', async (_, code, calls) => {
    expect(await expand(sim(code))).toMatchObject(theLandmark)
    expect(requests()).toHaveLength(calls)
    // The link's target page is never requested.
    expect(simulator.calls.every(({ host }) => host === 'maps.app.goo.gl' || host === 'goo.gl')).toBe(true)
  })

  test('also points to the listing if it is from goo.gl or a Business Profile', async () => {
    expect(await expand(`https://goo.gl/maps/sim-cid-${landmark.cid}`)).toMatchObject(theLandmark)
    expect(await expand(`https://g.page/sim-cid-${landmark.cid}?share`)).toMatchObject(theLandmark)
  })

  test('returns a name, and its location if there is one, if it points only to a name', async () => {
    const name = { kind: 'name', name: landmark.title, location: null, kgId: '/g/11simulated' }
    expect(await expand(`https://share.google/sim-cid-${landmark.cid}`)).toEqual(name)
    expect(await expand(`https://www.google.com/share.google?q=sim-consent`)).toEqual(name)
    expect(await expand(`https://g.co/kgs/sim-cid-${landmark.cid}`)).toEqual(name)
    expect(await expand(`https://g.page/sim-name-${landmark.cid}`)).toEqual({ ...name, kgId: null })
    const { latitude, longitude } = landmark.pin ?? { latitude: 0, longitude: 0 }
    expect(await expand(`https://g.page/sim-camera-${landmark.cid}`)).toEqual({
      ...name,
      kgId: null,
      location: { latitude, longitude },
    })
  })

  test('is followed without cookies, keys, or a referrer', async () => {
    await expand(sim('hops-2'))
    for (const { method, headers } of simulator.calls) {
      expect(method).toBe('GET')
      expect(Object.keys(headers).sort()).toEqual(['accept', 'connection', 'host', 'user-agent'])
    }
  })
})
