import { afterAll } from 'vitest'
import { withStore } from '../access/environment'
import { withLimitedUser } from '../support/limited-user'
import { startRedisServer } from '../support/redis'
import { batchSuite } from './suite'
import { watchSuite } from './watchlist-suite'
import { startChangingGoogle } from './watchlists'

const redis = await startRedisServer()
const google = await startChangingGoogle()
withStore({ ...google.env, REDIS_URL: await withLimitedUser(redis.url) })
// Registered before the suite's own hooks, because `afterAll` hooks run in reverse order.
afterAll(() => Promise.all([redis.stop(), google.stop()]))
batchSuite('TCP with few permissions')
watchSuite('TCP with few permissions', google)
