import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { lookUpLines, verdictOn } from '@/server/features/batches/look-up'
import { UpstreamFailure } from '@/server/places/upstream/failure'
import { PinrefError } from '@/server/platform/problems/errors'
import { createTurns } from '@/server/platform/runtime/event-loop-turns'

const run = (
  count: number,
  lookUp: (index: number) => Promise<unknown>,
  stopping = new AbortController().signal,
  latestMs = Number.POSITIVE_INFINITY,
) => lookUpLines({ count, sideBySide: 5, lookUp, verdictOn, yieldTurn: createTurns('test'), stopping, latestMs })

describe('a lookup that fails', () => {
  const wrapped = (cause: Error) => new PinrefError('upstream_unavailable', 'Not now.', { cause })
  test.each([
    [new UpstreamFailure('spent', undefined, 4_000), { postponeSeconds: 4_000 }],
    [wrapped(new UpstreamFailure('quota_day')), { postponeSeconds: 3_600 }],
    [new PinrefError('too_many_requests', 'Too many.', { retryAfterSeconds: 30 }), { postponeSeconds: 30 }],
    [new PinrefError('store_unavailable', 'Away.'), { postponeSeconds: 2 }],
    [new UpstreamFailure('circuit_open'), { postponeSeconds: 3 }],
    [wrapped(new UpstreamFailure('timeout')), 'retry'],
    [new PinrefError('link_unreachable', 'Away.'), 'retry'],
    [wrapped(new UpstreamFailure('incomplete')), 'final'],
    [new PinrefError('listing_not_found', 'Gone.'), 'final'],
    [new PinrefError('unsupported_link', 'No link.'), 'final'],
  ])('is postponed, retried, or final depending on the error: %s', (error, verdict) => {
    expect(verdictOn(error)).toEqual(verdict)
  })
})

test('every line is looked up once, five at a time, and results keep their order', async () => {
  let running = 0
  let most = 0
  const requests: number[] = []
  const { answered, postponeSeconds } = await run(40, async (index) => {
    requests.push(index)
    running += 1
    most = Math.max(most, running)
    await sleep(index % 3)
    running -= 1
    return index
  })
  expect(answered).toEqual(Array.from({ length: 40 }, (_, found) => ({ found })))
  expect(requests).toHaveLength(40)
  expect(most).toBe(5)
  expect(postponeSeconds).toBeNull()
})

test('a long limit postpones the remaining lines and keeps the earlier results', async () => {
  const spent = new UpstreamFailure('spent', undefined, 4_000)
  const { answered, postponeSeconds } = await run(40, async (index) => {
    if (index >= 12) throw spent
    return index
  })
  expect(answered).toHaveLength(12)
  expect(postponeSeconds).toBe(4_000)
})

test('every line gets a result despite a short limit', async () => {
  let refusals = 1
  const { answered } = await run(10, async (index) => {
    if (index === 4 && refusals-- > 0) throw new PinrefError('too_many_requests', 'Slowly.', { retryAfterSeconds: 1 })
    return index
  })
  expect(answered).toEqual(Array.from({ length: 10 }, (_, found) => ({ found })))
})

test('a line that fails permanently gets its problem, and the others still get results', async () => {
  const gone = new PinrefError('listing_not_found', 'Gone.')
  const { answered } = await run(3, async (index) => {
    if (index === 1) throw gone
    return index
  })
  expect(answered).toEqual([{ found: 0 }, { problem: gone }, { found: 2 }])
})

test('an unexpected error is thrown', async () => {
  await expect(run(3, async () => Promise.reject(new TypeError('a defect')))).rejects.toThrow('a defect')
})

test('lines in flight are finished and no more are started when the process must stop', async () => {
  const stopping = new AbortController()
  const { answered, postponeSeconds } = await run(
    40,
    async (index) => {
      if (index === 7) stopping.abort()
      await sleep(5)
      return index
    },
    stopping.signal,
  )
  expect(answered.length).toBeGreaterThanOrEqual(8)
  expect(answered.length).toBeLessThan(15)
  expect(postponeSeconds).toBeNull()
})

test('when the turn is over, lines in flight are finished and no more are started, except the first', async () => {
  const { signal } = new AbortController()
  const { answered, postponeSeconds } = await run(40, async (index) => index, signal, 0)
  expect(answered).toEqual([{ found: 0 }])
  expect(postponeSeconds).toBeNull()
})
