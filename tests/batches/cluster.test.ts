import { afterAll } from 'vitest'
import { withStore } from '../access/environment'
import { startRedisCluster } from '../support/redis-cluster'
import { batchSuite } from './suite'

const cluster = await startRedisCluster()
withStore({ REDIS_URL: cluster.url })
batchSuite('a cluster of three nodes')
afterAll(() => cluster.stop())
