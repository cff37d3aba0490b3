import { Cluster, Redis } from 'ioredis'
import type { Reply, Transport } from './transport'

type Connection = Redis | Cluster

/** The settings of every connection. */
const options = {
  // RESP3 answers some commands with maps, which the code above does not expect.
  protocol: 2 as const,
  // A command waits for one new connection, then fails: the caller has a second in all.
  maxRetriesPerRequest: 1,
  // A command in flight when the connection broke may have run; sending it again could count a call twice.
  autoResendUnfulfilledCommands: false,
  connectTimeout: 1_000,
  retryStrategy: (attempt: number) => Math.min(attempt * 50, 500),
  // While a Redis reads its file back, ask this often whether it has done so: its own estimate can be far off.
  maxLoadingRetryTime: 250,
}

/**
 * A Redis, Valkey or Redis Cluster over TCP or TLS.
 * @param url `redis://` or `rediss://`, with credentials and database as usual; several separated by commas: a cluster.
 */
export function tcpTransport(url: string): Transport {
  const nodes = url.split(',').map((node) => node.trim())
  const [first = ''] = nodes
  if (nodes.length === 1) return transportOver(new Redis(first, options))
  const { username, password, protocol } = new URL(first)
  return transportOver(
    new Cluster(nodes, {
      redisOptions: {
        ...options,
        ...(username && { username: decodeURIComponent(username) }),
        ...(password && { password: decodeURIComponent(password) }),
        ...(protocol === 'rediss:' && { tls: {} }),
      },
      clusterRetryStrategy: options.retryStrategy,
      slotsRefreshTimeout: 1_000,
    }),
  )
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
    // Commands written in one turn leave in one packet and come back in order: one round trip, and it suits a cluster.
    send: (commands) =>
      commands.map(([name, ...args]) =>
        connection.call(String(name).toUpperCase(), ...args.map(wireArgument)).then(
          (result): Reply => ({ result }),
          (error: Error): Reply => {
            if (error.name === 'ReplyError') return { error: error.message }
            throw error
          },
        ),
      ),
    close: async () => {
      connection.disconnect()
    },
  }
}

const wireArgument = (argument: unknown): string => (typeof argument === 'string' ? argument : String(argument))
