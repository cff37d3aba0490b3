import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import Stripe from 'stripe'
import { startSimulator } from '../../simulator/simulator'
import { callWithKey } from '../../support/call-with-key'
import { Person } from '../../support/person'
import { startRedisServer } from '../../support/redis'
import { removeFolder } from '../../support/remove-folder'
import { startApp } from '../../support/start-app'
import { startStripeStandIn } from '../../support/stripe-stand-in'
import { secretIn, totp } from '../../support/totp'
import { dump, type KeptPerson, type StoredRelease } from './stored'

/*
 * Writes this release's store to `tests/deploy/stores/<version>.json`, filled by a real server. Every later release
 * is tested with this store. Run this script once for each release, from the project's folder, with the release's
 * production build.
 */

const { version: release } = JSON.parse(readFileSync('package.json', 'utf8'))
const secrets = {
  KEY_PEPPER: `the pepper of the store of ${release}`,
  AUTH_SECRET: `the secret of sessions of the store of ${release}`,
}
const webhookSecret = 'whsec_of_the_stored_release'

const [redis, stripe, simulator] = await Promise.all([
  startRedisServer(),
  startStripeStandIn('sk_test_of_the_stored_release'),
  startSimulator(),
])
const dataDir = mkdtempSync(join(tmpdir(), 'pinref-stored-'))
const app = await startApp('node', {
  ...secrets,
  DATA_DIR: dataDir,
  REDIS_URL: redis.url,
  TRUSTED_PROXIES: '1',
  GOOGLE_MAPS_API_KEY: simulator.apiKey,
  GOOGLE_PLACES_URL: simulator.placesUrl,
  GOOGLE_LEGACY_PLACES_URL: simulator.legacyUrl,
  GOOGLE_MAPSTOOLS_URL: simulator.mapstoolsUrl,
  LINK_GATEWAY_URL: simulator.linksUrl,
  STRIPE_SECRET_KEY: 'sk_test_of_the_stored_release',
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_API_URL: stripe.url,
})
const link = 'https://maps.app.goo.gl/sim-mobile'

const people = [await starter(), await subscriber()]
const answer = await callWithKey(app.url, people[0]?.keys[0]?.key ?? '', 'resolve', { url: link })
if (people[0]) people[0].used += 1

const admin = new Redis(redis.url)
const stored: StoredRelease = {
  release,
  month: new Date().toISOString().slice(0, 7),
  env: secrets,
  people,
  link: { url: link, cid: answer.json.cid },
  keys: await dump(admin),
}
const file = `tests/deploy/stores/${release}.json`
writeFileSync(file, `${JSON.stringify(stored, null, 2)}\n`)
process.stdout.write(`${file} has ${stored.keys.length} keys of ${people.length} people.\n`)
admin.disconnect()
await app.stop()
await Promise.all([redis.stop(), stripe.stop(), simulator.stop()])
removeFolder(dataDir)

/** Makes a person with a password, three keys (one of them revoked), and some calls. */
async function starter(): Promise<KeptPerson> {
  const person = new Person(app.url, 'starter@example.com')
  await person.signUp()
  const keys = await makeKeys(person, ['Backend', 'Nightly job'])
  const { key: revoked, id } = await person.procedure('keys.create', { name: 'Leaked' })
  await person.procedure('keys.revoke', { id })
  const used = await use(keys, 7)
  const { email, password } = person
  return { email, password, plan: 'starter', used, keys, revoked, totpSecret: null, recoveryCodes: [] }
}

/** Makes a person who pays for a plan and uses two-step verification. */
async function subscriber(): Promise<KeptPerson> {
  const person = new Person(app.url, 'subscriber@example.com')
  await person.signUp()
  const { url } = await person.procedure('plans.choose', { plan: 'growth' })
  stripe.account.pay(url)
  for (const event of stripe.account.newEvents()) await deliver(event)
  const keys = await makeKeys(person, ['Production'])
  const { key: revoked, id } = await person.procedure('keys.create', { name: 'Old' })
  await person.procedure('keys.revoke', { id })
  const used = await use(keys, 12)
  const { json } = await person.call('/auth/two-factor/enable', { password: person.password })
  const totpSecret = secretIn(json.totpURI)
  await person.call('/auth/two-factor/verify-totp', { code: totp(totpSecret) })
  const { email, password } = person
  return { email, password, plan: 'growth', used, keys, revoked, totpSecret, recoveryCodes: json.backupCodes }
}

async function makeKeys(person: Person, names: readonly string[]): Promise<KeptPerson['keys']> {
  const keys: KeptPerson['keys'] = []
  for (const name of names) keys.push({ ...(await person.procedure('keys.create', { name })), name })
  return keys
}

/** Makes this many calls, taking turns with the keys, and returns how many were counted. */
async function use(keys: KeptPerson['keys'], calls: number): Promise<number> {
  for (let made = 0; made < calls; made++) {
    const { status, json } = await callWithKey(app.url, keys[made % keys.length]?.key ?? '')
    if (status !== 200) throw new Error(`a call was answered ${status}: ${JSON.stringify(json)}`)
  }
  return calls
}

async function deliver(event: object): Promise<void> {
  const payload = JSON.stringify(event)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret })
  const headers = { 'stripe-signature': signature }
  const { status } = await fetch(`${app.url}/api/billing/webhook`, { method: 'POST', headers, body: payload })
  if (status !== 200) throw new Error(`Stripe's event was answered ${status}`)
}
