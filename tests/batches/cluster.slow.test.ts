import { afterAll } from 'vitest'
import { withStore } from '../access/environment'
import { withLimitedUser } from '../support/limited-user'
import { startRedisCluster } from '../support/redis-cluster'
import { batchSuite } from './suite'
import { watchSuite } from './watchlist-suite'
import { startChangingGoogle } from './watchlists'

const cluster = await startRedisCluster()
const google = await startChangingGoogle()
withStore({ ...google.env, REDIS_URL: await withLimitedUser(cluster.url) })
batchSuite('a cluster of three nodes')
watchSuite('a cluster of three nodes', google)
afterAll(() => Promise.all([cluster.stop(), google.stop()]))
