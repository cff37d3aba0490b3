import { afterAll } from 'vitest'
import { withStore } from '../../access/environment'
import { startRedisCluster } from '../../support/redis-cluster'
import { adapterSuite } from './adapter-suite'
import { secondFactorSuite } from './second-factor-suite'
import { unusedAppsSuite } from './unused-apps-suite'

const cluster = await startRedisCluster()
withStore({ REDIS_URL: cluster.url })
adapterSuite('a cluster of three nodes')
secondFactorSuite('a cluster of three nodes')
unusedAppsSuite('a cluster of three nodes')
afterAll(() => cluster.stop())
