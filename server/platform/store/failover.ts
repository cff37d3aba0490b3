import { type RedisOptions as AllOptions, Redis } from 'ioredis'
import type { SentinelAddress } from '@/server/platform/settings/redis-url'

type RedisOptions = AllOptions & { replyMapping?: 'legacy' }

/*
 * A primary can be replaced while it is alive. In that case, its connections remain open and point to the wrong Redis
 * server. Sentinels announce a new primary, and a previous primary soon rejects writes. Both events are reasons to
 * reconnect.
 */

/** How long a Sentinel may take to return the primary before the next one is queried. */
const sentinelTimeoutMs = 1_000

/**
 * Connects to the primary that Sentinels report, and switches when the primary changes. Duplicates of the connection do
 * the same.
 */
export function followPrimary(address: SentinelAddress, settings: RedisOptions): Redis {
  const { sentinels, name, database, isTls, ...credentials } = address
  return following(address, {
    ...settings,
    ...credentials,
    sentinels,
    name,
    db: database,
    sentinelCommandTimeout: sentinelTimeoutMs,
    ...(settings.retryStrategy && { sentinelRetryStrategy: settings.retryStrategy }),
    ...(isTls && { enableTLSForSentinelMode: true, tls: {}, sentinelTLS: {} }),
  })
}

function following(address: SentinelAddress, options: RedisOptions): Redis {
  const connection = new Redis(options)
  watchOf(address).followers.add(connection)
  // The job queue reconnects connections that have ended.
  connection.on('connecting', () => watchOf(address).followers.add(connection))
  connection.on('end', () => {
    const watch = watchOf(address)
    watch.followers.delete(connection)
    if (watch.followers.size === 0) watch.stop()
  })
  // The job queue creates its blocking connections this way.
  connection.duplicate = (other) => following(address, { ...options, ...other } as RedisOptions)
  return connection
}

interface Watch {
  followers: Set<Redis>
  stop(): void
}

const watches = new Map<string, Watch>()

/**
 * Returns this process's connections to these Sentinels, which listen for announcements. (The library's own connections
 * print every failure.)
 */
function watchOf(address: SentinelAddress): Watch {
  const id = JSON.stringify(address)
  const existing = watches.get(id)
  if (existing) return existing
  const { sentinels, name, isTls, sentinelUsername, sentinelPassword } = address
  const followers = new Set<Redis>()
  const listeners = sentinels.map((at) => {
    const listener = new Redis({
      ...at,
      ...(sentinelUsername && { username: sentinelUsername }),
      ...(sentinelPassword && { password: sentinelPassword }),
      ...(isTls && { tls: {} }),
      protocol: 2,
      enableReadyCheck: false,
      maxRetriesPerRequest: null,
      retryStrategy: () => 1_000,
    })
    listener.on('error', () => {})
    listener.subscribe('+switch-master').catch(() => {})
    // Each Sentinel detects the change at a different time, and the one that is queried may be the last to do so.
    listener.on('message', (_, news: string) => {
      if (news.startsWith(`${name} `)) for (const one of followers) replace(one)
    })
    return listener
  })
  const watch = {
    followers,
    stop() {
      watches.delete(id)
      for (const listener of listeners) listener.disconnect()
    },
  }
  watches.set(id, watch)
  return watch
}

/** Connections that are replaced as soon as they are ready. */
const outdated = new WeakSet<Redis>()

/**
 * Replaces a connection. A connection that is still being opened may also point to the former primary, but would end if
 * interrupted, so it is replaced once it is ready.
 */
function replace(connection: Redis): void {
  if (connection.status === 'ready') connection.disconnect(true)
  if (connection.status === 'ready' || outdated.has(connection)) return
  outdated.add(connection)
  connection.once('ready', () => {
    outdated.delete(connection)
    connection.disconnect(true)
  })
}

/**
 * The minimum time between replacements of a connection. The interval matters because a replica that remains a replica
 * rejects every write.
 */
const replaceEveryMs = 2_000

/**
 * Returns a function for `reconnectOnError`: whether an error is a reason to reconnect, because the server no longer
 * accepts writes. The command that got the error fails; it did not run.
 */
export function whenReadOnly(): (error: Error) => boolean {
  let replacedAt = Number.NEGATIVE_INFINITY
  return ({ message }) => {
    const nowMs = performance.now()
    if (!/\b(?:READONLY|NOREPLICAS)\b/.test(message) || nowMs - replacedAt < replaceEveryMs) return false
    replacedAt = nowMs
    return true
  }
}
