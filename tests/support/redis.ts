import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { redisName, redisProgram } from '@/server/platform/store/embedded/redis-server'
import { freePort } from './free-port'
import { removeFolder } from './remove-folder'

export interface RedisServer {
  port: number
  url: string
  process: ChildProcess
  /** Restarts Redis on the same port with the same data. Kills Redis first if it is still running. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Starts a real Redis server on a free loopback port, with an append-only file. */
export async function startRedisServer(
  settings: Record<string, string> = {},
  program = redisProgram(),
): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'pinref-redis-'))
  const port = settings.port ? Number(settings.port) : await freePort()
  const password = settings.requirepass
  const all = {
    port: String(port),
    bind: '127.0.0.1',
    dir: folder,
    appendonly: 'yes',
    appendfsync: 'always',
    save: '',
    ...settings,
  }
  const url = `redis://${password ? `:${encodeURIComponent(password)}@` : ''}127.0.0.1:${port}`

  async function launch(): Promise<ChildProcess> {
    const args = Object.entries(all).flatMap(([name, value]) => [`--${name}`, value])
    const child = spawn(program, args, { argv0: redisName, stdio: 'ignore' })
    await untilItAnswers(url)
    return child
  }

  const server: RedisServer = {
    port,
    url,
    process: await launch(),
    async restart() {
      // The old process holds the port until it exits.
      await end()
      server.process = await launch()
    },
    async stop() {
      await end()
      removeFolder(folder)
    },
  }

  async function end(): Promise<void> {
    if (server.process.exitCode !== null || server.process.signalCode !== null) return
    server.process.kill('SIGKILL')
    await once(server.process, 'exit')
  }
  return server
}

async function untilItAnswers(url: string): Promise<void> {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: null, retryStrategy: () => 20 })
  redis.on('error', () => {})
  // A server whose disk is full replies with an error.
  await redis.ping().catch((error: Error) => {
    if (error.name !== 'ReplyError') throw error
  })
  redis.disconnect()
}
