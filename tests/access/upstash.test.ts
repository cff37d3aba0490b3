import { afterAll, expect, test } from 'vitest'
import { startRedisServer } from '../support/redis'
import { startUpstashStandIn } from '../support/upstash-stand-in'
import { withStore } from './environment'
import { accessSuite } from './suite'

const redis = await startRedisServer()
const standIn = await startUpstashStandIn(redis.url, 'secret')
withStore({ UPSTASH_REDIS_REST_URL: standIn.url, UPSTASH_REDIS_REST_TOKEN: 'secret' })
accessSuite("Upstash's REST")

test('every script declares that it locks only its own Redis keys so that accounts do not wait for each other', () => {
  // Skips the test suites' own script, which fills a log.
  expect(standIn.unlocked.filter((script) => !script.startsWith('for event'))).toEqual([])
})

afterAll(async () => {
  await standIn.stop()
  await redis.stop()
})
