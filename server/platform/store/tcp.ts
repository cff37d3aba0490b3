import slotOf from 'cluster-key-slot'
import { Cluster, Redis, type RedisOptions } from 'ioredis'
import { readSentinels } from '@/server/platform/settings/redis-url'
import { followPrimary, whenReadOnly } from './failover'
import { firstTag } from './store-marker'
import { type Command, type Reply, type Route, scanCount, type Transport } from './transport'

export type Connection = Redis | Cluster

interface QueueOptions extends Omit<typeof options, 'maxRetriesPerRequest' | 'autoResendUnfulfilledCommands'> {
  maxRetriesPerRequest: null
  autoResendUnfulfilledCommands: true
  socketTimeout: number
}

/** The settings of every connection. */
export const options = {
  // With RESP3, some commands return maps, which the callers do not expect.
  protocol: 2 as const,
  // When a connection breaks, commands waiting for it fail immediately, because the caller has one second in total.
  // With one or more retries, commands whose replies were lost would never settle.
  maxRetriesPerRequest: 0,
  // A command in flight when the connection broke may have run. Sending it again could count a call twice.
  autoResendUnfulfilledCommands: false,
  // This timeout includes the time when our own event loop is busy, so it is far longer than connecting takes. No
  // caller waits this long, because commands sent during that time fail after a second.
  connectTimeout: 5_000,
  // This timeout is for an abandoned silent connection, which the other side would not close.
  disconnectTimeout: 100,
  retryStrategy: (attempt: number) => Math.min(attempt * 50, 500),
  // While Redis loads its data, this is how often to check whether it has finished, because its own estimate can be far
  // off.
  maxLoadingRetryTime: 250,
}

/**
 * How long a cluster node with an unanswered command may be silent before its connection is replaced. Only the library
 * knows which node has the command, because the library redirects commands to other nodes. (Unlike a single server's
 * limit, this one includes time when our own event loop is busy.)
 */
const clusterSocketTimeoutMs = 5_000

/**
 * The same limit for a queue, even with a single Redis server. A queue's commands block for several seconds at a time.
 */
const queueSocketTimeoutMs = 20_000

/**
 * Connects to a Redis server, a Valkey server, or a Redis Cluster over TCP or TLS.
 * @param url a URL in one of the formats in `redis-url.ts`.
 */
export function tcpTransport(url: string): Transport {
  const connection = connect(url, options)
  if (!(connection instanceof Cluster)) {
    return { ...transportOver(connection), reconnect: () => connection.disconnect(true) }
  }
  return {
    ...transportOver(connection),
    route: (command) => clusterRoute(connection.slots, command),
    tags: () => tagsOf(connection.slots),
    gaps: async () => {
      const replies = connection.nodes('master').flatMap((node) => sendTogether(node, [['CLUSTER', 'SLOTS']]))
      const reply = await Promise.any(replies)
      return 'error' in reply ? [] : gapsIn(reply.result)
    },
    sendToEach: (command) => connection.nodes('master').flatMap((node) => sendTogether(node, [command])),
  }
}

/**
 * Opens a connection for a queue, which waits for the server as long as necessary and may block.
 * @param address the server's URL, as above, or the path of a unix socket on this machine.
 */
export function queueConnection(address: { url: string } | { path: string }): Connection {
  // Otherwise, commands that were in flight when the connection broke would never settle, and their callers would hang
  // forever. A queue can handle a command that runs twice: a job left without a worker is found again.
  const again = { maxRetriesPerRequest: null, autoResendUnfulfilledCommands: true } as const
  const patient = { ...options, ...again, socketTimeout: queueSocketTimeoutMs }
  const connection = 'url' in address ? connect(address.url, patient) : new Redis({ ...patient, path: address.path })
  // As in `transportOver`, callers see their commands fail.
  connection.on('error', () => {})
  return connection
}

function connect(url: string, settings: typeof options | QueueOptions): Connection {
  const nodes = url.split(',').map((node) => node.trim())
  const [first = ''] = nodes
  const sentinels = readSentinels(url)
  const following = { ...settings, reconnectOnError: whenReadOnly() }
  if (sentinels) return followPrimary(sentinels, following)
  if (nodes.length === 1) return new Redis(first, following)
  return new Cluster(nodes, {
    redisOptions: { socketTimeout: clusterSocketTimeoutMs, ...settings, ...nodeOptions(first) },
    clusterRetryStrategy: options.retryStrategy,
    // Otherwise, the library would resend commands that were in flight when a connection broke; see
    // `autoResendUnfulfilledCommands`.
    retryDelayOnFailover: 0,
    slotsRefreshTimeout: 1_000,
    // If a master hangs and its replica takes over, nothing else notifies us.
    slotsRefreshInterval: 2_000,
  })
}

/** Returns the credentials and the encryption of all nodes of a cluster, from the URL of one of them. */
export function nodeOptions(url: string): Pick<RedisOptions, 'username' | 'password' | 'tls'> {
  const { username, password, protocol } = new URL(url)
  return {
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { tls: {} }),
  }
}

/**
 * Connects to the Redis server on a unix socket on this machine.
 * @param onLost called each time the connection is lost, so the owner can check the server.
 */
export function socketTransport(path: string, onLost: () => void): Transport {
  const connection = new Redis({ ...options, path })
  connection.on('close', onLost)
  return transportOver(connection)
}

