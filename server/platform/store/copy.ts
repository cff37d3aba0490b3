import { Cluster, type Redis } from 'ioredis'
import type { Markers } from '@/server/platform/runtime/accepted-markers'
import { withTimeout } from '@/server/platform/runtime/with-timeout'
import { env } from '@/server/platform/settings/env'
import { redisHosts } from '@/server/platform/settings/redis-url'
import { withinSilence } from './silence'
import { lastingFault } from './store-advice'
import { firstTag, markerKey } from './store-marker'
import { reasonOf } from './store-state'
import { type Connection, queueConnection, tagsOf } from './tcp'
import { scanCount } from './transport'

/**
 * The location of a Redis server: a URL as in `REDIS_URL`, or an embedded server's unix socket, with a display name.
 */
export type Place = { url: string } | { path: string; name: string }

/** A Redis server or cluster that serves as a source or target for copying. */
export interface Copyable {
  /** The display name: the hosts, without credentials. */
  name: string
  connection: Connection
  /** The number of keys. */
  keys: number
  /** The Redis version, or the one that a Valkey server claims compatibility with. */
  version: string
  /** Identifies the server and the database on it; empty if unknown. */
  id: string
}

/** The amount of data to copy, or copied. */
export interface CopySummary {
  keys: number
  accounts: number
  /** The approximate memory that the keys take up in the source. */
  bytes: number
}

/** How long a connection may take to open. */
const patienceMs = 5_000

/** How much data is read before it is written. A larger value is copied alone. */
const groupBytes = 8 * 2 ** 20
const groupKeys = 500

/** @throws Error with the reason, if the server cannot be reached. */
export async function openCopyable(place: Place): Promise<Copyable> {
  const name = 'url' in place ? redisHosts(place.url) : place.name
  const connection = queueConnection(place)
  let fault: Error | undefined
  connection.on('error', (error: Error) => {
    fault = error
  })
  try {
    const tooLate = () => fault ?? new Error('no response')
    const [keys, info] = await withTimeout(inspect(connection), patienceMs, tooLate)
    const field = (name: string) => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1] ?? ''
    const database = connection instanceof Cluster ? 0 : (connection.options.db ?? 0)
    const id = field('run_id') && `${field('run_id')}/${database}`
    return { name, connection, keys, version: field('redis_version'), id }
  } catch (error) {
    connection.disconnect()
    const reason = reasonOf(error, fault)
    throw new Error(`${name} can't be used: ${lastingFault(reason) ?? reason}`)
  }
}

/** Returns the number of keys, and the first master's server information. */
async function inspect(connection: Connection): Promise<[keys: number, info: string]> {
  await connection.ping()
  const masters = mastersOf(connection)
  const [sizes, info] = await Promise.all([
    Promise.all(masters.map((node) => node.dbsize())),
    masters[0]?.info('server'),
  ])
  return [sizes.reduce((sum, size) => sum + size, 0), info ?? '']
}

const mastersOf = (connection: Connection): Redis[] =>
  connection instanceof Cluster ? connection.nodes('master') : [connection]

/**
 * Copies every key from a Redis server or cluster, with its remaining lifetime. The source is only read. Existing keys
 * in the target are replaced, so an interrupted copy can be repeated. Keys that change during the copy may be copied
 * before or after the change.
 * @param target null to count keys without copying them.
 * @param progress called repeatedly with the number of keys that have been copied.
 * @throws Error with advice, also if the source or the target stops responding.
 */
export async function copyKeys(
  source: Copyable,
  target: Copyable | null,
  progress: (keys: number) => void,
): Promise<CopySummary> {
  const copied = { keys: 0, accounts: 0, bytes: 0 }
  for (const node of mastersOf(source.connection)) {
    for await (const keys of scan(source, node)) {
      for (const group of groupsOf(await weigh(source, node, keys))) {
        if (target) await copyGroup(node, source, target, group)
        copied.keys += group.length
        copied.bytes += group.reduce((sum, { bytes }) => sum + bytes, 0)
        copied.accounts += group.filter(({ key }) => /^\{.*\}:members$/.test(key.toString())).length
        progress(copied.keys)
      }
    }
  }
  return copied
}

async function* scan(source: Copyable, node: Redis): AsyncIterable<Buffer[]> {
  for (let cursor: Buffer | string = '0', isFirst = true; isFirst || String(cursor) !== '0'; isFirst = false) {
    const [page]: Array<[Buffer, Buffer[]]> = await ask(source, node, [['SCAN', cursor, 'COUNT', scanCount]])
    if (!page) return
    cursor = page[0]
    yield page[1]
  }
}

