import { afterAll } from 'vitest'
import { withStore } from '../access/environment'
import { withLimitedUser } from '../support/limited-user'
import { startRedisCluster } from '../support/redis-cluster'
import { batchSuite } from './suite'

const cluster = await startRedisCluster()
withStore({ REDIS_URL: await withLimitedUser(cluster.url) })
batchSuite('a cluster of three nodes')
afterAll(() => cluster.stop())
