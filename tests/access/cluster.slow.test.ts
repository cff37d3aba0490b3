import { afterAll } from 'vitest'
import { withLimitedUser } from '../support/limited-user'
import { startRedisCluster } from '../support/redis-cluster'
import { withStore } from './environment'
import { accessSuite } from './suite'

const cluster = await startRedisCluster()
withStore({ REDIS_URL: await withLimitedUser(cluster.url) })
accessSuite('a cluster of three nodes')
afterAll(() => cluster.stop())
