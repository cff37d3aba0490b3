import {
  type Customer,
  type Invoice,
  type Price,
  refused,
  type Session,
  type StripeEvent,
  type Subscription,
  type SubscriptionStatus,
} from './stripe-objects'

/** The end of every paid month, in epoch seconds. */
export const periodEnd = 1_798_761_600

/**
 * The state of a Stripe account, and events outside Pinref: a customer pays, a payment fails, a month ends.
 * All events are recorded in `events`, oldest first.
 */
export class StripeAccount {
  readonly customers = new Map<string, Customer>()
  readonly prices = new Map<string, Price>()
  readonly sessions = new Map<string, Session>()
  readonly subscriptions = new Map<string, Subscription>()
  readonly invoices = new Map<string, Invoice & { subscription: string }>()
  readonly events: StripeEvent[] = []
  /** Whether charges succeed. */
  cardWorks = true
  private serial = 0

  /** Returns a new id: `cus_1`. */
  id(prefix: string): string {
    this.serial += 1
    return `${prefix}_${this.serial}`
  }

  /** Returns the object with this id; fails if there is none. */
  find<T>(all: Map<string, T>, id: string, param = 'id'): T {
    const found = all.get(id)
    if (!found) throw refused(`There is no '${id}'`, { code: 'resource_missing', param })
    return found
  }

  tell(type: string, object: StripeEvent['data']['object']): void {
    const data = { object: structuredClone(object) }
    this.events.push({ id: this.id('evt'), object: 'event', api_version: '2026-10-28.endive', type, data })
  }

  /** Returns the events since the last call. */
  newEvents(): StripeEvent[] {
    return this.events.splice(0)
  }

  bill(subscription: Subscription, status: Invoice['status']): Invoice {
    const id = this.id('in')
    const { customer } = subscription
    const invoice: Invoice = {
      id,
      object: 'invoice',
      customer,
      status,
      hosted_invoice_url: `https://invoice.test/${id}`,
    }
    this.invoices.set(id, { ...invoice, subscription: subscription.id })
    subscription.latest_invoice = id
    this.tell(status === 'paid' ? 'invoice.paid' : 'invoice.payment_failed', invoice)
    return invoice
  }

  end(subscription: Subscription): Subscription {
    subscription.status = 'canceled'
    this.tell('customer.subscription.deleted', subscription)
    return subscription
  }

  /** Stripe changes the status of a subscription. */
  become(subscriptionId: string, status: SubscriptionStatus): void {
    const subscription = this.find(this.subscriptions, subscriptionId)
    subscription.status = status
    this.tell('customer.subscription.updated', subscription)
  }

  subscribe(customer: string, price: Price, metadata: Record<string, string> = {}): Subscription {
    const subscription: Subscription = {
      id: this.id('sub'),
      object: 'subscription',
      customer,
      status: 'active',
      cancel_at: null,
      cancel_at_period_end: false,
      pending_update: null,
      latest_invoice: null,
      items: {
        object: 'list',
        data: [{ id: this.id('si'), object: 'subscription_item', price, current_period_end: periodEnd }],
      },
      metadata,
    }
    this.subscriptions.set(subscription.id, subscription)
    this.tell('customer.subscription.created', subscription)
    this.bill(subscription, 'paid')
    return subscription
  }

  /** The customer fills in a checkout page and pays. @returns the subscription's id. */
  pay(checkoutUrl: string): string {
    const session = [...this.sessions.values()].find(({ url }) => url === checkoutUrl)
    if (!session) throw new Error('this checkout page is not open')
    const price = this.find(this.prices, session.metadata.price ?? '')
    const { id } = this.subscribe(session.customer, price, session.metadata)
    Object.assign(session, { status: 'complete', url: null, subscription: id })
    this.tell('checkout.session.completed', session)
    return id
  }

  /** The customer pays an invoice on the invoice page. A change that was waiting for payment takes effect. */
  payInvoice(invoiceUrl: string): void {
    const invoice = [...this.invoices.values()].find(({ hosted_invoice_url }) => hosted_invoice_url === invoiceUrl)
    if (!invoice) throw new Error('there is no such invoice')
    const subscription = this.find(this.subscriptions, invoice.subscription)
    const [waiting] = subscription.pending_update?.subscription_items ?? []
    if (waiting) subscription.items.data[0].price = this.find(this.prices, waiting.price)
    subscription.pending_update = null
    invoice.status = 'paid'
    this.tell('invoice.paid', invoice)
    this.tell('customer.subscription.pending_update_applied', subscription)
  }

  /** A renewal payment fails, and Stripe keeps retrying. */
  failRenewal(subscriptionId: string): void {
    this.bill(this.find(this.subscriptions, subscriptionId), 'open')
    this.become(subscriptionId, 'past_due')
  }

  /** The amount due is eventually paid. */
  recover(subscriptionId: string): void {
    this.bill(this.find(this.subscriptions, subscriptionId), 'paid')
    this.become(subscriptionId, 'active')
  }

  /** The customer cancels in the portal. For current subscriptions, Stripe sets the date and not the flag. */
  cancelInPortal(subscriptionId: string): void {
    const subscription = this.find(this.subscriptions, subscriptionId)
    subscription.cancel_at = periodEnd
    this.tell('customer.subscription.updated', subscription)
  }

  /** The paid month ends. */
  endMonth(subscriptionId: string): void {
    const subscription = this.find(this.subscriptions, subscriptionId)
    if (subscription.cancel_at === null) this.bill(subscription, 'paid')
    else this.end(subscription)
  }

  /** The operator deletes a customer, whose subscriptions end. */
  deleteCustomer(id: string): void {
    for (const subscription of this.subscriptions.values()) {
      if (subscription.customer === id && subscription.status !== 'canceled') this.end(subscription)
    }
    const customer: Customer = { id, object: 'customer', deleted: true }
    this.customers.set(id, customer)
    this.tell('customer.deleted', customer)
  }
}
