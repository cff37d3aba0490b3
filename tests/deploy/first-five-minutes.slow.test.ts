import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { blockCommands, codeSpans, partOf } from '../support/document-commands'
import { freePort } from '../support/free-port'
import { fillDisk } from '../support/full-disk'
import { createOperatorFolder, type OperatorFolder } from '../support/operator-folder'
import { startRedisServer } from '../support/redis'
import { startRedisCluster } from '../support/redis-cluster'
import { type App, startApp } from '../support/start-app'

const page = partOf(
  'docs/operations.md',
  '**The first five minutes.**',
  "Don't restart Pinref because the store is down",
)
const readiness = partOf('docs/operations.md', '## Readiness', '## When the store is down')

/** The page's commands, in its order. */
const probes = "curl -s -m 5 -w ' %{http_code}\\n' localhost:3000/api/health localhost:3000/api/health/ready"
const count =
  'journalctl -u pinref -o cat --since -15min | jq -rR \'fromjson? | select(.level == "error") | .code // .message\' | sort | uniq -c'
const doctor = 'node dist/pinref-server.js doctor'
const store = 'node dist/pinref-server.js store info'
/** For a server that doesn't respond. */
const [status, lastLines, start] = ['systemctl status pinref', 'journalctl -u pinref -n 50', 'systemctl start pinref']

let folder: OperatorFolder
let journal: string
let port: number
let app: App | null
/** Stops what a test has started, the last first. */
let stops: Array<() => Promise<unknown>>

beforeEach(async () => {
  folder = createOperatorFolder()
  journal = join(folder.path, 'journal')
  port = await freePort()
  app = null
  stops = []
  folder.addProgram(
    'journalctl',
    `case "$*" in "-u pinref -o cat --since -15min") cat '${journal}';; "-u pinref -n 50") tail -n 50 '${journal}';; *) exit 1;; esac`,
  )
  folder.addProgram(
    'systemctl',
    `case "$*" in "status pinref") echo "Active: failed"; exit 3;; "start pinref") ;; *) exit 1;; esac`,
  )
})
afterEach(async () => {
  await app?.stop()
  for (const stop of stops.reverse()) await stop()
  folder.remove()
})

/** Starts Pinref with these settings in `.env`, and makes a call that works. */
async function run(settings: Record<string, string>): Promise<void> {
  folder.setEnv({ PORT: String(port), FREE_DAILY_QUOTA: '1000000', ...settings })
  app = await startApp('node', {}, { folder: folder.path, port, output: { file: journal } })
  // Until then, a fault can end the start.
  await expect.poll(() => readFileSync(journal, 'utf8')).toContain('is running at')
  expect((await convert()).status).toBe(200)
}

const convert = () => fetch(`http://127.0.0.1:${port}/api/convert`, { method: 'POST', body: '{"cid":"1"}' })

/** Types a command of the page. */
const type = (command: string) => folder.run(command.replaceAll('localhost:3000', `localhost:${port}`))

/** Starts a Redis server and Pinref. */
async function runOnRedis(settings: Record<string, string> = {}) {
  const redis = await startRedisServer(settings)
  const admin = new Redis(redis.url, { retryStrategy: () => 20 })
  admin.on('error', () => {})
  stops.push(redis.stop, async () => admin.disconnect())
  await run({ REDIS_URL: redis.url })
  return { redis, admin }
}

interface Breakage {
  /** Starts Pinref on a store that works, and breaks the store. */
  break(): Promise<void>
  cause: string
  /** What `doctor` says about the store and its nodes. */
  finding: RegExp
  /** What the log says once. */
  message: RegExp
  /** What the store command prints, and its exit code. */
  info: RegExp
  code: number
}

