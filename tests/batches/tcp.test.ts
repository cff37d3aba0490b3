import { afterAll } from 'vitest'
import { withStore } from '../access/environment'
import { startRedisServer } from '../support/redis'
import { batchSuite } from './suite'

const redis = await startRedisServer({ requirepass: 'p@ss:w/rd?' })
withStore({ REDIS_URL: redis.url })
// Registered before the suite's own hooks, because `afterAll` hooks run in reverse order.
afterAll(() => redis.stop())
batchSuite('TCP with a password')
