import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { Redis } from 'ioredis'
import Stripe from 'stripe'
import { type Simulator, startSimulator } from '../simulator/simulator'
import { type CallbackReceiver, startCallbackReceiver } from '../support/callback-receiver'
import { type MailServer, startMailServer } from '../support/mail-server'
import { type RedisServer, startRedisServer } from '../support/redis'
import { removeFolder } from '../support/remove-folder'
import { startApp } from '../support/start-app'
import { type StripeStandIn, startStripeStandIn } from '../support/stripe-stand-in'
import { keptMail } from './kept-mail'

/** A server with its own Redis, which a test may read, change, and stop. */
export interface Dashboard {
  url: string
  server: RedisServer
  redis: Redis
  /** Receives the server's callbacks. */
  receiver: CallbackReceiver
  /** Waits for the newest email to an address; this server stores its emails. */
  mailTo(email: string, subject: string): Promise<{ text: string }>
}

/** A server with billing. */
interface PaidApp {
  url: string
  stripe: StripeStandIn
  /** Pays at a checkout, delivers Stripe's events, and returns the subscription. */
  pay(checkoutUrl: string): Promise<string>
  /** Delivers Stripe's pending events. */
  hear(): Promise<void>
  mailTo: Dashboard['mailTo']
}

interface OwnServers {
  dashboard: Dashboard
  paid: PaidApp
  /** A server as deployed, which sends email and offers sign-in with GitHub. */
  full: { url: string; mails: MailServer }
  /** The address of a server with a public name that cannot send email. */
  mailless: string
  /** A server with a Google key that calls a simulated Google. */
  google: { url: string; simulator: Simulator; mailTo: Dashboard['mailTo'] }
  /** Like `google`, but with its own Redis and a receiver of its callbacks. */
  watching: Omit<Dashboard, 'server'> & { simulator: Simulator }
}

/** An operator of the dashboard's server. */
export const operatorEmail = (worker: number) => `operator${worker}@example.com`

/** Another operator of the dashboard's server. */
export const otherOperator = 'someone@example.com'

/** The operator of the other servers that have one. */
export const operator = 'operator@example.com'

/** The public address of the server that sends no email. */
export const publicUrl = 'http://pinref.example'

const webhookSecret = 'whsec_of_the_pages'
/** Starting a server may take a minute on a busy machine. */
const forWorker = { scope: 'worker', timeout: 180_000 } as const

/** Runs the production build with a new data folder while `use` runs. */
export async function withApp(settings: Record<string, string>, use: (url: string, dataDir: string) => Promise<void>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'pinref-own-'))
  const app = await startApp('node', { DATA_DIR: dataDir, TRUSTED_PROXIES: '1', ...settings })
  try {
    await use(app.url, dataDir)
  } finally {
    await app.stop()
    removeFolder(dataDir)
  }
}

/**
 * Servers for one test worker, each started when a test first needs it. They are defined together so that one worker
 * can run every test.
 */
export const test = base.extend<object, OwnServers>({
  dashboard: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
    async ({}, use, { workerIndex }) => {
      const [server, receiver] = await Promise.all([startRedisServer(), startCallbackReceiver()])
      const redis = new Redis(server.url, { retryStrategy: () => 50, maxRetriesPerRequest: null })
      redis.on('error', () => {})
      const operators = `${otherOperator}, ${operatorEmail(workerIndex).toUpperCase()}`
      const settings = { REDIS_URL: server.url, CALLBACK_GATEWAY_URL: receiver.url, OPERATOR_EMAILS: operators }
      await withApp(settings, async (url, dataDir) => {
        const mailTo = (email: string, subject: string) => keptMail(dataDir, email, subject)
        await use({ url, server, redis, receiver, mailTo })
        redis.disconnect()
      })
      await Promise.all([receiver.stop(), server.stop()])
    },
    forWorker,
  ],
  paid: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
    async ({}, use) => {
      const secretKey = 'sk_test_of_the_pages'
      const stripe = await startStripeStandIn(secretKey)
      const settings = {
        STRIPE_SECRET_KEY: secretKey,
        STRIPE_WEBHOOK_SECRET: webhookSecret,
        STRIPE_API_URL: stripe.url,
        OPERATOR_EMAILS: operator,
      }
      await withApp(settings, async (url, dataDir) => {
        const hear = async () => {
          for (const event of stripe.account.newEvents()) await deliver(url, event)
        }
        const pay = async (checkoutUrl: string) => {
          const subscription = stripe.account.pay(checkoutUrl)
          await hear()
          return subscription
        }
        await use({ url, stripe, pay, hear, mailTo: (email, subject) => keptMail(dataDir, email, subject) })
      })
      await stripe.stop()
    },
    forWorker,
  ],
  full: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
    async ({}, use) => {
      const mails = await startMailServer()
      const settings = {
        SMTP_URL: mails.url,
        GITHUB_CLIENT_ID: 'of-the-tests',
        GITHUB_CLIENT_SECRET: 'of-the-tests',
      }
      await withApp(settings, (url) => use({ url, mails }))
      await mails.stop()
    },
    forWorker,
  ],
  mailless: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
    async ({}, use) => withApp({ APP_URL: publicUrl, OPERATOR_EMAILS: operator }, (url) => use(url)),
    forWorker,
  ],
  google: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
    async ({}, use) => {
      const simulator = await startSimulator({ resolution: 'documented' })
      const settings = { OPERATOR_EMAILS: operator, ...settingsFor(simulator) }
      await withApp(settings, async (url, dataDir) => {
        await use({ url, simulator, mailTo: (email, subject) => keptMail(dataDir, email, subject) })
      })
      await simulator.stop()
    },
    forWorker,
  ],
  watching: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
    async ({}, use) => {
      const [simulator, receiver, server] = await Promise.all([
        startSimulator({ resolution: 'documented' }),
        startCallbackReceiver(),
        startRedisServer(),
      ])
      const redis = new Redis(server.url)
      const settings = { REDIS_URL: server.url, CALLBACK_GATEWAY_URL: receiver.url, ...settingsFor(simulator) }
      await withApp(settings, async (url, dataDir) => {
        const mailTo = (email: string, subject: string) => keptMail(dataDir, email, subject)
        await use({ url, redis, simulator, receiver, mailTo })
      })
      redis.disconnect()
      await Promise.all([simulator.stop(), receiver.stop(), server.stop()])
    },
    forWorker,
  ],
})

const settingsFor = (simulator: Simulator) => ({
  GOOGLE_MAPS_API_KEY: simulator.apiKey,
  GOOGLE_PLACES_URL: simulator.placesUrl,
  GOOGLE_LEGACY_PLACES_URL: simulator.legacyUrl,
  GOOGLE_MAPSTOOLS_URL: simulator.mapstoolsUrl,
  LINK_GATEWAY_URL: simulator.linksUrl,
  UPSTREAM_MONTHLY_CAP: '3000',
})

async function deliver(url: string, event: object) {
  const payload = JSON.stringify(event)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret })
  const headers = { 'stripe-signature': signature }
  const response = await fetch(`${url}/api/billing/webhook`, { method: 'POST', headers, body: payload })
  expect(response.status).toBe(200)
}
