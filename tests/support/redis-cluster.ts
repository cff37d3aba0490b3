import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import slotOf from 'cluster-key-slot'
import { Redis } from 'ioredis'
import { freePort } from './free-port'
import { type RedisServer, startRedisServer } from './redis'

/** A Redis Cluster with three masters on this machine. */
export interface RedisCluster {
  /** Contains all nodes. */
  url: string
  nodes: readonly RedisServer[]
  /**
   * Asks the first node that replies, and returns a function from a key to its current nodes: master, then replicas.
   */
  placement(): Promise<(key: string) => RedisServer[]>
  stop(): Promise<void>
}

interface ClusterOptions {
  /** The number of replicas per master. Default: none. */
  replicas?: number
  /** Additional settings for each node, by its number from 0 and its future port. */
  settings?: (node: number, port: number) => Record<string, string>
}

export async function startRedisCluster({ replicas = 0, settings }: ClusterOptions = {}): Promise<RedisCluster> {
  const all = { 'cluster-enabled': 'yes', 'cluster-node-timeout': '2000' }
  const ports = await Promise.all(Array.from({ length: 3 * (1 + replicas) }, freePort))
  const nodes = await Promise.all(
    ports.map((port, node) => startRedisServer({ ...all, port: String(port), ...settings?.(node, port) })),
  )
  const addresses = ports.map((port) => `127.0.0.1:${port}`)
  const create = ['--cluster', 'create', ...addresses, '--cluster-replicas', String(replicas), '--cluster-yes']
  // Not synchronous, because nodes may be behind relays in this process, which must keep running.
  await promisify(execFile)('redis-cli', create)
  for (const node of nodes) await untilItServes(node)
  return {
    url: nodes.map(({ url }) => url).join(','),
    nodes,
    async placement() {
      for (const node of nodes) {
        const ranges = (await askNode(node, 'CLUSTER', 'SLOTS').catch(() => [])) as SlotRange[]
        if (ranges.length === 0) continue
        return (key) => {
          const slot = slotOf(key)
          const [, , ...places] = ranges.find(([first, last]) => first <= slot && slot <= last) ?? []
          return places.flatMap(([, port]) => nodes.find((one) => one.port === port) ?? [])
        }
      }
      throw new Error('No node answers.')
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()))
    },
  }
}

/**
 * Starts a cluster of one node, which clients reach through a proxy.
 * @param startProxy starts the proxy in front of a port on this machine.
 */
export async function startProxiedCluster<Proxy extends { port: number; stop(): void }>(
  startProxy: (port: number) => Promise<Proxy>,
) {
  const node = await startRedisServer({ 'cluster-enabled': 'yes', 'cluster-announce-ip': '127.0.0.1' })
  const proxy = await startProxy(node.port)
  await askNode(node, 'CONFIG', 'SET', 'cluster-announce-port', String(proxy.port))
  await askNode(node, 'CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
  await untilItServes(node)
  const address = `redis://127.0.0.1:${proxy.port}`
  return {
    node,
    proxy,
    url: `${address},${address}`,
    stop: async () => {
      proxy.stop()
      await node.stop()
    },
  }
}

/** First and last slot, then the address of each of its nodes. */
type SlotRange = [first: number, last: number, ...Array<[host: string, port: number]>]

/**
 * Sends a command directly to one node, not through its cluster. @throws Error if it does not reply in half a second.
 */
export async function askNode({ url }: RedisServer, name: string, ...args: string[]): Promise<unknown> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, commandTimeout: 500 })
  redis.on('error', () => {})
  try {
    return await redis.call(name, ...args)
  } finally {
    redis.disconnect()
  }
}

/** Waits until a node sees its cluster as complete and, if it is a replica, has its master's data. */
export async function untilItServes(node: RedisServer): Promise<void> {
  const reply = (...command: [string, string]) => askNode(node, ...command).then(String, () => '')
  for (let turn = 0; turn < 400; turn++) {
    const isComplete = (await reply('CLUSTER', 'INFO')).includes('cluster_state:ok')
    if (isComplete && /^(?:role:master|master_link_status:up)/m.test(await reply('INFO', 'replication'))) return
    await sleep(50)
  }
  throw new Error(`The node at ${node.url} does not serve.`)
}
