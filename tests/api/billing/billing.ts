import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterAll } from 'vitest'
import { handleApi } from '@/server/entrances/http/handle-api'
import { type Chooser, choosePlan } from '@/server/features/billing/checkout'
import type { Payer } from '@/server/features/billing/customers'
import { billingStatus } from '@/server/features/billing/status'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { store } from '@/server/platform/store/store'
import { newAccount, ownersPlace } from '../../support/new-account'
import { removeFolder } from '../../support/remove-folder'
import { startStripeStandIn } from '../../support/stripe-stand-in'

export const webhookSecret = 'whsec_of_the_tests'
const secretKey = 'sk_test_of_the_tests'

/** Points this process at its own store, before any code reads the environment. */
export function withStore(variables: Record<string, string> = {}): void {
  const dataDir = mkdtempSync(join(tmpdir(), 'pinref-billing-'))
  Object.assign(process.env, { DATA_DIR: dataDir, LOG_LEVEL: 'error', ...variables })
  afterAll(async () => {
    await finishWork()
    await (await store()).close()
    // Redis keeps writing for a moment while it shuts down.
    removeFolder(dataDir)
  })
}

/** Turns billing on in this process, against a stand-in for Stripe. */
export async function turnBillingOn(variables: Record<string, string> = {}) {
  const stripe = await startStripeStandIn(secretKey)
  withStore({
    APP_URL: 'https://pinref.example',
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: stripe.url,
    ...variables,
  })
  afterAll(() => stripe.stop())
  return stripe
}

export async function newPayer(): Promise<Chooser> {
  const accountId = await newAccount()
  const person = await ownersPlace(accountId)
  const { personId, email } = person
  return { accountId, personId, email, by: { address: '192.0.2.7', userAgent: 'tests', person } }
}

export const planOf = async ({ accountId }: Payer) => (await billingStatus(accountId)).plan

/** Returns a webhook call as Stripe sends it: the event, signed now by default. */
export function signed(event: object, { secret = webhookSecret, timestamp = Date.now() / 1000 } = {}): Request {
  const payload = JSON.stringify(event)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  return webhookCall(payload, { 'stripe-signature': signature })
}

export function webhookCall(body: string | ReadableStream, headers: Record<string, string> = {}): Request {
  const init = { method: 'POST', headers, body, duplex: 'half' }
  return new Request('http://localhost/api/billing/webhook', init)
}

/** Sends a call to Pinref as Stripe's servers would. */
export const receive = (request: Request): Promise<Response> => handleApi(request, { address: '192.0.2.1' })

/** Delivers events one after the other and returns the statuses. */
export async function deliver(...events: object[]): Promise<number[]> {
  const statuses: number[] = []
  for (const event of events) statuses.push((await receive(signed(event))).status)
  return statuses
}

/** Makes an account that has paid for a plan at the checkout, and delivers its events. */
export async function subscriber(
  stripe: Awaited<ReturnType<typeof turnBillingOn>>,
  plan: 'growth' | 'scale' | 'unlimited',
) {
  const payer = await newPayer()
  const { url } = await choosePlan(payer, plan)
  const subscriptionId = stripe.account.pay(url ?? '')
  await deliver(...stripe.account.newEvents())
  return { payer, subscriptionId }
}
