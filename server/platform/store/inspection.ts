import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import slotOf from 'cluster-key-slot'
import { Redis } from 'ioredis'
import { withTimeout } from '@/server/platform/runtime/with-timeout'
import { env } from '@/server/platform/settings/env'
import { readSentinels, redisHosts } from '@/server/platform/settings/redis-url'
import { pathsIn, requirePrivate } from './embedded/paths'
import { followPrimary } from './failover'
import { reasonOf } from './store-state'
import { nodeOptions, options } from './tcp'
import type { Reply } from './transport'
import { upstashTransport } from './upstash'

/*
 * The store as it is, for an operator who looks for a fault: without the guard, the breaker, and the retries of `store`,
 * so a node that is loading, full, rejected, or down shows its own reply or error. Nothing is started or written.
 */

/** One server of the store. */
export interface StoreNode {
  /** The address, without credentials. */
  name: string
  /** Sends a command and returns the reply, with text as buffers. @throws Error with the reason if there is no reply. */
  send(command: readonly string[]): Promise<Reply>
}

export interface Inspection {
  kind: 'upstash' | 'embedded' | 'server' | 'sentinel' | 'cluster'
  /** On a cluster, each master, followed by its replicas. */
  nodes: readonly StoreNode[]
  /** Returns the node that stores a key. */
  nodeOf(key: string): StoreNode
  close(): void
}

/** How long a node may take to connect, and to reply to a command. */
const patienceMs = 5_000

/**
 * Opens the configured store for commands that only read. Connections open with the first command.
 * @throws Error with the reason if no node of a cluster says which nodes there are.
 */
export async function openInspection(): Promise<Inspection> {
  const { UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN, REDIS_URL, DATA_DIR } = env()
  if (UPSTASH_REDIS_REST_URL && UPSTASH_REDIS_REST_TOKEN) {
    const { send, close } = upstashTransport(UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN, patienceMs)
    const reply = (command: readonly string[]) => send([command])[0] ?? Promise.reject(new Error('no reply'))
    return only('upstash', {
      name: new URL(UPSTASH_REDIS_REST_URL).host,
      send: (command) => inTime(reply(command), () => undefined),
      close: () => void close(),
    })
  }
  if (!REDIS_URL) return only('embedded', embeddedNode(DATA_DIR))
  const sentinels = readSentinels(REDIS_URL)
  if (sentinels) return only('sentinel', nodeOver(redisHosts(REDIS_URL), followPrimary(sentinels, once)))
  const urls = REDIS_URL.split(',').map((url) => url.trim())
  const [first = ''] = urls
  if (urls.length > 1) return openCluster(urls)
  return only('server', nodeOver(redisHosts(REDIS_URL), new Redis(first, once)))
}

/** A connection that fails with the reason instead of trying again, and that doesn't wait until Redis has its data. */
const once = { ...options, retryStrategy: () => null, enableReadyCheck: false, lazyConnect: true }

interface ConnectedNode extends StoreNode {
  close?(): void
}

const only = (kind: Inspection['kind'], node: ConnectedNode): Inspection => ({
  kind,
  nodes: [node],
  nodeOf: () => node,
  close: () => node.close?.(),
})

function nodeOver(name: string, connection: Redis): ConnectedNode {
  let fault: Error | undefined
  connection.on('error', (error: Error) => {
    fault = error
  })
  return {
    name,
    send([command = '', ...args]) {
      const reply = connection.callBuffer(command, ...args).then(
        (result): Reply => ({ result }),
        (error: Error): Reply => {
          // A rejected password fails the command too.
          if (error.name === 'ReplyError' && fault === undefined) return { error: error.message }
          throw error
        },
      )
      return inTime(reply, () => fault)
    },
    close: () => connection.disconnect(),
  }
}

const inTime = <T>(reply: Promise<T>, fault: () => Error | undefined): Promise<T> =>
  withTimeout(reply, patienceMs, () => new Error(`no response within ${patienceMs / 1_000} seconds`)).catch((error) => {
    throw new Error(reasonOf(error, fault()))
  })

function embeddedNode(dataDir: string): ConnectedNode {
  const { folder, socket } = pathsIn(dataDir)
  if (dirname(socket) !== folder && existsSync(dirname(socket))) requirePrivate(dirname(socket))
  return nodeOver(socket, new Redis({ ...once, path: socket }))
}

/** First and last slot, then each node with these slots, the master first. */
type SlotReply = [from: number, to: number, ...Array<[host: Buffer | null, port: number]>]

interface SlotRange {
  from: number
  to: number
  nodes: ConnectedNode[]
}

async function openCluster(urls: readonly string[]): Promise<Inspection> {
  const [first = ''] = urls
  const opened = new Map<string, ConnectedNode>()
  function open(host: string, port: number): ConnectedNode {
    const name = `${host.includes(':') ? `[${host}]` : host}:${port}`
    const node = opened.get(name) ?? nodeOver(name, new Redis({ ...once, ...nodeOptions(first), host, port }))
    opened.set(name, node)
    return node
  }
  const close = () => {
    for (const node of opened.values()) node.close?.()
  }

  /** Asks a node which nodes there are. A node that doesn't know its own host returns an empty one. */
  async function rangesOf(url: string): Promise<SlotRange[]> {
    const { hostname, port } = new URL(url)
    const ownHost = hostname.replace(/^\[|\]$/g, '')
    const reply = await open(ownHost, Number(port || 6_379)).send(['CLUSTER', 'SLOTS'])
    if ('error' in reply) throw new Error(reply.error)
    return (reply.result as SlotReply[]).map(([from, to, ...places]) => ({
      from,
      to,
      nodes: places.map(([host, at]) => open(host?.length ? String(host) : ownHost, at)),
    }))
  }

  const ranges = await Promise.any(urls.map(rangesOf)).catch((error: AggregateError) => {
    close()
    throw error.errors[0]
  })
  return {
    kind: 'cluster',
    nodes: [...new Set(ranges.flatMap(({ nodes }) => nodes))],
    nodeOf(key) {
      const slot = slotOf(key)
      const [node] = ranges.find(({ from, to }) => from <= slot && slot <= to)?.nodes ?? []
      if (!node) throw new Error(`No node of the cluster has the slot of this key (${slot}).`)
      return node
    },
    close,
  }
}
