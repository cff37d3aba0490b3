import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSimulator } from '../simulator/simulator'
import { runCommand, runDoctor } from '../support/doctor'
import { freePort } from '../support/free-port'
import { withLimitedUser } from '../support/limited-user'
import { startMailServer } from '../support/mail-server'
import { type RedisServer, startRedisServer } from '../support/redis'
import { startRedisCluster } from '../support/redis-cluster'
import { removeFolder } from '../support/remove-folder'
import { startWatchedRedis } from '../support/sentinels'
import { startApp } from '../support/start-app'

const folder = mkdtempSync(join(tmpdir(), 'pinref-doctor-'))
const redis = await startRedisServer()
afterAll(async () => {
  await redis.stop()
  removeFolder(folder)
})

const idlePort = await freePort()

const settings = (env: Record<string, string>) => ({ DATA_DIR: join(folder, 'data'), PORT: String(idlePort), ...env })
const command = (args: string[], env: Record<string, string> = {}) => runCommand(args, settings(env))
const doctor = (env: Record<string, string> = {}) => runDoctor(settings(env))

describe('pinref-server', () => {
  test('prints its usage and exits with 2 if the command or an argument is unknown', async () => {
    for (const args of [[], ['strat'], ['toString'], ['backup'], ['secrets', 'now'], ['restore', 'a', '--no']]) {
      const { code, stdout, stderr } = await command(args)
      expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: '' })
      expect(stderr).toContain('Usage: node dist/pinref-server.js <command>')
    }
  })

  test('prints its usage and exits with 0 for a help request', async () => {
    const { code, stdout } = await command(['--help'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^ +doctor +Checks the settings/m) })
    expect(await command(['backup', '--help'])).toEqual({ code, stdout, stderr: '' })
  })
})

