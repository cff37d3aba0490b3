import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { store } from '@/server/platform/store/store'
import { asShipped } from '../support/busy-machine'
import { type RedisCluster, startRedisCluster } from '../support/redis-cluster'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'

const processes = 4

/** How long a node may be silent before the other nodes consider it dead, as operations.md recommends. */
const nodeTimeoutMs = 1_500

/**
 * The whole setup: a Redis Cluster with three masters and a replica for each, and four servers that use the cluster.
 */
export interface Stage {
  cluster: RedisCluster
  apps: App[]
  close(): Promise<void>
}

export async function setStage(): Promise<Stage> {
  const cluster = await startRedisCluster({
    replicas: 1,
    settings: () => ({
      'cluster-node-timeout': String(nodeTimeoutMs),
      'cluster-require-full-coverage': 'no',
      appendfsync: 'everysec',
    }),
  })
  const folder = mkdtempSync(join(tmpdir(), 'pinref-cluster-'))
  const env = {
    REDIS_URL: cluster.url,
    DATA_DIR: folder,
    KEY_PEPPER: 'a pepper that is only for the simulation',
    AUTH_SECRET: 'a secret that is only for the simulation',
    BURST_LIMIT: '1000000',
    WEB_CONCURRENCY: '1',
  }
  // This process makes the accounts and reads the counts, so it needs Pinref's settings too.
  Object.assign(process.env, env)
  const start = (place: number) =>
    startApp('node', { ...asShipped, ...env }, { output: { file: join(folder, `${place}.log`) } })
  const apps = await Promise.all(Array.from({ length: processes }, (_, place) => start(place))).catch(
    async (error: unknown) => {
      await cluster.stop()
      removeFolder(folder)
      throw error
    },
  )
  return {
    cluster,
    apps,
    async close() {
      await Promise.all(apps.map((app) => app.stop()))
      await (await store()).close()
      await cluster.stop()
      removeFolder(folder)
    },
  }
}
