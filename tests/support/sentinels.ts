import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { redisName, redisProgram } from '@/server/platform/store/embedded/redis-server'
import { freePort } from './free-port'
import { type RedisServer, startRedisServer } from './redis'
import { removeFolder } from './remove-folder'

/** The password of the primary and its replica, and the Sentinels' password. */
const password = 'p@ss/word'
const sentinelPassword = 'guards & more'

/** A primary with a replica, watched by three Sentinels, all of which require a password. */
export interface WatchedRedis {
  /** An address for `REDIS_URL`. */
  url: string
  primary: RedisServer
  replica: RedisServer
  /** Promotes the replica, although the current primary is up. Resolves once the Sentinels report the new primary. */
  swap(): Promise<void>
  stop(): Promise<void>
}

export async function startWatchedRedis(): Promise<WatchedRedis> {
  const settings = { requirepass: password, masterauth: password, 'repl-diskless-sync-delay': '0' }
  const primary = await startRedisServer(settings)
  const replica = await startRedisServer({ ...settings, replicaof: `127.0.0.1 ${primary.port}` })
  const folder = mkdtempSync(join(tmpdir(), 'pinref-sentinels-'))
  const ports = await Promise.all(Array.from({ length: 3 }, freePort))
  const watchers = ports.map((port) => startSentinel(folder, port, primary.port))
  const sentinel = new Redis({ port: ports[0] ?? 0, password: sentinelPassword, retryStrategy: () => 50 })
  sentinel.on('error', () => {})
  const ask = (name: string, ...args: string[]) => sentinel.call(name, ...args)
  await untilTheyAgree(ask)
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',')
  const words = { sentinelPassword }
  return {
    url: `redis+sentinel://:${encodeURIComponent(password)}@${hosts}/main?${new URLSearchParams(words)}`,
    primary,
    replica,
    async swap() {
      const port = async () => String(await ask('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', 'main'))
      const before = await port()
      while ((await ask('SENTINEL', 'FAILOVER', 'main').catch(String)) !== 'OK') await sleep(50)
      while ((await port()) === before) await sleep(50)
    },
    async stop() {
      sentinel.disconnect()
      await Promise.all(watchers.map(end))
      await Promise.all([primary.stop(), replica.stop()])
      removeFolder(folder)
    },
  }
}

function startSentinel(folder: string, port: number, primaryPort: number): ChildProcess {
  const file = join(folder, `${port}.conf`)
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${folder}`,
    `requirepass "${sentinelPassword}"`,
    `sentinel sentinel-pass "${sentinelPassword}"`,
    `sentinel monitor main 127.0.0.1 ${primaryPort} 2`,
    `sentinel auth-pass main "${password}"`,
    'sentinel down-after-milliseconds main 500',
    'sentinel failover-timeout main 1000',
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  return spawn(redisProgram(), [file, '--sentinel'], { argv0: redisName, stdio: 'ignore' })
}

/** Waits until the first Sentinel has found the replica and both other Sentinels. */
async function untilTheyAgree(ask: (name: string, ...args: string[]) => Promise<unknown>): Promise<void> {
  for (let turn = 0; turn < 600; turn++) {
    const fields = (await ask('SENTINEL', 'MASTER', 'main').catch(() => [])) as string[]
    const counts = ['num-slaves', 'num-other-sentinels'].map((name) => fields[fields.indexOf(name) + 1])
    if (counts.join() === '1,2') return
    await sleep(50)
  }
  throw new Error('The Sentinels do not find each other.')
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
