/**
 * An account at Stripe as far as we use it: what it holds, what can be done to it over the API, and what happens to it by
 * itself (a customer pays, a payment fails, a month ends). Everything that happens is told in `events`.
 */

// biome-ignore lint/suspicious/noExplicitAny: Stripe's own objects, as they come and go over the wire
type Thing = Record<string, any>
export type Params = Thing

/** An error as Stripe answers it. */
export class StripeFault extends Error {
  constructor(
    readonly status: number,
    readonly body: { type: string; message: string; code?: string; param?: string },
  ) {
    super(body.message)
  }
}

const refused = (message: string, more: { code?: string; param?: string } = {}, status = 400) =>
  new StripeFault(status, { type: 'invalid_request_error', message, ...more })

export const periodEnd = 1_798_761_600

export class StripeAccount {
  readonly customers = new Map<string, Thing>()
  readonly prices = new Map<string, Thing>()
  readonly sessions = new Map<string, Thing>()
  readonly subscriptions = new Map<string, Thing>()
  readonly invoices = new Map<string, Thing>()
  readonly events: Thing[] = []
  /** Whether the next charge goes through. */
  cardWorks = true
  private serial = 0

  private id = (prefix: string) => `${prefix}_${++this.serial}`

  private tell(type: string, object: Thing): void {
    const data = { object: structuredClone(object) }
    this.events.push({ id: this.id('evt'), object: 'event', api_version: '2026-10-28.endive', type, data })
  }

  /** Something the caller names; refused where there is none. */
  private find(all: Map<string, Thing>, id: string, param = 'id'): Thing {
    const found = all.get(id)
    if (!found || (found.deleted && param !== 'id')) {
      throw refused(`No such object: '${id}'`, { code: 'resource_missing', param }, param === 'id' ? 404 : 400)
    }
    return found
  }

  // What the API does

  customer = (id: string) => this.find(this.customers, id)

  createCustomer({ email, metadata = {} }: Params) {
    const customer = { id: this.id('cus'), object: 'customer', email, metadata }
    this.customers.set(customer.id, customer)
    return customer
  }

  listPrices({ lookup_keys, active }: Params) {
    const wanted = Object.values(lookup_keys)
    return [...this.prices.values()].filter(
      (price) => wanted.includes(price.lookup_key) && (active === undefined || price.active === (active === 'true')),
    )
  }

  createPrice({ product, product_data, currency, recurring, unit_amount, lookup_key, transfer_lookup_key, metadata = {} }: Params) {
    if (!product && !product_data?.name) throw refused('You must specify either `product` or `product_data`')
    const holder = [...this.prices.values()].find((price) => lookup_key && price.lookup_key === lookup_key)
    if (holder && transfer_lookup_key !== 'true') throw refused(`A price (\`${holder.id}\`) already uses that lookup key.`)
    if (holder) holder.lookup_key = null
    const price = {
      id: this.id('price'),
      object: 'price',
      active: true,
      product: product ?? this.id('prod'),
      currency,
      recurring: { interval: recurring.interval, interval_count: Number(recurring.interval_count ?? 1) },
      unit_amount: Number(unit_amount),
      lookup_key: lookup_key ?? null,
      metadata,
    }
    this.prices.set(price.id, price)
    return price
  }

  updatePrice(id: string, { metadata = {} }: Params) {
    const price = this.find(this.prices, id)
    Object.assign(price.metadata, metadata)
    return price
  }

  listSessions({ customer }: Params) {
    this.find(this.customers, customer, 'customer')
    return [...this.sessions.values()].filter((session) => session.customer === customer).reverse()
  }

  createSession({ mode, customer, line_items, metadata = {}, subscription_data, ...rest }: Params) {
    this.find(this.customers, customer, 'customer')
    const price = this.find(this.prices, line_items[0].price, 'line_items[0][price]')
    if (mode !== 'subscription' || !price.recurring) throw refused('A recurring price needs mode subscription')
    const id = this.id('cs_test')
    const url = `https://checkout.stripe.test/${id}`
    const session = { id, object: 'checkout.session', status: 'open', url, mode, customer, metadata, subscription: null, ...rest }
    this.sessions.set(id, { ...session, price: price.id, subscription_data })
    return session
  }

  expireSession(id: string) {
    const session = this.find(this.sessions, id)
    if (session.status !== 'open') throw refused('Only Checkout Sessions with a status in ["open"] can be expired.')
    Object.assign(session, { status: 'expired', url: null })
    return session
  }

  listSubscriptions({ customer }: Params) {
    this.find(this.customers, customer, 'customer')
    const all = [...this.subscriptions.values()].filter((subscription) => subscription.customer === customer)
    return all.filter(({ status }) => status !== 'canceled').reverse()
  }

