import { afterAll } from 'vitest'
import { withLimitedUser } from '../support/limited-user'
import { startRedisServer } from '../support/redis'
import { withStore } from './environment'
import { accessSuite } from './suite'

const redis = await startRedisServer()
withStore({ REDIS_URL: await withLimitedUser(redis.url) })
accessSuite('TCP with few permissions')
afterAll(() => redis.stop())
