import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { store } from '@/server/platform/store/store'
import { type Simulator, startSimulator } from '../simulator/simulator'
import { type RedisServer, startRedisServer } from '../support/redis'
import { removeFolder } from '../support/remove-folder'
import { expectNoSecrets } from '../support/secrets'
import { type App, startApp } from '../support/start-app'
import { type StripeStandIn, startStripeStandIn } from '../support/stripe-stand-in'
import { newVisitor } from './call'
import { accountWithKey } from './with-key'

/** This installation's secrets. */
const installation = {
  KEY_PEPPER: 'pepper-0d7f6f7a2c5e4b1f',
  AUTH_SECRET: 'auth-5b1d6a1e9f3c4d7e8a2b0c9d8e7f6a5b',
  GOOGLE_MAPS_API_KEY: 'AIzaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY',
  STRIPE_SECRET_KEY: 'sk_test_51HabcdefGHIJKLmnopQRSTuvwx',
  STRIPE_WEBHOOK_SECRET: 'whsec_4f2b8c6d0a1e3f5b7c9d',
  GITHUB_CLIENT_SECRET: 'gh-secret-93f1e2d7c6b5a4',
}
const redisPassword = 'redis-pass-7e6d5c4b3a'
const mailPassword = 'mail-pass-2f3e4d5c6b'

/** The callers' input, which the log must not contain. */
const person = { email: 'jane.secretive@private-mail.example', password: 'correct horse battery 42' }
const linkQuery = 'Clinic+of+Dr+Discreet'
const linkCode = 'qUietCoDe77'
const searched = 'Lawyers for Quiet Divorces'
const visitor = '203.0.113.201'
const session = 'sEssIonTokenOfSomebody.c2lnbmF0dXJl'

const dataDir = mkdtempSync(join(tmpdir(), 'pinref-secrets-'))
/** Rejects every email with an error that includes the recipient. */
const mailServer = new SMTPServer({
  hideSTARTTLS: true,
  allowInsecureAuth: true,
  onAuth: (_given, _session, done) => done(null, { user: 'pinref' }),
  onRcptTo: ({ address }, _session, done) => done(new Error(`nobody here is called ${address}`)),
})
let redis: RedisServer
let stripe: StripeStandIn
let simulator: Simulator
const apps: App[] = []
/** All responses, with their headers. */
let responses = ''

beforeAll(async () => {
  mailServer.listen(0, '127.0.0.1')
  ;[redis, stripe, simulator] = await Promise.all([
    startRedisServer({ requirepass: redisPassword }),
    startStripeStandIn(installation.STRIPE_SECRET_KEY),
    startSimulator(),
    once(mailServer.server, 'listening'),
  ])
  const { port } = mailServer.server.address() as AddressInfo
  const env = {
    ...installation,
    GITHUB_CLIENT_ID: 'Iv1.8a61f9b3a7aba766',
    DATA_DIR: dataDir,
    REDIS_URL: redis.url,
    SMTP_URL: `smtp://pinref:${mailPassword}@127.0.0.1:${port}`,
    TRUSTED_PROXIES: '1',
    // The simulator expects another key, so Google rejects every call.
    GOOGLE_PLACES_URL: simulator.placesUrl,
    GOOGLE_LEGACY_PLACES_URL: simulator.legacyUrl,
    GOOGLE_MAPSTOOLS_URL: simulator.mapstoolsUrl,
    LINK_GATEWAY_URL: simulator.linksUrl,
    STRIPE_API_URL: stripe.url,
  }
  Object.assign(process.env, { REDIS_URL: redis.url, KEY_PEPPER: installation.KEY_PEPPER })
  for (const host of ['node', 'next'] as const) apps.push(await startApp(host, env))
})
afterAll(async () => {
  await Promise.all(apps.map((app) => app.stop()))
  await (await store()).close()
  await Promise.all([redis.stop(), stripe.stop(), simulator.stop()])
  await new Promise<void>((resolve) => mailServer.close(resolve))
  removeFolder(dataDir)
})

interface Sent {
  headers?: Record<string, string>
  body?: unknown
}