interface Weighed {
  key: Buffer
  bytes: number
}

/** Reads how much memory each key takes up, and omits keys that no longer exist. */
async function weigh(source: Copyable, node: Redis, keys: readonly Buffer[]): Promise<Weighed[]> {
  const questions = keys.map((key) => ['MEMORY', 'USAGE', key] as const)
  const sizes = await ask<number | null>(source, node, questions)
  return keys.flatMap((key, at) => (sizes[at] ? [{ key, bytes: sizes[at] }] : []))
}

function groupsOf(all: readonly Weighed[]): Weighed[][] {
  const groups: Weighed[][] = []
  let room = 0
  for (const one of all) {
    const last = groups.at(-1)
    if (last && last.length < groupKeys && one.bytes <= room) last.push(one)
    else {
      groups.push([one])
      room = groupBytes
    }
    room -= one.bytes
  }
  return groups
}

async function copyGroup(node: Redis, source: Copyable, target: Copyable, group: readonly Weighed[]): Promise<void> {
  const questions = group.flatMap(({ key }) => [['PTTL', key] as const, ['DUMP', key] as const])
  const read = await ask<number | Buffer | null>(source, node, questions)
  const restores = group.flatMap(({ key }, at) => {
    const [leftMs, value] = [Number(read[2 * at]), read[2 * at + 1]]
    // The key has expired or was deleted since the scan.
    if (!Buffer.isBuffer(value) || leftMs === 0 || leftMs === -2) return []
    return [['RESTORE', key, Math.max(leftMs, 0), value, 'REPLACE'] as const]
  })
  const { connection } = target
  const refusal = (reply: string) => refusalOf(reply, source, target)
  if (!(connection instanceof Cluster)) await ask(target, connection, restores, refusal)
  else await replyOf(target, Promise.all(restores.map(([name, ...args]) => connection.call(name, args))), refusal)
}

/**
 * Marks a copy with `STORE_ID`, if it is set. Returns the marker of the copy's first node, which servers must accept; a
 * cluster's other nodes may be new.
 */
export async function markCopy(copy: Copyable): Promise<Markers> {
  const { STORE_ID } = env()
  const { connection } = copy
  const tags = connection instanceof Cluster ? tagsOf(connection.slots) : [firstTag]
  if (STORE_ID) await replyOf(copy, Promise.all(tags.map((tag) => connection.set(markerKey(tag), STORE_ID))))
  const key = markerKey(firstTag)
  const marker = await replyOf(copy, connection.get(key))
  return marker === null ? {} : { [key]: marker }
}

type Sent = readonly [name: string, ...args: Array<string | number | Buffer>]

/**
 * Sends commands to a server's node in one write and returns their replies, with text as buffers.
 * @throws Error as below, for the first command that fails.
 */
function ask<Reply>(
  server: Copyable,
  node: Redis,
  commands: readonly Sent[],
  refusal?: (reply: string) => string,
): Promise<Reply[]> {
  const pipeline = node.pipeline()
  for (const [name, ...args] of commands) pipeline.callBuffer(name, args)
  const replies = pipeline.exec().then((all) =>
    (all ?? []).map(([error, reply]) => {
      if (error) throw error
      return reply as Reply
    }),
  )
  return replyOf(server, replies, refusal)
}

/** @throws Error that names the server, if it rejects a command, loses the connection, or doesn't respond. */
async function replyOf<Reply>(
  server: Copyable,
  reply: Promise<Reply>,
  refusal = (error: string) => `${server.name} rejects a command: ${error}`,
): Promise<Reply> {
  try {
    return await withinSilence(reply)
  } catch (error) {
    const { name, message } = error as Error
    if (name === 'ReplyError') throw new Error(refusal(message))
    throw new Error(
      `${server.name} stopped responding: ${message.replace(/\.$/, '')}. Check that it is running, then run this command again.`,
    )
  }
}

function refusalOf(reply: string, source: Copyable, target: Copyable): string {
  if (/DUMP payload version/.test(reply)) {
    return (
      `${target.name} (Redis ${target.version}) can't read values from ${source.name} (Redis ${source.version}), because their format is ` +
      'newer. Copy to a server with the same version or a later version.'
    )
  }
  if (/^OOM\b/.test(reply)) return `${target.name} is out of memory. Raise its maxmemory, then run this command again.`
  return `${target.name} rejects a value: ${reply}`
}
