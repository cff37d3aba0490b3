import { getEventListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { resolve } from '@/server/features/listings/resolve'
import { landmark, numberedListing } from '../simulator/listings'
import { lookupOf } from '../support/lookup'
import { placesForTests } from './places'

const places = await placesForTests()
const { simulator } = places

const resolved = (text: string, signal?: AbortSignal) =>
  resolve(text, places.source, lookupOf({ ...(signal && { signal }) }))

/** Waits until a condition is true. */
async function until(condition: () => boolean) {
  for (let tries = 0; !condition(); tries++) {
    if (tries > 2_000) throw new Error('it never happened')
    await sleep(1)
  }
}

describe('concurrent callers', () => {
  test('share one call if 1,000 of them request the same listing', async () => {
    simulator.latencyMs = 50
    const all = await Promise.all(Array.from({ length: 1_000 }, () => resolved(landmark.placeId)))
    expect(new Set(all.map(({ title }) => title))).toEqual(new Set(['Trevi Fountain']))
    expect(simulator.calls).toHaveLength(1)
  })

  test('share two calls if 1,000 of them request the same CID', async () => {
    simulator.latencyMs = 20
    await Promise.all(Array.from({ length: 1_000 }, () => resolved(`https://maps.google.com/?cid=${landmark.cid}`)))
    expect(simulator.calls).toHaveLength(2)
  })

  test('are served in parallel, with at most 32 calls at a time, and each gets its own listing', async () => {
    simulator.latencyMs = 250
    const listings = Array.from({ length: 150 }, (_, number) => numberedListing(number))
    const all = await Promise.all(listings.map(({ placeId }) => resolved(placeId)))
    expect(all.map(({ title }) => title)).toEqual(listings.map(({ title }) => title))
    expect(simulator.maxAtOnce).toBe(32)
  })

  test('are rejected immediately if they do not fit into the queue, and the others get results', async () => {
    simulator.script({ delayMs: 300 })
    const ends: string[] = []
    const callers = Array.from({ length: 200 }, async (_, number) => {
      try {
        await resolved(numberedListing(number).placeId)
        ends.push('answered')
      } catch (error) {
        expect(error).toMatchObject({ code: 'upstream_unavailable', identifiers: { cid: expect.any(String) } })
        ends.push('refused')
      }
    })
    await Promise.all(callers)
    // 32 run and 128 wait; the other 40 are rejected before any of the 160 gets a response.
    expect(ends).toEqual([...Array(40).fill('refused'), ...Array(160).fill('answered')])
    expect(simulator.calls).toHaveLength(160)
  })
})

describe('a caller', () => {
  test('aborts the call if no other caller is left, and the next caller starts a new call', async () => {
    simulator.script({ transport: 'hang', times: 1 })
    const callers = [new AbortController(), new AbortController()]
    const waiting = Promise.allSettled(callers.map(({ signal }) => resolved(landmark.placeId, signal)))
    await until(() => simulator.calls.length === 1)
    callers[0]?.abort()
    await sleep(20)
    expect(simulator.calls[0]?.state).toBe('open')
    callers[1]?.abort()
    await until(() => simulator.calls[0]?.state !== 'open')
    expect(simulator.calls[0]?.state).toBe('left')
    for (const outcome of await waiting) expect(outcome).toMatchObject({ reason: { code: 'upstream_unavailable' } })
    expect(await resolved(landmark.placeId)).toMatchObject({ title: 'Trevi Fountain' })
  })

  test('does not abort the call for the others by leaving', async () => {
    simulator.latencyMs = 100
    const leaver = new AbortController()
    const leaves = resolved(landmark.placeId, leaver.signal)
    const stays = resolved(landmark.placeId)
    await until(() => simulator.calls.length === 1)
    leaver.abort()
    await expect(leaves).rejects.toMatchObject({ code: 'upstream_unavailable' })
    expect(await stays).toMatchObject({ title: 'Trevi Fountain' })
    expect(simulator.calls).toHaveLength(1)
  })

  test('causes no call to Google after leaving the queue', async () => {
    simulator.latencyMs = 100
    const busy = Array.from({ length: 32 }, (_, number) => resolved(numberedListing(number).placeId))
    await until(() => simulator.calls.length === 32)
    const leaver = new AbortController()
    const leaves = resolved(landmark.placeId, leaver.signal)
    leaver.abort()
    await expect(leaves).rejects.toThrow()
    await Promise.all(busy)
    expect(simulator.calls).toHaveLength(32)
  })

  test('has no listeners left on its signal after several lookups', async () => {
    const caller = new AbortController()
    for (const listing of [landmark, numberedListing(1), numberedListing(2)]) {
      await resolved(listing.placeId, caller.signal)
      await resolved(`https://maps.google.com/?cid=${listing.cid}`, caller.signal)
    }
    await expect(resolved('ChIJAAAAAAAAAAARAAAAAAAAAAE', caller.signal)).rejects.toThrow()
    expect(getEventListeners(caller.signal, 'abort')).toEqual([])
  })
})
