import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type Chooser, choosePlan } from '@/server/features/billing/checkout'
import type { StripeEvent } from '../../support/stripe-objects'
import { deliver, newPayer, planOf, receive, signed, turnBillingOn, webhookCall, webhookSecret } from './billing'

const stripe = await turnBillingOn()

/** A paid plan, and an event that has not been delivered yet. */
let payer: Chooser
let event: StripeEvent

beforeAll(async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  payer = await newPayer()
  const { url } = await choosePlan(payer, 'growth')
  stripe.account.pay(url ?? '')
  const [first] = stripe.account.newEvents()
  if (!first) throw new Error('nothing happened')
  event = first
})

const answer = async (request: Request) => {
  const response = await receive(request)
  return { status: response.status, type: response.headers.get('content-type'), body: await response.json() }
}

const refused = {
  status: 400,
  type: 'application/problem+json',
  body: { code: 'invalid_request', request_id: expect.any(String), detail: expect.stringContaining('signature') },
}

describe('a webhook call', () => {
  const signature = (request: Request) => ({ 'stripe-signature': request.headers.get('stripe-signature') ?? '' })
  const minutes = (count: number) => Date.now() / 1000 - count * 60

  test.each<[string, () => Request]>([
    ['signed with another secret', () => signed(event, { secret: 'whsec_of_somebody_else' })],
    ['signed six minutes ago, and sent again', () => signed(event, { timestamp: minutes(6) })],
    ['not signed', () => webhookCall(JSON.stringify(event))],
    ['signed with nothing', () => webhookCall(JSON.stringify(event), { 'stripe-signature': '' })],
    ['signed with rubbish', () => webhookCall(JSON.stringify(event), { 'stripe-signature': 't=now,v1=yes,v0=' })],
    ['changed on its way', () => webhookCall(JSON.stringify({ ...event, id: 'evt_other' }), signature(signed(event)))],
    ['reformatted on its way', () => webhookCall(JSON.stringify(event, null, 2), signature(signed(event)))],
    ['empty', () => webhookCall('', signature(signed(event)))],
    [
      'signed for another time',
      () => {
        const header = signature(signed(event, { timestamp: minutes(6) }))['stripe-signature']
        return webhookCall(JSON.stringify(event), {
          'stripe-signature': header.replace(/t=\d+/, `t=${Math.floor(minutes(0))}`),
        })
      },
    ],
  ])('gets 400 and changes no plan: %s', async (_, request) => {
    expect(await answer(request())).toMatchObject(refused)
    expect(await planOf(payer)).toBe('starter')
  })

  test('gets 400 if it is signed but not JSON', async () => {
    const { Stripe } = await import('stripe')
    const payload = 'plan=unlimited'
    const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret })
    expect(await answer(webhookCall(payload, { 'stripe-signature': header }))).toMatchObject(refused)
  })

  test('gets 405 if it is not a POST', async () => {
    const response = await receive(new Request('http://localhost/api/billing/webhook'))
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

test('a 1 MB webhook body gets 413, and an endless body is cut off before 1 MB', async () => {
  let sent = 0
  const endless = new ReadableStream({
    pull(controller) {
      sent += 65_536
      controller.enqueue(new Uint8Array(65_536))
    },
  })
  const forged = { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` }
  expect(await answer(webhookCall(endless, forged))).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
  expect(sent).toBeLessThan(1_000_000)
  const large = signed({ ...event, padding: 'x'.repeat(1_000_000) })
  expect(await answer(large)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
})

test('a webhook body without a signature is rejected before it is read', async () => {
  let sent = 0
  const endless = new ReadableStream(
    {
      pull(controller) {
        sent += 65_536
        controller.enqueue(new Uint8Array(65_536))
      },
    },
    { highWaterMark: 0 },
  )
  expect(await answer(webhookCall(endless))).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  expect(sent).toBeLessThan(1_000_000)
})

describe('an event that does not concern Pinref', () => {
  test.each([
    ['of an unknown kind', { type: 'radar.early_fraud_warning.created' }],
    ['about something else', { type: 'price.created', data: { object: { id: 'price_1', object: 'price' } } }],
    ['about a customer of another product', { type: 'invoice.paid', data: { object: { customer: 'cus_stranger' } } }],
    ['without a customer', { type: 'checkout.session.completed', data: { object: { customer: null } } }],
    ['without an object', { type: 'invoice.paid' }],
    ['that is null', null],
  ])('is acknowledged without a call to Stripe: %s', async (_, strange) => {
    const before = stripe.calls.length
    expect(await answer(signed(strange as object))).toEqual({
      status: 200,
      type: 'application/json',
      body: { received: true },
    })
    expect(stripe.calls).toHaveLength(before)
  })
})

test('an event that arrives while Stripe fails gets 500, and sets the plan when Stripe resends the event', async () => {
  stripe.failNext('GET subscriptions', 500)
  const failed = await answer(signed(event))
  expect(failed).toMatchObject({ status: 500, body: { code: 'upstream_unavailable' } })
  expect(JSON.stringify(failed.body)).not.toContain('Sorry')
  expect(await planOf(payer)).toBe('starter')

  expect(await deliver(event)).toEqual([200])
  expect(await planOf(payer)).toBe('growth')
})

test('/api/billing/webhook accepts signed events, and rejects all others with the request id in header and body', async () => {
  expect((await receive(signed(event))).status).toBe(200)
  const refusal = await receive(webhookCall('{}'))
  expect(await refusal.json()).toMatchObject({ status: 400, request_id: refusal.headers.get('x-request-id') })
})
