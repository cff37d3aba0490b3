import { afterAll } from 'vitest'
import { withStore } from '../access/environment'
import { withLimitedUser } from '../support/limited-user'
import { startRedisServer } from '../support/redis'
import { batchSuite } from './suite'

const redis = await startRedisServer()
withStore({ REDIS_URL: await withLimitedUser(redis.url) })
// Registered before the suite's own hooks, because `afterAll` hooks run in reverse order.
afterAll(() => redis.stop())
batchSuite('TCP as a user with few rights')
