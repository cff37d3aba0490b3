import Stripe from 'stripe'
import * as z from 'zod'
import type { Client } from '@/server/metering/access/client'
import { HeldBody } from '@/server/metering/access/long-body'
import { PinrefError } from '@/server/platform/problems/errors'
import { readRequestBytes } from '@/server/platform/runtime/bounded-body'
import { env } from '@/server/platform/settings/env'
import { accountOfCustomer } from './customers'
import { stripeLimits } from './status'
import { stripeClient } from './stripe'
import { syncPlan } from './subscriptions'

/** The maximum age of a signature. Stripe signs an event again each time it sends it. */
const toleranceSeconds = 300

/** The events that may change an account's plan. */
const ofInterest = /^(customer\.(deleted|subscription\..+)|invoice\..+|checkout\.session\..+)$/

/** The relevant part of these events: the customer. */
const watched = z.object({
  type: z.string().regex(ofInterest),
  data: z.object({
    object: z.union([
      z.object({ customer: z.string() }).transform(({ customer }) => customer),
      z.object({ object: z.literal('customer'), id: z.string() }).transform(({ id }) => id),
    ]),
  }),
})

/**
 * Handles Stripe's webhook. An event only shows whose plan may have changed; the current plan is then requested from
 * Stripe. So it's fine if events arrive twice, late, or in any order. A failure returns 500, and Stripe sends the event
 * again.
 * @param request `POST` with the event as Stripe signed it.
 * @throws PinrefError `method_not_allowed`, `route_not_found` if billing is off, `invalid_request`,
 *   `payload_too_large`.
 */
export async function handleWebhook(request: Request, client: Client): Promise<Response> {
  if (request.method !== 'POST') {
    throw new PinrefError('method_not_allowed', 'Stripe sends events with POST.', { allow: 'POST' })
  }
  const body = new HeldBody(
    () => client,
    async () => 'stripe',
  )
  await receive(request, body).finally(() => body.release())
  return new Response('{"received":true}', { headers: { 'content-type': 'application/json' } })
}

async function receive(request: Request, body: HeldBody): Promise<void> {
  const secret = env().STRIPE_WEBHOOK_SECRET
  if (!stripeClient() || !secret) throw new PinrefError('route_not_found', 'Disabled: billing is off.')
  const signature = request.headers.get('stripe-signature')
  if (signature === null) throw unsigned()
  const event = verified(await readRequestBytes(request, stripeLimits.maxEventBytes, body), signature, secret)
  const customerId = watched.safeParse(event).data?.data.object
  const accountId = customerId && (await accountOfCustomer(customerId))
  if (accountId) await syncPlan(accountId, customerId, 'stripe')
}

function verified(body: Buffer, signature: string, secret: string): unknown {
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds)
  } catch (cause) {
    throw unsigned(cause)
  }
}

const unsigned = (cause?: unknown) =>
  new PinrefError(
    'invalid_request',
    "The signature does not match the body or is too old. Check the webhook's signing secret.",
    { cause },
  )
