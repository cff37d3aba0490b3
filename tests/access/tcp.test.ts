import { afterAll } from 'vitest'
import { startRedisServer } from '../support/redis'
import { withStore } from './environment'
import { accessSuite } from './suite'

const redis = await startRedisServer({ requirepass: 'p@ss:w/rd?' })
withStore({ REDIS_URL: redis.url })
accessSuite('TCP with a password')
afterAll(() => redis.stop())