const breakages: Readonly<Record<string, Breakage>> = {
  'that stopped': {
    async break() {
      const { redis } = await runOnRedis()
      const ended = once(redis.process, 'exit')
      redis.process.kill('SIGKILL')
      await ended
    },
    cause: 'unreachable',
    finding: /^fault +store +The store can't be reached\. .*ECONNREFUSED.*\nwarning +nodes +Not checked/m,
    message: /The store can't be reached\. .*ECONNREFUSED/,
    info: /^The store can't be reached\. .*ECONNREFUSED/,
    code: 1,
  },
  'that became a replica': {
    async break() {
      const { admin } = await runOnRedis()
      await admin.replicaof('127.0.0.1', await freePort())
    },
    cause: 'read_only',
    finding: /^fault +store .*READONLY.*\nfault +nodes .*Replica of 127\.0\.0\.1:\d+\. Set REDIS_URL to the primary\./m,
    message: /READONLY/,
    info: /^role:slave$/m,
    code: 0,
  },
  'whose memory is full': {
    async break() {
      const { admin } = await runOnRedis()
      await admin.config('SET', 'maxmemory', '1mb')
    },
    cause: 'full',
    finding: /^fault +store +The store is out of memory\. .*OOM.*\nwarning +nodes .*Uses .* of 1\.0 MB of memory\./m,
    message: /The store is out of memory\. .*OOM/,
    info: /^used_memory:\d{7}\n[\s\S]*^maxmemory:1048576$/m,
    code: 0,
  },
  'that rejects the password': {
    async break() {
      const { admin } = await runOnRedis()
      await admin.config('SET', 'requirepass', 'another')
      await admin.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
    },
    cause: 'unauthorized',
    finding: /^fault +store +The store requires a password\. .*NOAUTH.*\nwarning +nodes +Not checked/m,
    message: /The store requires a password\. .*NOAUTH/,
    info: /^The store requires a password\. Add the password to REDIS_URL.*NOAUTH/,
    code: 1,
  },
  'that lost its data': {
    async break() {
      const { admin } = await runOnRedis()
      await admin.flushall()
    },
    cause: 'replaced',
    finding: /^fault +store +Pinref rejects this store, .*pinref:\{0\}:created is missing/m,
    message: /pinref:\{0\}:created is missing/,
    // At most what a queue wrote before it was closed.
    info: /^# Keyspace\n(?:db0:keys=\d,.*\n)?$/m,
    code: 0,
  },
  'whose disk is full': {
    async break() {
      const { redis } = await runOnRedis({ appendfsync: 'everysec' })
      await fillDisk(redis)
    },
    cause: 'disk_full',
    finding:
      /^fault +store .*disk is full.*No space left on device.*\nfault +nodes .*Can't write its append-only file\./m,
    message: /disk is full.*No space left on device/,
    info: /^aof_last_write_status:err$/m,
    code: 0,
  },
  'that lost a part of its cluster': {
    async break() {
      const cluster = await startRedisCluster({ settings: () => ({ 'cluster-require-full-coverage': 'no' }) })
      stops.push(cluster.stop)
      await run({ REDIS_URL: cluster.url })
      const nodesOf = await cluster.placement()
      // Calls from visitors need the first node.
      const lost = cluster.nodes.find((node) => node !== nodesOf('{0}')[0])
      lost?.process.kill('SIGKILL')
    },
    cause: 'unreachable',
    finding:
      /^fault +store +A part of the cluster can't serve calls: .*\n(?:.*\n)*fault +nodes +127\.0\.0\.1:\d+: Can't be used \(/m,
    message: /A part of the cluster can't serve calls: /,
    info: /^# 127\.0\.0\.1:\d+\nThe store can't be reached\./m,
    code: 1,
  },
}

test('the page has no other commands than those that are followed below', () => {
  expect(blockCommands(page)).toEqual([probes, count, doctor, store])
  expect(codeSpans(page).filter((code) => code.includes(' '))).toEqual([status, lastLines, start])
})

test.each(Object.entries(breakages))(
  'each command of the first five minutes names the cause, with a store %s',
  async (_, { break: breakStore, cause, finding, message, info, code }) => {
    await breakStore()
    const isPartial = finding.source.includes('part of the cluster')
    const ready = isPartial
      ? new RegExp(`^\\{"status":"ok",.* 200\\n\\{"status":"partial",.*"cause":"${cause}",.* 200\\n$`)
      : new RegExp(`^\\{"status":"ok",.* 200\\n\\{"status":"unavailable",.*"cause":"${cause}",.* 503\\n$`)
    await expect.poll(async () => (await type(probes)).stdout).toMatch(ready)
    expect(readiness).toMatch(new RegExp(`^\\| \`${cause}\` \\|`, 'm'))

    const counted = async () => (await type(count)).stdout
    if (!isPartial) {
      expect((await convert()).status).toBe(500)
      await expect.poll(counted).toMatch(/^ +\d+ store_unavailable$/m)
    }
    await expect.poll(counted).toMatch(message)
    expect((await counted()).split('\n').filter((line) => message.test(line))).toEqual([expect.stringMatching(/^ +1 /)])

    const found = await type(doctor)
    expect(found).toMatchObject({ code: 1, stdout: expect.stringMatching(finding), stderr: '' })
    expect(found.stdout).toMatch(new RegExp(`^fault +server .*${isPartial ? 'partial' : cause}`, 'm'))
    const { stdout, stderr, ...outcome } = await type(store)
    expect(outcome.code).toBe(code)
    expect(stdout + stderr).toMatch(info)
  },
)

test('the first five minutes show why a server is not running', async () => {
  const redis = await startRedisServer({ requirepass: 'another' })
  stops.push(redis.stop)
  await expect(run({ REDIS_URL: `redis://127.0.0.1:${redis.port}` })).rejects.toThrow()
  expect((await type(probes)).stdout).toBe(' 000\n 000\n')
  expect((await type(status)).stdout).toContain('failed')
  expect((await type(lastLines)).stdout).toContain('The store requires a password. Add the password to REDIS_URL')
  folder.setEnv({ PORT: String(port), REDIS_URL: redis.url })
  expect(await type(start)).toMatchObject({ code: 0 })
  expect((await type(doctor)).stdout).toMatch(/^ok +store[\s\S]*^ok +server +No server is running on port \d+\.$/m)
})
