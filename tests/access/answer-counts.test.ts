import { afterAll, beforeEach, expect, test } from 'vitest'
import { countAnswer, finishCounts } from '@/server/metering/usage/count-calls'
import { readAnswerCounts } from '@/server/metering/usage/read-counts'
import { store } from '@/server/platform/store/store'
import { startRedisServer } from '../support/redis'

const redis = await startRedisServer()
process.env.REDIS_URL = redis.url

afterAll(async () => {
  await (await store()).close()
  await redis.stop()
})

/** 01:30 on a day that is used only by this test. */
let now = Date.UTC(2031, 2, 1, 1, 30)
beforeEach(() => {
  now += 200 * 86_400_000
})
const hour = 3_600_000

const answer = (more: Partial<Parameters<typeof countAnswer>[0]> = {}) =>
  countAnswer({
    operation: 'resolve',
    status: 200,
    code: null,
    isOfInput: false,
    startedMs: now,
    durationMs: 3,
    storeMs: 1,
    upstreamMs: null,
    ...more,
  })

async function counts() {
  await finishCounts()
  const { days, durations, ownDurations, upstream } = await readAnswerCounts(now)
  const filled = (all: typeof durations) => all.filter(({ calls }) => calls > 0)
  return { days, durations: filled(durations), ownDurations: filled(ownDurations), upstream }
}

test('server errors count as failed, and rejections as answered; upstream failures, health checks, and disconnected calls do not count', async () => {
  answer()
  answer({ status: 400, code: 'invalid_cid' })
  answer({ status: 429, code: 'free_quota_exhausted' })
  answer({ status: 500, code: 'store_unavailable' })
  answer({ status: 500, code: 'upstream_unavailable' })
  answer({ status: 500, code: 'upstream_blocked' })
  answer({ status: 500, code: 'link_unreachable' })
  answer({ status: 499 })
  answer({ operation: 'health/ready', status: 503 })
  answer({ operation: 'trpc', storeMs: null })
  answer({ operation: 'trpc' })
  const { days, durations } = await counts()
  expect(days).toHaveLength(90)
  expect(days.at(-1)).toEqual({ day: new Date(now).toISOString().slice(0, 10), ok: 4, failed: 1 })
  // Rejections are fast, and would distort the lookup times.
  expect(durations).toEqual([{ boundMs: 5, calls: 2 }])
})

test('the counts cover 90 separate days, and expire soon after', async () => {
  answer({ startedMs: now - 89 * 24 * hour })
  answer({ startedMs: now - 90 * 24 * hour })
  answer({ startedMs: now - 24 * hour, status: 500 })
  const { days } = await counts()
  expect(days.filter(({ ok, failed }) => ok + failed > 0)).toEqual([
    { day: new Date(now - 89 * 24 * hour).toISOString().slice(0, 10), ok: 1, failed: 0 },
    { day: new Date(now - 24 * hour).toISOString().slice(0, 10), ok: 0, failed: 1 },
  ])
  const { redis } = await store()
  const seconds = (key: string) => redis.ttl(`answers:${key}`)
  const today = new Date(now - 24 * hour).toISOString()
  expect(await seconds(today.slice(0, 7))).toBeLessThanOrEqual(91 * 86_400)
  expect(await seconds(today.slice(0, 7))).toBeGreaterThan(90 * 86_400)
})

test('durations cover the last 24 hours but not batches, and each response counts under its upper bound', async () => {
  answer({ durationMs: 0.2 })
  answer({ durationMs: 50 })
  answer({ durationMs: 50.1 })
  answer({ durationMs: 60_000 })
  answer({ durationMs: 9_000, operation: 'batch' })
  answer({ durationMs: 700, startedMs: now - 23 * hour })
  answer({ durationMs: 700, startedMs: now - 24 * hour })
  expect((await counts()).durations).toEqual([
    { boundMs: 1, calls: 1 },
    { boundMs: 50, calls: 1 },
    { boundMs: 100, calls: 1 },
    { boundMs: 750, calls: 1 },
    { boundMs: null, calls: 1 },
  ])
})

test('calls to Google, with or without a response, are counted for this hour and the previous one, even across midnight', async () => {
  now -= hour
  answer({ upstreamMs: 40 })
  answer({ upstreamMs: 40, startedMs: now - hour })
  answer({ upstreamMs: 40, startedMs: now - 2 * hour })
  answer({ upstreamMs: 900, status: 500, code: 'upstream_unavailable' })
  answer({ upstreamMs: null, status: 500, code: 'upstream_unavailable' })
  answer()
  expect((await counts()).upstream).toEqual({ asked: 4, unanswered: 2 })
})

test('a link without a listing does not count as a failure, and Google’s response time does not count as Pinref’s', async () => {
  const unreachable = { status: 500, code: 'link_unreachable', upstreamMs: 900, durationMs: 910 }
  answer({ ...unreachable, isOfInput: true })
  answer(unreachable)
  answer({ upstreamMs: 900, durationMs: 904 })
  const { days, ownDurations, upstream } = await counts()
  expect(days.at(-1)).toMatchObject({ ok: 2, failed: 0 })
  expect(ownDurations).toEqual([{ boundMs: 5, calls: 1 }])
  expect(upstream).toEqual({ asked: 3, unanswered: 1 })
})
