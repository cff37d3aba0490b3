import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, describe, expect, test } from 'vitest'
import { freePort } from '../support/free-port'
import { withLimitedUser } from '../support/limited-user'
import { startRedisServer } from '../support/redis'
import { removeFolder } from '../support/remove-folder'
import { startApp } from '../support/start-app'

const folder = mkdtempSync(join(tmpdir(), 'pinref-tls-'))
const untrusted = makeCertificate('untrusted')
const trusted = makeCertificate('trusted')
const tlsPort = await freePort()
const tls = { 'tls-cert-file': untrusted.certificate, 'tls-key-file': untrusted.key, 'tls-auth-clients': 'no' }
const redis = await startRedisServer({ 'tls-port': String(tlsPort), ...tls })
const admin = new Redis(redis.url)
const tlsUrl = `rediss://127.0.0.1:${tlsPort}`
const password = 'hunter2-hunter2'

afterAll(async () => {
  admin.disconnect()
  await redis.stop()
  removeFolder(folder)
})

/** Makes a self-signed certificate for loopback. */
function makeCertificate(name: string) {
  const [key, certificate] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)]
  const names = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1']
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', [...made, '-keyout', key, '-out', certificate, ...names], { stdio: 'ignore' })
  return { key, certificate }
}

const start = (REDIS_URL: string, more: Record<string, string> = {}, host: 'node' | 'worker' = 'node') =>
  startApp(host, { DATA_DIR: folder, REDIS_URL, ...more })

/** Starts Pinref, expects it to exit, and returns its output. */
async function refusal(url: string): Promise<string> {
  const started = await start(url).catch(({ message }: Error) => message)
  if (typeof started === 'string') return started
  await started.stop()
  throw new Error('It started.')
}

describe('Pinref exits immediately with the reason, and does not print the password,', () => {
  test('if the store rejects the password or requires a password', async () => {
    await admin.call('ACL', 'SETUSER', 'pinref', 'on', '>right', '~*', '&*', '+@all')
    const wrong = await refusal(redis.url.replace('//', `//pinref:${password}@`))
    expect(wrong).toContain('The store rejects the user or the password in REDIS_URL (WRONGPASS')
    expect(wrong).not.toContain(password)
    await admin.config('SET', 'requirepass', 'right')
    expect(await refusal(redis.url)).toContain('The store requires a password. Add the password to REDIS_URL')
    await admin.config('SET', 'requirepass', '')
  })

  test('if the user lacks a permission', async () => {
    await admin.call('ACL', 'SETUSER', 'reader', 'on', `>${password}`, '~*', '+@read', '+info', '+ping')
    const lacking = await refusal(redis.url.replace('//', `//reader:${password}@`))
    expect(lacking).toContain('The user in REDIS_URL lacks a permission in the store')
    expect(lacking).not.toContain(password)
  })

  test('if the database does not exist, instead of using the first database', async () => {
    expect(await refusal(`${redis.url}/99`)).toContain('The store does not have the database in REDIS_URL')
    expect(await admin.exists('pinref:schema')).toBe(0)
  })

  test('if the certificate is not trusted, at each of five starts, and starts once the certificate is trusted', async () => {
    const withPassword = tlsUrl.replace('//', `//:${password}@`)
    for (let time = 0; time < 5; time++) {
      const said = await refusal(withPassword)
      expect(said).toContain(
        "Set NODE_EXTRA_CA_CERTS to a file with that authority's certificate (self-signed certificate)",
      )
      expect(said).not.toMatch(/unhandled|uncaught|node:_tls_wrap/i)
      expect(said).not.toContain(password)
    }
    const app = await start(tlsUrl, { NODE_EXTRA_CA_CERTS: untrusted.certificate }, 'worker')
    await app.stop()
  })

  test.runIf(existsSync('/proc'))('if the DATA_DIR folder cannot be created', async () => {
    for (const more of [{}, { REDIS_URL: redis.url }]) {
      const said = await startApp('node', { DATA_DIR: '/proc/x', ...more }).catch(({ message }: Error) => message)
      expect(said).toContain("can't be created (ENOENT). Set DATA_DIR to a folder that Pinref may write to.")
    }
  })
})

test('Pinref starts and serves calls with only the documented permissions', async () => {
  await admin.call('ACL', 'LOG', 'RESET')
  const app = await start(await withLimitedUser(redis.url))
  const answer = await fetch(`${app.url}/api/convert`, { method: 'POST', body: '{"cid":"1"}' })
  expect(answer.status).toBe(200)
  const ready = await fetch(`${app.url}/api/health/ready`)
  expect(await ready.json()).toEqual({ status: 'ok', store: 'ok', source: 'sample' })
  // With Redis 7.2 or later, the client sends its library's name, if allowed.
  const denied = ((await admin.call('ACL', 'LOG')) as unknown[]).map(String)
  expect(denied.filter((line) => !line.includes('client|setinfo'))).toEqual([])
  await app.stop()
})

test('a start without a store shows why the store cannot be used', async () => {
  const port = await freePort()
  const app = await start(`redis://:${password}@127.0.0.1:${port}`)
  expect(app.errors()).toContain(
    `(connect ECONNREFUSED 127.0.0.1:${port}). Pinref starts anyway, and calls fail until the store can be used.`,
  )
  expect(app.errors()).not.toContain(password)
  await app.stop()
})

/** Batches, callbacks, and watchlists. */
const queues = 3

test('no process exits if a certificate is no longer trusted; calls fail until the certificate is replaced', async () => {
  const app = await start(tlsUrl, { NODE_EXTRA_CA_CERTS: untrusted.certificate, FREE_DAILY_QUOTA: '1000000' })
  const call = () =>
    fetch(`${app.url}/api/convert`, { method: 'POST', body: '{"cid":"1"}' }).then(({ status }) => status)
  // Also closes the queue's connections.
  await expect.poll(async () => String(await admin.client('LIST')).match(/cmd=bzpopmin/g)?.length).toBe(queues)
  const serve = async ({ certificate, key }: typeof trusted) => {
    await admin.call('CONFIG', 'SET', 'tls-cert-file', certificate, 'tls-key-file', key)
    await admin.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
  }
  await serve(trusted)
  await expect.poll(call).toBe(500)
  // Every connection has been refused several times by then.
  for (let time = 0; time < 30; time++) expect(await call()).toBe(500)
  await expect.poll(app.errors).toContain('the job queue failed')
  await serve(untrusted)
  await expect.poll(call).toBe(200)
  expect(app.errors()).not.toMatch(/a worker exited|restarting a worker|Unhandled/)
  expect(await app.stop()).toBe(0)
})
