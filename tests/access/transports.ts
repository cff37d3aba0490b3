import { afterAll } from 'vitest'
import { tcpTransport } from '@/server/platform/store/tcp'
import { upstashTransport } from '@/server/platform/store/upstash'
import { startRedisServer } from '../support/redis'
import { startRedisCluster } from '../support/redis-cluster'
import { startUpstashStandIn } from '../support/upstash-stand-in'

/**
 * Starts each kind of store for one test file. `stores` maps names to transports, and `urlsOf` returns the nodes' URLs.
 */
export async function startTransports() {
  const [redis, cluster] = await Promise.all([startRedisServer(), startRedisCluster()])
  const standIn = await startUpstashStandIn(redis.url, 'token')
  const stores = {
    'one Redis': tcpTransport(redis.url),
    'a cluster of three nodes': tcpTransport(cluster.url),
    'Upstash’s REST': upstashTransport(standIn.url, 'token', 1_000),
  }
  afterAll(async () => {
    await Promise.all(Object.values(stores).map((transport) => transport.close()))
    await standIn.stop()
    await Promise.all([redis.stop(), cluster.stop()])
  })
  const urlsOf = (name: string) => (name.startsWith('a cluster') ? cluster.url.split(',') : [redis.url])
  return { stores, urlsOf }
}
