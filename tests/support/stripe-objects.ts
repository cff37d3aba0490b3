/** The parts of Stripe's objects that we use. */

type Metadata = Record<string, string>

export interface Customer {
  id: string
  object: 'customer'
  email?: string
  metadata?: Metadata
  deleted?: true
}

export interface Price {
  id: string
  object: 'price'
  active: boolean
  product: string
  currency: string
  recurring: { interval: string; interval_count: number }
  unit_amount: number
  lookup_key: string | null
  metadata: Metadata
}

export interface Session {
  id: string
  object: 'checkout.session'
  status: 'open' | 'complete' | 'expired'
  url: string | null
  customer: string
  client_reference_id: string
  success_url: string
  cancel_url: string
  metadata: Metadata
  subscription: string | null
}

export type SubscriptionStatus = 'active' | 'past_due' | 'unpaid' | 'paused' | 'incomplete' | 'canceled'

export interface Subscription {
  id: string
  object: 'subscription'
  customer: string
  status: SubscriptionStatus
  cancel_at: number | null
  cancel_at_period_end: boolean
  pending_update: { subscription_items: Array<{ id: string; price: string }> } | null
  latest_invoice: string | null
  items: {
    object: 'list'
    data: [{ id: string; object: 'subscription_item'; price: Price; current_period_end: number }]
  }
  metadata: Metadata
}

export interface Invoice {
  id: string
  object: 'invoice'
  customer: string
  status: 'open' | 'paid'
  hosted_invoice_url: string
}

export interface StripeEvent {
  id: string
  object: 'event'
  api_version: string
  type: string
  data: { object: Customer | Session | Subscription | Invoice }
}

/** An error as returned by Stripe. */
export class StripeFault extends Error {
  constructor(
    readonly status: number,
    readonly fault: { type: string; message: string; code?: string; param?: string },
  ) {
    super(fault.message)
  }
}

/** Returns the error for a request that Stripe rejects. */
export const refused = (message: string, more: { code?: string; param?: string } = {}) =>
  new StripeFault(more.code === 'resource_missing' ? 404 : 400, { type: 'invalid_request_error', message, ...more })
