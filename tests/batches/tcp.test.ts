import { afterAll } from 'vitest'
import { withStore } from '../access/environment'
import { startRedisServer } from '../support/redis'
import { batchSuite } from './suite'

const redis = await startRedisServer({ requirepass: 'p@ss:w/rd?' })
withStore({ REDIS_URL: redis.url })
// Before the suite's own: hooks at the end run the other way round.
afterAll(() => redis.stop())
batchSuite('TCP with a password')