/** Sends a request (GET without a body) and returns its status and, if it failed, its code. */
async function send(app: App, path: string, { headers, body }: Sent = {}): Promise<string> {
  const posted = body !== undefined
  const response = await fetch(`${app.url}${path}`, {
    method: posted ? 'POST' : 'GET',
    headers: { 'x-forwarded-for': newVisitor(), ...(posted && { 'content-type': 'application/json' }), ...headers },
    redirect: 'manual',
    ...(posted && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  responses += `${response.status} ${JSON.stringify([...response.headers])}\n${text}\n`
  const code = /"code":"(\w+)"/.exec(text)?.[1] ?? ''
  return `${response.status} ${code}`.trim()
}

/** Makes an account with a broken profile in the store: each of its calls fails with an internal error. */
async function brokenAccount() {
  const account = await accountWithKey()
  const profile = redisKeys(account.accountId).profile
  const direct = new Redis(redis.url)
  await direct.del(profile)
  await direct.set(profile, person.email)
  direct.disconnect()
  return account
}

async function operations(app: App, key: string, brokenKey: string) {
  const link = `https://www.google.com/maps?q=${linkQuery}`
  const ask = (operation: string, body: unknown, headers: Record<string, string> = { 'x-api-key': key }) =>
    send(app, `/api/${operation}`, { body, headers })
  expect(await ask('convert', { cid: '1' })).toBe('200')
  expect(await ask('convert', { cid: '1' }, { 'x-forwarded-for': visitor })).toBe('200')
  expect(await ask('resolve', { url: 'ChIJ1UCDJ1NgLxMRtrsCzOHxdvY' })).toBe('500 upstream_unavailable')
  expect(await ask('search', { name: searched })).toBe('500 upstream_unavailable')
  expect(await ask('resolve', { url: link })).toMatch(/^[45]/)
  expect(await ask('resolve', { url: `https://maps.app.goo.gl/${linkCode}` })).toBe('404 listing_not_found')
  expect(await ask('resolve', `{"url": ${linkQuery}`)).toBe('400 invalid_request')
  expect(await ask('resolve', { url: [linkQuery] })).toBe('400 invalid_request')
  expect(await ask('convert', { cid: '1' }, { 'x-api-key': `${key}x` })).toBe('401 invalid_api_key')
  expect(await ask('convert', { cid: '1' }, { authorization: `Bearer ${brokenKey}` })).toBe('500 internal_error')
  expect(await ask(`convert?key=${key}&q=${linkQuery}`, { cid: '1' })).toBe('400 invalid_request')
  expect(await send(app, `/api/${key}/${linkCode}`)).toBe('404 route_not_found')
  expect(await send(app, `/api/trpc/listings.resolve?input=${linkQuery}`)).toMatch(/^4/)
  expect(await send(app, `/?q=${encodeURIComponent(link)}`)).toBe('200')
}

async function people(app: App) {
  const headers = { origin: app.url.replace('127.0.0.1', 'localhost') }
  const auth = (path: string, body?: unknown) => send(app, `/api/auth/${path}`, { headers, ...(body ? { body } : {}) })
  await auth('sign-up/email', { name: 'Jane', ...person })
  await auth('sign-in/email', person)
  await auth('sign-in/email', { ...person, password: `${person.password}?` })
  await auth('request-password-reset', { email: person.email })
  await auth(`callback/github?code=${linkCode}&state=${linkCode}`)
  expect(await send(app, '/api/billing/webhook', { body: { type: 'x' } })).toBe('400 invalid_request')
  await vi.waitFor(() => expect(app.errors()).toContain('an email could not be sent'), { timeout: 20_000 })
}

test('neither host returns or logs a secret on success, failure, or internal error', async () => {
  const { key } = await accountWithKey()
  const { key: brokenKey } = await brokenAccount()
  await Promise.all(apps.flatMap((app) => [operations(app, key, brokenKey), people(app)]))
  redis.process.kill('SIGKILL')
  await once(redis.process, 'exit')
  for (const app of apps) {
    const headers = { 'x-api-key': key }
    expect(await send(app, '/api/convert', { headers, body: { cid: '1' } })).toBe('500 store_unavailable')
    // This cookie's signature is wrong, which is detected without the store.
    const cookie = `pinref.session_token=${session}`
    expect(await send(app, '/api/auth/get-session', { headers: { cookie } })).toBe('200')
  }
  // Without the store, pending refunds would delay the route files' shutdown by half a minute.
  await redis.restart()
  await Promise.all(apps.map((app) => app.stop()))

  const never = { ...installation, redisPassword, mailPassword, key, brokenKey, session }
  expectNoSecrets(responses, never)
  for (const app of apps) {
    // The internal error and the rejected email were logged, with enough detail to find the cause.
    expect(app.errors()).toContain('WRONGTYPE')
    expect(app.errors()).toContain('nobody here is called (email)')
    expectNoSecrets(app.output() + app.errors(), { ...never, ...person, linkQuery, linkCode, searched, visitor })
  }
}, 240_000)