describe('pinref-server doctor', () => {
  test('finds no faults on a fresh machine', async () => {
    const { stdout, code } = await command(['doctor'])
    expect(stdout.split('\n').filter((line) => !line.startsWith('ok '))).toEqual([''])
    expect(stdout).toContain('noeviction, append-only file')
    expect(code).toBe(0)
  })

  test('ends without an error if its reader stops reading', async () => {
    const [program, ...args] = [process.execPath, 'dist/pinref-server.js', 'doctor']
    const child = spawn(program, args, { env: { ...process.env, ...settings({}) } })
    child.stdout.once('data', () => child.stdout.destroy())
    const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(errors).toBe('')
  })

  test('reports an invalid setting and skips all other checks', async () => {
    expect(await doctor({ REDIS_URL: 'redis://127.0.0.1:port' })).toEqual({
      code: 1,
      settings: expect.stringMatching(/^fault +settings +.*REDIS_URL must be a URL/),
    })
  })

  test('reports an unreachable store, and a folder that is not writable', async () => {
    const port = await freePort()
    expect(await doctor({ REDIS_URL: `redis://127.0.0.1:${port}`, DATA_DIR: '/proc/pinref' })).toMatchObject({
      code: 1,
      store: expect.stringMatching(/^fault .* can't be reached.*ECONNREFUSED/),
      clock: expect.stringMatching(/^warning .* Not checked/),
      disk: expect.stringMatching(/^fault .*\/proc\/pinref can't be created/),
    })
  })

  test('reports a read-only store, a full store, a wrong password, and settings that lose data', async () => {
    const [replica, full, locked, evicting] = await Promise.all([
      startRedisServer({ replicaof: `127.0.0.1 ${redis.port}` }),
      startRedisServer({ maxmemory: '1' }),
      startRedisServer({ requirepass: 'let me in' }),
      startRedisServer({ 'maxmemory-policy': 'allkeys-lru', appendonly: 'no' }),
    ])
    const storeOf = async ({ port }: RedisServer) => {
      const { code, store } = await doctor({ REDIS_URL: `redis://127.0.0.1:${port}` })
      return `${code} ${store}`
    }
    const found = await Promise.all([replica, full, locked, evicting].map(storeOf))
    expect(found).toEqual([
      expect.stringMatching(/^1 fault .* is a read-only replica\. Set REDIS_URL to its primary.*READONLY/),
      expect.stringMatching(/^1 fault .* out of memory.*OOM/),
      expect.stringMatching(/^1 fault .* requires a password.*NOAUTH/),
      expect.stringMatching(/^0 warning .*no append-only file.*allkeys-lru/),
    ])
    await Promise.all([replica, full, locked, evicting].map((server) => server.stop()))
  })

  test('reports each node’s role, memory, evictions, and slow commands, and what to do about them', async () => {
    const nodeLine = async (env: Record<string, string>) => String((await doctor(env)).nodes)
    const replica = await startRedisServer({ replicaof: `127.0.0.1 ${redis.port}` })
    const facts =
      'Uses \\d\\.\\d MB of memory, without a limit\\. No keys evicted\\. Append-only file written\\. No slow commands in the last hour\\.$'
    expect(await nodeLine({ REDIS_URL: redis.url })).toMatch(
      new RegExp(`^ok +nodes +127\\.0\\.0\\.1:${redis.port}: Primary with 1 replica\\. ${facts}`),
    )
    expect(await nodeLine({ REDIS_URL: replica.url })).toMatch(
      new RegExp(`^fault .* Replica of 127\\.0\\.0\\.1:${redis.port}\\. Set REDIS_URL to the primary\\. ${facts}`),
    )
    await replica.stop()

    const evicting = await startRedisServer({ maxmemory: '3mb', 'maxmemory-policy': 'allkeys-lru' })
    const admin = new Redis(evicting.url)
    for (let key = 0; key < 50; key++) await admin.set(`key ${key}`, 'x'.repeat(100_000))
    await admin.call('CONFIG', 'SET', 'slowlog-log-slower-than', '1000')
    const script = 'local n = 0; for i = 1, 4e7 do n = n + i end; return n'
    await admin.call('EVAL', script, '0', 'an argument')
    const line = await nodeLine({ REDIS_URL: evicting.url, STORE_TIMEOUT_MS: '200' })
    expect(line).toMatch(/^warning .* MB of 3\.1 MB of memory\. When it is full, calls fail\. Raise maxmemory/)
    expect(line).toMatch(/ \d+ keys evicted since it started: .* restore a backup/)
    expect(line).toMatch(
      / slow commands? in the last hour, the slowest EVAL with \d+ ms\. Calls time out after 200 ms\./,
    )
    expect(line).not.toContain('argument')
    admin.disconnect()
    await evicting.stop()
  })

  test('reports a cluster’s node that does not reply, and nodes without a replica', async () => {
    const cluster = await startRedisCluster()
    const [dead] = cluster.nodes
    dead?.process.kill('SIGKILL')
    const { stdout } = await command(['doctor'], { REDIS_URL: cluster.url })
    const lines = stdout.split('\n').filter((line) => /^\w+ +nodes /.test(line))
    expect(lines.sort()).toEqual([
      expect.stringMatching(
        new RegExp(`^fault .* 127\\.0\\.0\\.1:${dead?.port}: Can't be used \\(connect ECONNREFUSED .* Start this node`),
      ),
      expect.stringMatching(
        /^warning .* Primary with 0 replicas\. Nothing takes over if it fails\. Start its replica\./,
      ),
      expect.stringMatching(/^warning .* Primary with 0 replicas\./),
    ])
    await cluster.stop()
  })

  test('reports a primary under Sentinel that lost its replica', async () => {
    const watched = await startWatchedRedis()
    const nodes = async () => (await doctor({ REDIS_URL: watched.url })).nodes
    expect(await nodes()).toMatch(/^ok .* Primary with 1 replica\./)
    const ended = once(watched.replica.process, 'exit')
    watched.replica.process.kill('SIGKILL')
    await ended
    expect(await nodes()).toMatch(/^warning .* Primary with 0 replicas\. .* Start its replica\./)
    await watched.stop()
  })

  test('reports that the details are unknown if the store does not allow the commands', async () => {
    const limited = await withLimitedUser(redis.url)
    expect((await doctor({ REDIS_URL: limited })).nodes).toMatch(/^ok .* Slow log unknown\.$/)
    const admin = new Redis(redis.url)
    await admin.call('ACL', 'SETUSER', 'pinref', '-info')
    expect((await doctor({ REDIS_URL: limited })).nodes).toMatch(
      /^ok .*: Unknown, because the store doesn't allow INFO\./,
    )
    admin.disconnect()
    expect((await doctor({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` })).nodes).toMatch(
      /^warning .* Not checked/,
    )
  })

  test('reports a store from a later release', async () => {
    const later = await startRedisServer()
    const admin = new Redis(later.url)
    await admin.set('pinref:schema', '99')
    admin.disconnect()
    expect(await doctor({ REDIS_URL: later.url })).toMatchObject({
      code: 1,
      store: expect.stringMatching(/^fault .*has version 99/),
    })
    await later.stop()
  })

  test('reports a clock that differs from the store’s', async () => {
    const shifted = '--import=data:text/javascript,const%20now=Date.now;Date.now=()=>now()%2B60000'
    expect(await doctor({ REDIS_URL: redis.url, NODE_OPTIONS: shifted })).toMatchObject({
      code: 1,
      clock: expect.stringMatching(/^fault .* (59|60)\.\d seconds behind this machine's/),
    })
  })

  describe('calls Google and the mail server', () => {
    const services = Promise.all([startSimulator({}), startMailServer()])
    beforeAll(() => services)
    afterAll(async () => {
      await Promise.all((await services).map((service) => service.stop()))
    })

    const settings = async (key: (right: string) => string, mailPassword: string) => {
      const [google, mail] = await services
      const smtp = new URL(mail.url)
      smtp.password = mailPassword
      return {
        REDIS_URL: redis.url,
        GOOGLE_MAPS_API_KEY: key(google.apiKey),
        GOOGLE_PLACES_URL: google.placesUrl,
        SMTP_URL: smtp.href,
      }
    }

    test('reports that Google and the mail server work, after one free call', async () => {
      const [google] = await services
      google.reset()
      expect(await doctor(await settings((right) => right, 'let me in'))).toMatchObject({
        code: 0,
        google: expect.stringMatching(/^warning .* A free call works\. Run check-google/),
        mail: expect.stringMatching(/^ok /),
      })
      expect(google.calls).toHaveLength(1)
    })

    test('reports if Google rejects the key or the mail server rejects the password', async () => {
      expect(await doctor(await settings(() => 'another-key', 'wrong'))).toMatchObject({
        code: 1,
        google: expect.stringMatching(/^fault .* rejects a free call with the key/),
        mail: expect.stringMatching(/^fault .* Can't sign in to the mail server in SMTP_URL/),
      })
    })
  })

  describe('compares the running server with itself', () => {
    const dataDir = join(folder, 'running')
    const served = { REDIS_URL: redis.url, DATA_DIR: dataDir, STORE_ID: 'the one', FREE_DAILY_QUOTA: '1000000' }

    test('and finds no server, a ready one, another program on its port, and one that does not respond', async () => {
      expect(await doctor({ REDIS_URL: redis.url })).toMatchObject({
        code: 0,
        server: `ok       server    No server is running on port ${idlePort}.`,
      })
      const own = { REDIS_URL: redis.url, DATA_DIR: dataDir }
      const app = await startApp('worker', own)
      expect(await doctor({ ...own, PORT: String(app.port), HOSTNAME: '127.0.0.1' })).toMatchObject({
        code: 0,
        server: expect.stringMatching(/^ok .* The server on port \d+ \(\d+\.\d+\.\d+, \w.*\) is ready\.$/),
      })
      await app.stop()
      const other = createServer((_, response) => response.end('{"status":"ok"}'))
      await once(other.listen(0, '127.0.0.1'), 'listening')
      const { port } = other.address() as AddressInfo
      expect(await doctor({ REDIS_URL: redis.url, PORT: String(port) })).toMatchObject({
        code: 0,
        server: expect.stringMatching(/^warning .* Another program uses port/),
      })
      other.close()
      const silent = createTcpServer().listen(0, '127.0.0.1')
      await once(silent, 'listening')
      const silentPort = String((silent.address() as AddressInfo).port)
      expect(await doctor({ REDIS_URL: redis.url, PORT: silentPort, STORE_TIMEOUT_MS: '500' })).toMatchObject({
        code: 1,
        server: expect.stringMatching(/^fault .* doesn't respond within 3 seconds/),
      })
      silent.close()
    })

    test('and reports a server that rejects the store while the command, with other settings, accepts it', async () => {
      const admin = new Redis(redis.url)
      await admin.set('pinref:{0}:created', 'the one')
      const app = await startApp('worker', served)
      await admin.set('pinref:{0}:created', 'another one')
      const cause = async () => (await (await fetch(`${app.url}/api/health/ready`)).json()).cause
      await expect.poll(cause, { timeout: 30_000 }).toBe('replaced')
      const call = await fetch(`${app.url}/api/convert`, { method: 'POST', body: '{"cid":"1"}' })
      expect(call.status).toBe(500)
      // As a command that is run in another folder than the server, whose settings are only in its own environment.
      const elsewhere = { REDIS_URL: redis.url, DATA_DIR: join(folder, 'elsewhere'), PORT: String(app.port) }
      expect(await doctor(elsewhere)).toMatchObject({
        code: 1,
        store: expect.stringMatching(/^ok /),
        server: expect.stringMatching(
          /^fault .* can't use the store \(replaced\), although this command can\. .*with its settings .*STORE_ID/,
        ),
      })
      expect(await doctor({ ...served, PORT: String(app.port) })).toMatchObject({
        code: 1,
        store: expect.stringMatching(/^fault .* rejects this store/),
        server: expect.stringMatching(/^fault .* finds the same fault in the store: replaced\./),
      })
      await admin.set('pinref:{0}:created', 'the one')
      await expect.poll(cause, { timeout: 30_000 }).toBeUndefined()
      expect(await doctor({ ...served, STORE_ID: 'another one', PORT: String(app.port) })).toMatchObject({
        code: 1,
        store: expect.stringMatching(/^fault .* rejects this store/),
        server: expect.stringMatching(/^fault .* is ready, although this command can't use the store\./),
      })
      await app.stop()
      admin.disconnect()
    })
  })

  test('reports a webhook that Stripe cannot call, and proxies that do not match the public address', async () => {
    const stripe = { REDIS_URL: redis.url, STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }
    expect(await doctor({ ...stripe, TRUSTED_PROXIES: '1' })).toMatchObject({
      code: 1,
      stripe: expect.stringMatching(/^fault .* can't reach http:\/\/localhost:\d+\/api\/billing\/webhook/),
      proxies: expect.stringMatching(/^warning .* TRUSTED_PROXIES is 1/),
    })
    const address = { APP_URL: 'https://pinref.example.com', SMTP_URL: '' }
    expect(await doctor({ ...stripe, ...address, STRIPE_WEBHOOK_SECRET: 'sk_live_x' })).toMatchObject({
      code: 1,
      stripe: expect.stringMatching(/^fault .* must begin with whsec_/),
      proxies: expect.stringMatching(/^warning .* TRUSTED_PROXIES is 0/),
      mail: expect.stringMatching(/^warning .* Off/),
    })
    expect(await doctor({ ...stripe, ...address, TRUSTED_PROXIES: '1' })).toMatchObject({
      code: 0,
      stripe: expect.stringMatching(/^ok .*https:\/\/pinref\.example\.com\/api\/billing\/webhook/),
      proxies: expect.stringMatching(/^ok /),
    })
  })
})
