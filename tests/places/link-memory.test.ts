import { describe, expect, test } from 'vitest'
import { createLinkMemory, type LinkMemory } from '@/server/places/links/expand/expander'
import { store } from '@/server/platform/store/store'
import { linksForTests, sim, theLandmark } from './links'

const { expand, requests } = await linksForTests()

describe('a short link’s target', () => {
  const timeToLive = async (key: string) => (await store()).redis.ttl(key)

  test('is stored for 30 days under the code alone, even if the link has more text', async () => {
    for (const pasted of [
      sim('mobile?g_st=ic'),
      sim('mobile?g_st=com.google.maps.preview.copy&g_st=iw'),
      sim('mobile</a>'),
    ]) {
      expect(await expand(pasted)).toMatchObject(theLandmark)
    }
    expect(requests()).toHaveLength(1)
    expect(await (await store()).redis.keys('*')).toEqual(['link:maps.app.goo.gl/sim-mobile'])
    const days = (await timeToLive('link:maps.app.goo.gl/sim-mobile')) / (24 * 60 * 60)
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThanOrEqual(30)
  })

  test('is not used for the same code in another letter case', async () => {
    await expand(sim('mobile'))
    await expect(expand('https://maps.app.goo.gl/SIM-mobile')).rejects.toMatchObject({ code: 'listing_not_found' })
    expect(await expand(sim('mobile'))).toMatchObject(theLandmark)
  })

  test('is stored for only a few minutes if the link is dead, and not at all if it could not be followed', async () => {
    await expect(expand(sim('dead'))).rejects.toMatchObject({ code: 'listing_not_found' })
    const seconds = await timeToLive('link:maps.app.goo.gl/sim-dead')
    expect(seconds).toBeGreaterThan(60)
    expect(seconds).toBeLessThanOrEqual(10 * 60)
    await expect(expand(sim('503-once'))).rejects.toMatchObject({ code: 'link_unreachable' })
    await expect(expand(sim('reset-once'))).rejects.toMatchObject({ code: 'link_unreachable' })
    expect(await expand(sim('503-once'))).toMatchObject(theLandmark)
    expect(await expand(sim('reset-once'))).toMatchObject(theLandmark)
  })

  test.each(['nonsense', '17', '{"target":5}', '{"cid":"1"}', 'null'])(
    'is looked up again if the store has %s for it',
    async (entry) => {
      const { redis } = await store()
      await redis.set('link:maps.app.goo.gl/sim-mobile', entry)
      expect(await expand(sim('mobile'))).toMatchObject(theLandmark)
      expect(requests()).toHaveLength(1)
    },
  )

  test('is found even if the store fails', async () => {
    const broken: LinkMemory = createLinkMemory(() => Promise.reject(new Error('no store')))
    expect(await expand(sim('mobile'), { memory: broken })).toMatchObject(theLandmark)
    const failing = { get: () => Promise.reject(new Error('down')), set: () => Promise.reject(new Error('down')) }
    const down = createLinkMemory(async () => failing)
    expect(await expand(sim('mobile'), { memory: down })).toMatchObject(theLandmark)
    expect(requests()).toHaveLength(2)
  })
})
