import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSimulator } from '../simulator/simulator'
import { freePort } from '../support/free-port'
import { withLimitedUser } from '../support/limited-user'
import { startMailServer } from '../support/mail-server'
import { type RedisServer, startRedisServer } from '../support/redis'
import { startRedisCluster } from '../support/redis-cluster'
import { removeFolder } from '../support/remove-folder'

const folder = mkdtempSync(join(tmpdir(), 'pinref-doctor-'))
const redis = await startRedisServer()
afterAll(async () => {
  await redis.stop()
  removeFolder(folder)
})

/** Runs the command with only these settings. */
function command(args: string[], env: Record<string, string> = {}) {
  const { PATH } = process.env
  const settings = { PATH, DATA_DIR: join(folder, 'data'), NODE_ENV: 'production' as const, ...env }
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, ['dist/pinref-server.js', ...args], { env: settings }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })
}

/** Returns the doctor's exit code, and its lines by check name. */
async function doctor(env: Record<string, string> = {}) {
  const { code, stdout } = await command(['doctor'], env)
  const lines = stdout.trimEnd().split('\n')
  return { code, ...Object.fromEntries(lines.map((line) => [line.split(/ +/)[1], line])) } as Record<string, unknown>
}

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
      expect.stringMatching(/^1 fault .* rejects writes.*READONLY/),
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

  test('reports a cluster’s node that does not reply or has no replica, and a primary without its replica', async () => {
    const cluster = await startRedisCluster()
    const [dead] = cluster.nodes
    dead?.process.kill('SIGKILL')
    const { stdout } = await command(['doctor'], { REDIS_URL: cluster.url })
    const lines = stdout.split('\n').filter((line) => / nodes /.test(line))
    expect(lines.sort()).toEqual([
      expect.stringMatching(
        new RegExp(`^fault .* 127\\.0\\.0\\.1:${dead?.port}: No reply \\(connect ECONNREFUSED .* Start this node`),
      ),
      expect.stringMatching(
        /^warning .* Primary with 0 replicas\. Nothing takes over if it fails\. Start its replica\./,
      ),
      expect.stringMatching(/^warning .* Primary with 0 replicas\./),
    ])
    await cluster.stop()
  })

  test('reports that the details are unknown if the store does not allow the commands', async () => {
    const limited = await withLimitedUser(redis.url)
    expect((await doctor({ REDIS_URL: limited })).nodes).toMatch(/^ok .* Slow log unknown\.$/)
    const admin = new Redis(redis.url)
    await admin.call('ACL', 'SETUSER', 'pinref', '-info')
    expect((await doctor({ REDIS_URL: limited })).nodes).toMatch(
      /^ok .*: unknown, because the store doesn't allow INFO \(NOPERM/,
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

  test('reports a webhook that Stripe cannot call, and proxies that do not match the public address', async () => {
    const stripe = { REDIS_URL: redis.url, STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }
    expect(await doctor({ ...stripe, TRUSTED_PROXIES: '1' })).toMatchObject({
      code: 1,
      stripe: expect.stringMatching(/^fault .* can't reach http:\/\/localhost:3000\/api\/billing\/webhook/),
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