function transportOver(connection: Connection): Transport {
  const fault = faultOf(connection)
  return {
    fault,
    onLoss: (listener) => void onLoss(connection, listener),
    send: (commands) => (connection.isCluster ? sendEach(connection, commands) : sendTogether(connection, commands)),
    async *scan(pattern) {
      // Each node in a cluster has only its own keys.
      const nodes = connection instanceof Cluster ? connection.nodes('master') : [connection]
      for (const node of nodes) yield* node.scanStream({ match: pattern, count: scanCount })
    },
    close: async () => {
      connection.disconnect()
    },
  }
}

/**
 * Listens for a connection's faults, because without a listener ioredis prints every failed attempt. Returns a function
 * that returns the last fault, also of one node of a cluster, unless the connection has worked since then. Callers see a
 * fault in their command's error only if it occurs while they wait.
 */
function faultOf(connection: Connection): (node?: string) => Error | undefined {
  let fault: Error | undefined
  const nodeFaults = new Map<string, Error>()
  function record(error: Error & { lastNodeError?: Error }) {
    fault = error.lastNodeError ?? error
  }
  connection.on('error', record)
  if (connection instanceof Cluster) {
    connection.on('node error', (error: Error, node: string) => {
      record(error)
      // Commands that wait for a connection fail with this generic error after the connection's own.
      if (!nodeFaults.has(node) || !/^Connection is closed/.test(error.message)) nodeFaults.set(node, error)
    })
    connection.on('+node', (node: Redis) => {
      node.on('ready', () => nodeFaults.delete(`${node.options.host}:${node.options.port}`))
    })
  }
  connection.on('ready', () => {
    // If the database does not exist, Redis would silently use the first one.
    if (!/\bDB index\b/.test(fault?.message ?? '')) fault = undefined
  })
  return (node) => (node ? nodeFaults.get(node) : fault)
}

function onLoss(connection: Connection, listener: () => void): Connection {
  if (!(connection instanceof Cluster)) return connection.on('close', listener)
  return connection.on('+node', (node: Redis) => {
    node.on('close', listener)
    listener()
  })
}

/** Sends each command to its slot's node. */
function sendEach(cluster: Connection, commands: readonly Command[]): Promise<Reply>[] {
  return commands.map(([name, ...args]) =>
    cluster.call(wireName(name), ...args.map(wireArgument)).then(
      (result): Reply => ({ result }),
      (error: Error): Reply => {
        if (isReply(error)) return { error: error.message }
        throw error
      },
    ),
  )
}

/**
 * Sends the commands in one write. If the commands were written separately, each would need its own system call, which
 * is the most expensive part of a call.
 */
function sendTogether(redis: Connection, commands: readonly Command[]): Promise<Reply>[] {
  const pipeline = redis.pipeline()
  const replies = commands.map(
    ([name, ...args]) =>
      new Promise<Reply>((resolve, reject) => {
        pipeline.call(wireName(name), args.map(wireArgument), (error, result) => {
          if (!error) resolve({ result })
          else if (isReply(error)) resolve({ error: error.message })
          else reject(error)
        })
      }),
  )
  // Each command's own callback gets the command's error.
  pipeline.exec().catch(() => {})
  return replies
}

/** Whether the error is a reply from Redis. */
const isReply = (error: Error) => error.name === 'ReplyError'

const wireName = (name: unknown) => String(name).toUpperCase()

const wireArgument = (argument: unknown): string => (typeof argument === 'string' ? argument : String(argument))

/**
 * Returns the route of a command on a Redis Cluster: to the node with the command's first key.
 * @param slots the addresses of each slot's nodes, master first.
 */
export function clusterRoute(slots: ReadonlyArray<readonly string[]>, command: Command): Route {
  const key = firstKeyOf(command)
  if (key === undefined) return { node: '', probe: ['PING'] }
  return { node: slots[slotOf(key)]?.[0] ?? '', probe: ['EXISTS', key] }
}

/** The maximum number of tags to try: far more than needed to find a tag for each of a thousand masters. */
const maxTags = 20_000

/**
 * Returns one hash tag per master of a Redis Cluster. Keys with a master's tag are on that master. The first tag is
 * always the same.
 * @param slots as above.
 */
export function tagsOf(slots: ReadonlyArray<readonly string[]>): string[] {
  const masters = new Set(slots.flatMap(([master]) => master ?? []))
  const tags = [firstTag]
  masters.delete(slots[slotOf(firstTag)]?.[0] ?? '')
  for (let tag = 1; masters.size > 0 && tag < maxTags; tag++) {
    if (masters.delete(slots[slotOf(String(tag))]?.[0] ?? '')) tags.push(String(tag))
  }
  return tags
}

const slotCount = 16_384

/**
 * Returns the ranges of slots that no node of a Redis Cluster serves, as in `0-5460`. (The library's map still has such
 * slots, with the node that served them last.)
 * @param reply of `CLUSTER SLOTS`: for each range its first and last slot, then its nodes.
 */
export function gapsIn(reply: unknown): string[] {
  const ranges = (Array.isArray(reply) ? reply : []).map(([first, last]) => [Number(first), Number(last)] as const)
  const gaps: string[] = []
  let next = 0
  for (const [first, last] of [...ranges.sort(([one], [other]) => one - other), [slotCount, slotCount] as const]) {
    if (first > next) gaps.push(first - 1 === next ? `${next}` : `${next}-${first - 1}`)
    next = last + 1
  }
  return gaps
}

/**
 * Returns the first key of a command. In a script call, the script is followed by the number of keys and then the keys.
 */
function firstKeyOf([name, first, count, key]: Command): string | undefined {
  const value = /^EVAL/i.test(String(name)) ? Number(count) > 0 && key : first
  return typeof value === 'string' ? value : undefined
}
