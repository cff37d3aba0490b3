import { afterAll } from 'vitest'
import { withStore } from '../access/environment'
import { startRedisServer } from '../support/redis'
import { batchSuite } from './suite'

const redis = await startRedisServer({ requirepass: 'p@ss:w/rd?' })
withStore({ REDIS_URL: redis.url })
batchSuite('TCP with a password')
afterAll(() => redis.stop())
