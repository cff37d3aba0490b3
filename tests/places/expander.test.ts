import { describe, expect, test } from 'vitest'
import { linkExpander } from '@/server/places/links/expand/expander'
import { createUpstream } from '@/server/places/upstream/policy'
import { lookupOf } from '../support/lookup'
import { linksForTests, sim, theLandmark } from './links'
import { patient } from './places'

const { simulator, expand, requests } = await linksForTests()

describe('this process’s expander', () => {
  const follow = (code: string) =>
    linkExpander().expand({ host: 'maps.app.goo.gl', path: `sim-${code}` }, async () => null, patient())

  test('follows a link through LINK_GATEWAY_URL, and remembers its target', async () => {
    expect(await follow('hops-2')).toMatchObject(theLandmark)
    expect(await follow('hops-2')).toMatchObject(theLandmark)
    expect(requests()).toEqual(['maps.app.goo.gl/sim-hops-2', 'goo.gl/maps/sim-hops-1'])
  })

  test('retries once if the host fails, and never if the host rejects the request', async () => {
    expect(await follow('503-once')).toMatchObject(theLandmark)
    expect(await follow('reset-once')).toMatchObject(theLandmark)
    expect(requests()).toHaveLength(4)
    for (const code of ['403', '429']) await expect(follow(code)).rejects.toThrow()
    expect(requests()).toHaveLength(6)
  })

  test('follows a link only once for a thousand callers', async () => {
    simulator.latencyMs = 50
    const all = await Promise.all(Array.from({ length: 1_000 }, () => follow('mobile')))
    for (const one of all) expect(one).toMatchObject(theLandmark)
    expect(requests()).toHaveLength(1)
  })

  test('stops following links after repeated rejections, but not after invalid links', async () => {
    const more = {
      upstream: createUpstream({ name: 'test', slots: { concurrency: 1, queue: 0, perCaller: 1 }, timeoutMs: 5_000 }),
    }
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
    const before = requests().length
    await expect(expand(sim('desktop'), more)).rejects.toMatchObject({ code: 'upstream_unavailable' })
    expect(requests()).toHaveLength(before)
  })

  test('aborts the call for a link when the caller leaves', async () => {
    const caller = new AbortController()
    const expanding = expand(sim('hang'), {}, lookupOf({ signal: caller.signal }))
    await expect.poll(requests).toHaveLength(1)
    caller.abort(new Error('the caller left'))
    await expect(expanding).rejects.toThrow('the caller left')
    await expect.poll(() => simulator.calls[0]?.tookMs).not.toBe(null)
  })
})