  updateSubscription(id: string, { items, cancel_at, cancel_at_period_end, payment_behavior, proration_behavior, expand }: Params) {
    const subscription = this.find(this.subscriptions, id)
    if (subscription.status === 'canceled') throw refused('A canceled subscription can only update its metadata.')
    if (cancel_at !== undefined && cancel_at_period_end !== undefined) {
      throw refused('Received both cancel_at_period_end and cancel_at parameters. Please pass in only one.')
    }
    if (payment_behavior === 'pending_if_incomplete' && (cancel_at ?? cancel_at_period_end) !== undefined) {
      throw refused('Pending updates do not support these parameters.')
    }
    if (cancel_at_period_end !== undefined) {
      const ends = cancel_at_period_end === 'true'
      Object.assign(subscription, { cancel_at_period_end: ends, cancel_at: ends ? periodEnd : null })
    }
    if (cancel_at !== undefined) {
      Object.assign(subscription, { cancel_at_period_end: false, cancel_at: cancel_at ? Number(cancel_at) : null })
    }
    if (items) {
      const price = this.find(this.prices, items[0].price, 'items[0][price]')
      const [item] = subscription.items.data
      if (items[0].id !== item.id) throw refused(`No such subscription item: '${items[0].id}'`, { code: 'resource_missing' })
      const due = proration_behavior === 'always_invoice' && price.unit_amount > item.price.unit_amount
      const waits = due && !this.cardWorks
      if (waits && payment_behavior !== 'pending_if_incomplete') subscription.status = 'past_due'
      if (waits && payment_behavior === 'pending_if_incomplete') {
        subscription.pending_update = { subscription_items: [{ id: item.id, price: price.id }] }
      } else {
        subscription.pending_update = null
        item.price = price
      }
      this.bill(subscription, waits ? 'open' : 'paid')
    }
    this.tell('customer.subscription.updated', subscription)
    if (!Object.values(expand ?? {}).includes('latest_invoice')) return subscription
    return { ...subscription, latest_invoice: this.invoices.get(subscription.latest_invoice) }
  }

  cancelSubscription(id: string) {
    const subscription = this.find(this.subscriptions, id)
    if (subscription.status === 'canceled') this.find(new Map(), id)
    return this.endSubscription(subscription)
  }

  createPortal({ customer, return_url }: Params) {
    this.find(this.customers, customer, 'customer')
    const id = this.id('bps')
    return { id, object: 'billing_portal.session', customer, return_url, url: `https://billing.stripe.test/${id}` }
  }

  // What happens by itself

  private bill(subscription: Thing, status: 'open' | 'paid'): void {
    const id = this.id('in')
    const { customer } = subscription
    const invoice = { id, object: 'invoice', customer, status, hosted_invoice_url: `https://invoice.stripe.test/${id}` }
    this.invoices.set(id, { ...invoice, subscription: subscription.id })
    subscription.latest_invoice = id
    this.tell(status === 'paid' ? 'invoice.paid' : 'invoice.payment_failed', invoice)
  }

  private endSubscription(subscription: Thing): Thing {
    subscription.status = 'canceled'
    this.tell('customer.subscription.deleted', subscription)
    return subscription
  }

  private set(subscriptionId: string, status: string): void {
    const subscription = this.find(this.subscriptions, subscriptionId)
    subscription.status = status
    this.tell('customer.subscription.updated', subscription)
  }

  /** The customer fills in the checkout page and pays. @returns the id of the subscription. */
  pay(checkoutUrl: string): string {
    const session = [...this.sessions.values()].find(({ url }) => url === checkoutUrl)
    if (session?.status !== 'open') throw new Error('this checkout page is not open')
    const id = this.id('sub')
    const item = { id: this.id('si'), object: 'subscription_item', price: this.prices.get(session.price), current_period_end: periodEnd }
    const subscription = {
      id,
      object: 'subscription',
      customer: session.customer,
      status: 'active',
      cancel_at: null,
      cancel_at_period_end: false,
      pending_update: null,
      latest_invoice: null,
      items: { object: 'list', data: [item] },
      metadata: session.subscription_data?.metadata ?? {},
    }
    this.subscriptions.set(id, subscription)
    Object.assign(session, { status: 'complete', url: null, subscription: id })
    this.tell('customer.subscription.created', subscription)
    this.bill(subscription, 'paid')
    this.tell('checkout.session.completed', session)
    return id
  }

  /** The customer pays an invoice on its page; a change that waited for it happens. */
  payInvoice(invoiceUrl: string): void {
    const invoice = [...this.invoices.values()].find(({ hosted_invoice_url }) => hosted_invoice_url === invoiceUrl)
    const subscription = this.find(this.subscriptions, invoice?.subscription)
    if (subscription.pending_update) {
      subscription.items.data[0].price = this.prices.get(subscription.pending_update.subscription_items[0].price)
      subscription.pending_update = null
    }
    this.tell('invoice.paid', { ...invoice, status: 'paid' })
    this.tell('customer.subscription.pending_update_applied', subscription)
  }

  /** A renewal is not paid: Stripe keeps trying. */
  failRenewal(subscriptionId: string): void {
    this.bill(this.find(this.subscriptions, subscriptionId), 'open')
    this.set(subscriptionId, 'past_due')
  }

  /** The owed payment comes in after all. */
  recover(subscriptionId: string): void {
    this.bill(this.find(this.subscriptions, subscriptionId), 'paid')
    this.set(subscriptionId, 'active')
  }

  /** Stripe stops trying, and does what the operator chose for this case. */
  giveUp(subscriptionId: string, status: 'unpaid' | 'canceled'): void {
    if (status === 'unpaid') this.set(subscriptionId, status)
    else this.endSubscription(this.find(this.subscriptions, subscriptionId))
  }

  /** A cancellation in the customer portal: in the flexible billing mode it sets the date and not the flag. */
  cancelInPortal(subscriptionId: string): void {
    const subscription = this.find(this.subscriptions, subscriptionId)
    subscription.cancel_at = periodEnd
    this.tell('customer.subscription.updated', subscription)
  }

  /** The paid month is over. */
  endMonth(subscriptionId: string): void {
    const subscription = this.find(this.subscriptions, subscriptionId)
    if (subscription.cancel_at !== null) this.endSubscription(subscription)
    else this.bill(subscription, 'paid')
  }

  /** The operator deletes a customer; its subscriptions end. */
  deleteCustomer(id: string): void {
    for (const subscription of this.listSubscriptions({ customer: id })) this.endSubscription(subscription)
    const customer = this.customer(id)
    for (const field of ['email', 'metadata']) delete customer[field]
    customer.deleted = true
    this.tell('customer.deleted', customer)
  }
}
