import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readOnlyCommands } from '@/server/entrances/commands/read-only-commands'
import { freePort } from '../support/free-port'
import { withLimitedUser } from '../support/limited-user'
import { createOperatorFolder } from '../support/operator-folder'
import { startRedisServer } from '../support/redis'
import { startRedisCluster } from '../support/redis-cluster'
import { startWatchedRedis } from '../support/sentinels'
import { startApp } from '../support/start-app'
import { startUpstashStandIn } from '../support/upstash-stand-in'

const folder = createOperatorFolder()
const redis = await startRedisServer()
const admin = new Redis(redis.url)
afterAll(async () => {
  admin.disconnect()
  await redis.stop()
  folder.remove()
})
beforeEach(() => folder.setEnv({ REDIS_URL: redis.url }))

const store = (words: string, env?: Record<string, string>) =>
  folder.run(`node dist/pinref-server.js store ${words}`, env)
const printed = (stdout: string) => ({ code: 0, stdout, stderr: '' })

describe('pinref-server store', () => {
  test('prints replies like redis-cli does, with nothing that controls a terminal', async () => {
    await admin.set('bytes', Buffer.from([0x61, 0x1b, 0xff, 0x0a, 0x62]))
    await admin.rpush('list', 'a "b" \\', '中\u009b', Buffer.from([0xff, 0x1b]), 'two\nlines')
    expect(await store('ping')).toEqual(printed('PONG\n'))
    expect(await store('get bytes')).toEqual(printed('a\\x1b\\xff\nb\n'))
    expect(await store('get none')).toEqual(printed('(nil)\n'))
    expect(await store('llen list')).toEqual(printed('(integer) 4\n'))
    expect(await store('smembers none')).toEqual(printed('(empty array)\n'))
    const list = ['1) "a \\"b\\" \\\\"', '2) "中\\x9b"', '3) "\\xff\\x1b"', '4) "two\\nlines"', '']
    expect(await store('lrange list 0 -1')).toEqual(printed(list.join('\n')))
    expect((await store('scan 0 match by*')).stdout).toBe('1) "0"\n2) 1) "bytes"\n')
    expect((await store('config get maxmemory-policy')).stdout).toBe('1) "maxmemory-policy"\n2) "noeviction"\n')
    expect((await store('info memory')).stdout).toMatch(/^# Memory\nused_memory:\d+\n/)
  })

  test('runs in a pipe whose reader stops early, and cuts off a reply of many megabytes', async () => {
    await admin.set('long', 'x'.repeat(5_000_000))
    expect(await store('info | head -n 1')).toEqual(printed('# Server\n'))
    expect(await store('get long | head -c 3')).toMatchObject({ stdout: 'xxx', stderr: '' })
    const { stdout } = await store('get long')
    expect(stdout.length).toBeLessThan(4_001_000)
    expect(stdout).toMatch(/x\n\(cut off after 4,000,000 characters\)\n$/)
  })

  test('does not read a value that is too large to copy', async () => {
    await admin.setrange('huge', 65 * 2 ** 20, 'x')
    expect(await store('get huge')).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('getrange') })
    expect(await store(`getrange huge ${65 * 2 ** 20} -1`)).toEqual(printed('x\n'))
    await admin.del('huge')
  })

  test('exits with 2 for a command that writes, without sending it', async () => {
    const { code, stdout, stderr } = await store('del list')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^DEL is not run: /)
    expect(await admin.exists('list')).toBe(1)
  })

  test('runs only commands that do not write or block, according to Redis', async () => {
    for (const name of readOnlyCommands) {
      const [info] = (await admin.call('COMMAND', 'INFO', name.replace(' ', '|'))) as [string, number, string[]][]
      expect(info?.[0], name).toBe(name.toLowerCase().replace(' ', '|'))
      expect(
        info?.[2].filter((flag) => /^(?:write|blocking|may_replicate|pubsub)$/.test(flag)),
        name,
      ).toEqual([])
    }
  })

  test('works while the store is rejected, read-only, or full, and changes nothing there', async () => {
    const replica = await startRedisServer({ replicaof: `127.0.0.1 ${redis.port}` })
    folder.setEnv({ REDIS_URL: replica.url })
    expect((await store('info replication')).stdout).toContain('role:slave\n')
    await replica.stop()

    const other = await startRedisServer({ maxmemory: '1' })
    // A server without the accepted marker.
    folder.setEnv({ REDIS_URL: other.url, STORE_ID: 'another store' })
    expect((await store('info memory')).stdout).toMatch(/^maxmemory:1$/m)
    expect(await store('dbsize')).toEqual(printed('(integer) 0\n'))
    expect(existsSync(join(folder.path, '.data'))).toBe(false)
    await other.stop()
  })

  test('prints the reason and what to do if the store cannot be reached or rejects the password or the command', async () => {
    const failure = (text: string) => ({ code: 1, stdout: '', stderr: expect.stringContaining(text) })
    const port = await freePort()
    folder.setEnv({ REDIS_URL: `redis://:hunter2@127.0.0.1:${port}` })
    expect(await store('ping')).toEqual(
      failure(
        `Check the store's address, the network, and whether the store is running (connect ECONNREFUSED 127.0.0.1:${port}).`,
      ),
    )
    folder.setEnv({ REDIS_URL: redis.url.replace('//', '//pinref:hunter2@') })
    const wrong = await store('ping')
    expect(wrong).toEqual(failure('The store rejects the user or the password in REDIS_URL (WRONGPASS'))
    expect(wrong.stderr).not.toContain('hunter2')
    const locked = await startRedisServer({ requirepass: 'let me in' })
    folder.setEnv({ REDIS_URL: `redis://127.0.0.1:${locked.port}` })
    expect(await store('ping')).toEqual(failure('Add the password to REDIS_URL'))
    await locked.stop()
    folder.setEnv({ REDIS_URL: await withLimitedUser(redis.url) })
    expect(await store('slowlog get')).toEqual(failure('lacks a permission'))
    expect((await store('info memory')).code).toBe(0)
    folder.setEnv({ REDIS_URL: 'localhost' })
    const invalid = await store('ping')
    expect(invalid).toEqual(failure('REDIS_URL must be a URL'))
    expect(invalid.stderr).not.toContain("can't be reached")
    folder.setEnv({ REDIS_URL: redis.url })
    expect(await store('hgetall bytes')).toEqual(failure('(error) WRONGTYPE'))
    redis.process.kill('SIGSTOP')
    expect(await store('ping')).toEqual(failure('no response within 5 seconds'))
    redis.process.kill('SIGCONT')
  })

  test('asks each node of a cluster, also while a part of it is lost, and the node of a key', async () => {
    const cluster = await startRedisCluster()
    folder.setEnv({ REDIS_URL: cluster.url })
    const headings = cluster.nodes.map(({ port }) => `# 127.0.0.1:${port}`).sort()
    const all = await store('info server')
    expect(all.code).toBe(0)
    expect(all.stdout.match(/^# 127.*$/gm)?.sort()).toEqual(headings)
    for (const { port } of cluster.nodes) expect(all.stdout).toContain(`tcp_port:${port}\n`)

    const nodesOf = await cluster.placement()
    const [node] = nodesOf('{a}:key')
    const owner = new Redis(node?.url ?? '')
    await owner.set('{a}:key', 'here')
    owner.disconnect()
    expect(await store("get '{a}:key'")).toEqual(printed('here\n'))

    const ended = node && once(node.process, 'exit')
    node?.process.kill('SIGKILL')
    await ended
    const partial = await store('ping')
    expect(partial.code).toBe(1)
    expect(partial.stdout.match(/^PONG$/gm)).toHaveLength(2)
    expect(partial.stdout).toContain(`# 127.0.0.1:${node?.port}\nThe store can't be reached.`)
    expect(await store("get '{a}:key'")).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`127.0.0.1:${node?.port}`),
    })
    await cluster.stop()
    expect(await store('ping')).toMatchObject({ code: 1, stderr: expect.stringContaining("can't be reached") })
  })

  test('asks the primary that the Sentinels report', async () => {
    const watched = await startWatchedRedis()
    folder.setEnv({ REDIS_URL: `"${watched.url}"` })
    expect((await store('info replication')).stdout).toMatch(/^role:master\nconnected_slaves:1$/m)
    expect((await store('info server')).stdout).toContain(`tcp_port:${watched.primary.port}\n`)
    await watched.swap()
    expect((await store('info server')).stdout).toContain(`tcp_port:${watched.replica.port}\n`)
    await watched.stop()
  })

  test('trusts a private authority as Pinref does', async () => {
    const [key, certificate] = [join(folder.path, 'tls.key'), join(folder.path, 'tls.pem')]
    const names = ['-subj', '/CN=store', '-addext', 'subjectAltName=IP:127.0.0.1', '-nodes', '-days', '2']
    const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
    execFileSync('openssl', [...made, '-keyout', key, '-out', certificate, ...names], { stdio: 'ignore' })
    const port = await freePort()
    const settings = { 'tls-cert-file': certificate, 'tls-key-file': key, 'tls-auth-clients': 'no' }
    const tls = await startRedisServer({ 'tls-port': String(port), ...settings })
    folder.setEnv({ REDIS_URL: `rediss://127.0.0.1:${port}` })
    expect(await store('ping', { NODE_EXTRA_CA_CERTS: certificate })).toEqual(printed('PONG\n'))
    expect(await store('ping')).toMatchObject({ code: 1, stderr: expect.stringContaining('Set NODE_EXTRA_CA_CERTS') })
    await tls.stop()
  })

  test('uses the token for Upstash', async () => {
    const upstash = await startUpstashStandIn(redis.url, 'secret-token')
    const settings = { UPSTASH_REDIS_REST_URL: upstash.url, UPSTASH_REDIS_REST_TOKEN: 'secret-token' }
    folder.setEnv(settings)
    expect(await store('lindex list 1')).toEqual(printed('中\\x9b\n'))
    folder.setEnv({ ...settings, UPSTASH_REDIS_REST_TOKEN: 'wrong-token' })
    expect(await store('dbsize')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('rejects UPSTASH_REDIS_REST_TOKEN'),
    })
    await upstash.stop()
  })

  test('asks the embedded Redis of a running server, and never starts one', async () => {
    folder.setEnv({ DATA_DIR: '.data' })
    expect(await store('ping')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^The embedded Redis is not running\. .*\.data\/redis\/redis\.sock/),
    })
    expect(existsSync(join(folder.path, '.data'))).toBe(false)
    const app = await startApp('worker', {}, { folder: folder.path })
    expect(await store('ping')).toEqual(printed('PONG\n'))
    await app.stop()
    expect((await store('ping')).code).toBe(1)
  })
})
