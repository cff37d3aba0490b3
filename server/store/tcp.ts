import { Cluster, Redis } from 'ioredis'
import { clusterRoute } from './cluster-route'
import { type Command, type Reply, scanCount, type Transport } from './transport'

export type Connection = Redis | Cluster

interface QueueOptions extends Omit<typeof options, 'maxRetriesPerRequest' | 'autoResendUnfulfilledCommands'> {
  maxRetriesPerRequest: null
  autoResendUnfulfilledCommands: true
  socketTimeout: number
}

/** The settings of every connection. */
const options = {
  // RESP3 answers some commands with maps, which the code above does not expect.
  protocol: 2 as const,
  // When a connection breaks, what waits for it fails at once: the caller has a second in all. With more retries than none,
  // commands whose answers were lost would never settle.
  maxRetriesPerRequest: 0,
  // A command in flight when the connection broke may have run; sending it again could count a call twice.
  autoResendUnfulfilledCommands: false,
  // Time in which our own event loop is busy counts, so it is far more than connecting takes. Nobody waits for it: what is asked
  // meanwhile fails after a second.
  connectTimeout: 5_000,
  // For a connection that is given up because it is silent: the other side will not close it.
  disconnectTimeout: 100,
  retryStrategy: (attempt: number) => Math.min(attempt * 50, 500),
  // While a Redis reads its file back, ask this often whether it has done so: its own estimate can be far off.
  maxLoadingRetryTime: 250,
}

/**
 * When a node of a cluster that owes an answer and has been silent is given up for a new connection. Its library alone can tell which
 * it is: it sends a command on to other nodes. (Time in which our own event loop is busy counts, unlike with one Redis.)
 */
const clusterSocketTimeoutMs = 5_000

/** The same of a queue, which blocks for some seconds at a time; of one Redis, too. */
const queueSocketTimeoutMs = 20_000

/**
 * A Redis, Valkey or Redis Cluster over TCP or TLS.
 * @param url `redis://` or `rediss://`, with credentials and database as usual; several separated by commas: a cluster.
 */
export function tcpTransport(url: string): Transport {
  const connection = connect(url, options)
  if (!(connection instanceof Cluster)) {
    return { ...transportOver(connection), reconnect: () => connection.disconnect(true) }
  }
  return { ...transportOver(connection), route: (command) => clusterRoute(connection.slots, command) }
}

/**
 * A connection for a queue, which waits for the Redis as long as it takes, and may block.
 * @param address of a Redis over TCP, as above, or a unix socket of this machine.
 */
export function queueConnection(address: { url: string } | { path: string }): Connection {
  // What was in flight when the connection broke would otherwise never settle, and whoever waits for it hang for good. A queue can do
  // with a command that is carried out twice: a job that is nobody's then is found.
  const again = { maxRetriesPerRequest: null, autoResendUnfulfilledCommands: true } as const
  const patient = { ...options, ...again, socketTimeout: queueSocketTimeoutMs }
  const connection = 'url' in address ? connect(address.url, patient) : new Redis({ ...patient, path: address.path })
  // As below: a failure shows in what is asked.
  connection.on('error', () => {})
  return connection
}

function connect(url: string, settings: typeof options | QueueOptions): Connection {
  const nodes = url.split(',').map((node) => node.trim())
  const [first = ''] = nodes
  if (nodes.length === 1) return new Redis(first, settings)
  const { username, password, protocol } = new URL(first)
  return new Cluster(nodes, {
    redisOptions: {
      socketTimeout: clusterSocketTimeoutMs,
      ...settings,
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      ...(protocol === 'rediss:' && { tls: {} }),
    },
    clusterRetryStrategy: options.retryStrategy,
    // It would send again what was in flight when a connection broke, as above.
    retryDelayOnFailover: 0,
    slotsRefreshTimeout: 1_000,
    // Where a master hangs and its replica took over, nothing else tells.
    slotsRefreshInterval: 2_000,
  })
}

/**
 * A Redis on a unix socket of this machine.
 * @param onLost called each time the connection is lost, so that the owner can check on the server.
 */
export function socketTransport(path: string, onLost: () => void): Transport {
  const connection = new Redis({ ...options, path })
  connection.on('close', onLost)
  return transportOver(connection)
}

function transportOver(connection: Connection): Transport {
  // Without a listener ioredis prints each failed attempt; the failure shows where it matters, in the command.
  connection.on('error', () => {})
  return {
    send: (commands) => (connection.isCluster ? sendEach(connection, commands) : sendTogether(connection, commands)),
    async *scan(pattern) {
      // Each node of a cluster knows its own keys alone.
      const nodes = connection instanceof Cluster ? connection.nodes('master') : [connection]
      for (const node of nodes) yield* node.scanStream({ match: pattern, count: scanCount })
    },
    close: async () => {
      connection.disconnect()
    },
  }
}

/** Each goes to the node of its slot. */
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

/** In one write: written one by one, each would be a system call of its own, and the dearest part of a call. */
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
  // Each command is told of its own failure.
  pipeline.exec().catch(() => {})
  return replies
}

/** Whether it is an error that the Redis has answered. */
const isReply = (error: Error) => error.name === 'ReplyError'

const wireName = (name: unknown) => String(name).toUpperCase()

const wireArgument = (argument: unknown): string => (typeof argument === 'string' ? argument : String(argument))
