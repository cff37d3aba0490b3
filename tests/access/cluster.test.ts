import { afterAll } from 'vitest'
import { startRedisCluster } from '../support/redis-cluster'
import { withStore } from './environment'
import { accessSuite } from './suite'

const cluster = await startRedisCluster()
withStore({ REDIS_URL: cluster.url })
accessSuite('a cluster of three nodes')
afterAll(() => cluster.stop())
