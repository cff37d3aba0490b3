import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { RedisServer } from '../support/redis'
import type { RedisCluster } from '../support/redis-cluster'

/** Sends a command to one node, however long it takes to reply, and returns the reply as text. */
export async function ask({ url }: RedisServer, name: string, ...args: string[]): Promise<string> {
  const redis = new Redis(url)
  try {
    return String(await redis.call(name, ...args))
  } finally {
    redis.disconnect()
  }
}

/** Returns a cluster's current masters. All nodes must be up. */
export async function mastersOf(cluster: RedisCluster): Promise<RedisServer[]> {
  const roles = await Promise.all(cluster.nodes.map((node) => ask(node, 'INFO', 'replication')))
  return cluster.nodes.filter((_, index) => roles[index]?.includes('role:master'))
}

/** Waits until a new replica has its master's data. */
export async function untilItFollows(replica: RedisServer): Promise<void> {
  while (!(await ask(replica, 'INFO', 'replication')).includes('master_link_status:up')) await sleep(50)
}

/** What a Redis server has done since it started. */
export interface NodeWork {
  /** The CPU time of the thread that runs commands, which limits a server, in milliseconds. */
  processorMs: number
  /** The scripts that it has run, and their total time, in milliseconds. On a busy machine, this includes waiting. */
  scripts: number
  scriptMs: number
  /** The bytes of commands and replies. */
  inputBytes: number
  outputBytes: number
}

/** Reads what Redis servers have done, in total. */
export async function workOf(nodes: readonly RedisServer[]): Promise<NodeWork> {
  const infos = await Promise.all(nodes.map((node) => ask(node, 'INFO', 'all')))
  const total = (pattern: RegExp) => infos.reduce((sum, info) => sum + Number(pattern.exec(info)?.[1] ?? 0), 0)
  return {
    processorMs: 1_000 * (total(/^used_cpu_user_main_thread:([\d.]+)/m) + total(/^used_cpu_sys_main_thread:([\d.]+)/m)),
    scripts: total(/^cmdstat_evalsha:calls=(\d+)/m),
    scriptMs: total(/^cmdstat_evalsha:calls=\d+,usec=(\d+)/m) / 1_000,
    inputBytes: total(/^total_net_input_bytes:(\d+)/m),
    outputBytes: total(/^total_net_output_bytes:(\d+)/m),
  }
}

/** Returns the work between two moments. */
export const workBetween = (before: NodeWork, after: NodeWork): NodeWork => ({
  processorMs: after.processorMs - before.processorMs,
  scripts: after.scripts - before.scripts,
  scriptMs: after.scriptMs - before.scriptMs,
  inputBytes: after.inputBytes - before.inputBytes,
  outputBytes: after.outputBytes - before.outputBytes,
})

/** How much Redis servers store, in total. */
export interface StoreSize {
  redisKeys: number
  /** What Redis reports as used memory. */
  bytes: number
}

export async function sizeOf(nodes: readonly RedisServer[]): Promise<StoreSize> {
  const sizes = await Promise.all(
    nodes.map(async (node) => ({
      redisKeys: Number(await ask(node, 'DBSIZE')),
      bytes: Number(/^used_memory:(\d+)/m.exec(await ask(node, 'INFO', 'memory'))?.[1]),
    })),
  )
  return {
    redisKeys: sizes.reduce((sum, { redisKeys }) => sum + redisKeys, 0),
    bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}
