import * as z from 'zod'
import { periodEnd, type StripeAccount } from './stripe-account'
import { type Price, refused, type Session } from './stripe-objects'

type Answer = object
export interface Route {
  method: string
  /** Its first group is the id. */
  path: RegExp
  answer(account: StripeAccount, params: unknown, id: string): Answer
}

/** The parameter types that a form can contain. */
const wholeNumber = z.string().regex(/^\d+$/).transform(Number)
const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
const metadata = z.record(z.string(), z.string()).default({})

/** An API call. Like Stripe, the call rejects parameters that are not listed. */
function route<Schema extends z.ZodType>(
  method: string,
  path: RegExp,
  schema: Schema,
  answer: (account: StripeAccount, params: z.output<Schema>, id: string) => Answer,
): Route {
  return {
    method,
    path,
    answer: (account, params, id) => {
      const { data, error } = schema.safeParse(params)
      if (error) throw refused(z.prettifyError(error), { code: 'parameter_invalid' })
      return answer(account, data, id)
    },
  }
}

const list = (data: object[]) => ({ object: 'list', data, has_more: false })

/** Returns an existing customer; a deleted customer can only be read. */
function present(account: StripeAccount, id: string): string {
  if (account.find(account.customers, id, 'customer').deleted) account.find(new Map(), id, 'customer')
  return id
}

/** The Stripe API calls that we make. @see https://docs.stripe.com/api */
export const routes: Route[] = [
  route('GET', /^customers\/(\w+)$/, z.strictObject({}), (account, _, id) => account.find(account.customers, id)),

  route('POST', /^customers$/, z.strictObject({ email: z.string(), metadata }), (account, params) => {
    const customer = { id: account.id('cus'), object: 'customer' as const, ...params }
    account.customers.set(customer.id, customer)
    return customer
  }),

  route(
    'GET',
    /^prices$/,
    z.strictObject({ lookup_keys: z.array(z.string()), active: flag.optional() }),
    (account, { lookup_keys, active }) => {
      const matches = ({ lookup_key, ...price }: Price) =>
        lookup_key !== null && lookup_keys.includes(lookup_key) && (active ?? price.active) === price.active
      return list([...account.prices.values()].filter(matches))
    },
  ),

  route(
    'POST',
    /^prices$/,
    z.strictObject({
      product: z.string().optional(),
      product_data: z.strictObject({ name: z.string() }).optional(),
      currency: z.string(),
      recurring: z.strictObject({ interval: z.string(), interval_count: wholeNumber.default(1) }),
      unit_amount: wholeNumber,
      lookup_key: z.string(),
      transfer_lookup_key: flag.optional(),
      metadata,
    }),
    (account, { product, product_data, transfer_lookup_key, ...params }) => {
      if (!product === !product_data) throw refused('Name one of product and product_data.')
      const holder = [...account.prices.values()].find(({ lookup_key }) => lookup_key === params.lookup_key)
      if (holder && !transfer_lookup_key) throw refused(`A price (\`${holder.id}\`) already uses that lookup key.`)
      if (holder) holder.lookup_key = null
      const [id, productId] = [account.id('price'), product ?? account.id('prod')]
      const price: Price = { id, object: 'price', active: true, product: productId, ...params }
      account.prices.set(id, price)
      return price
    },
  ),

  route('POST', /^prices\/(\w+)$/, z.strictObject({ metadata }), (account, params, id) => {
    const price = account.find(account.prices, id)
    Object.assign(price.metadata, params.metadata)
    return price
  }),

  route(
    'GET',
    /^checkout\/sessions$/,
    z.strictObject({ customer: z.string(), limit: wholeNumber }),
    (account, { customer, limit }) => {
      present(account, customer)
      const theirs = [...account.sessions.values()].filter((session) => session.customer === customer)
      return list(theirs.reverse().slice(0, limit))
    },
  ),

  route(
    'POST',
    /^checkout\/sessions$/,
    z.strictObject({
      mode: z.literal('subscription'),
      customer: z.string(),
      client_reference_id: z.string(),
      line_items: z.tuple([z.strictObject({ price: z.string(), quantity: z.literal('1') })]),
      allowed_payment_method_types: z.array(z.string()),
      subscription_data: z.strictObject({ metadata }),
      metadata,
      success_url: z.url(),
      cancel_url: z.url(),
    }),
    (account, { customer, client_reference_id, line_items, success_url, cancel_url, metadata }) => {
      account.find(account.prices, line_items[0].price, 'line_items[0][price]')
      const id = account.id('cs_test')
      const url = `https://checkout.test/${id}`
      const urls = { url, success_url, cancel_url }
      const session: Session = {
        id,
        object: 'checkout.session',
        status: 'open',
        ...urls,
        customer: present(account, customer),
        client_reference_id,
        metadata: { ...metadata, price: line_items[0].price },
        subscription: null,
      }
      account.sessions.set(id, session)
      return session
    },
  ),

  route('POST', /^checkout\/sessions\/(\w+)\/expire$/, z.strictObject({}), (account, _, id) => {
    const session = account.find(account.sessions, id)
    if (session.status !== 'open') throw refused('Only Checkout Sessions with a status in ["open"] can be expired.')
    return Object.assign(session, { status: 'expired', url: null })
  }),

  route(
    'GET',
    /^subscriptions$/,
    z.strictObject({ customer: z.string(), limit: wholeNumber }),
    (account, { customer, limit }) => {
      present(account, customer)
      const theirs = [...account.subscriptions.values()].filter((subscription) => subscription.customer === customer)
      return list(
        theirs
          .filter(({ status }) => status !== 'canceled')
          .reverse()
          .slice(0, limit),
      )
    },
  ),

  route(
    'POST',
    /^subscriptions\/(\w+)$/,
    z.union([
      z.strictObject({ cancel_at_period_end: flag }),
      z.strictObject({ cancel_at: z.literal('') }),
      // A change that may have to wait for payment cannot be combined with other changes in one request.
      z.strictObject({
        items: z.tuple([z.strictObject({ id: z.string(), price: z.string() })]),
        proration_behavior: z.literal('always_invoice'),
        payment_behavior: z.literal('pending_if_incomplete'),
        expand: z.tuple([z.literal('latest_invoice')]),
      }),
    ]),
    (account, params, id) => {
      const subscription = account.find(account.subscriptions, id)
      if (subscription.status === 'canceled') throw refused('A canceled subscription can only update its metadata.')
      if ('cancel_at' in params) Object.assign(subscription, { cancel_at: null, cancel_at_period_end: false })
      if ('cancel_at_period_end' in params) {
        const ends = params.cancel_at_period_end
        Object.assign(subscription, { cancel_at: ends ? periodEnd : null, cancel_at_period_end: ends })
      }
      if (!('items' in params)) {
        account.tell('customer.subscription.updated', subscription)
        return subscription
      }
      const [item] = subscription.items.data
      const price = account.find(account.prices, params.items[0].price, 'items[0][price]')
      if (params.items[0].id !== item.id) throw refused('No such subscription item.', { code: 'resource_missing' })
      const waits = price.unit_amount > item.price.unit_amount && !account.cardWorks
      subscription.pending_update = waits ? { subscription_items: params.items } : null
      if (!waits) item.price = price
      const invoice = account.bill(subscription, waits ? 'open' : 'paid')
      account.tell('customer.subscription.updated', subscription)
      return { ...subscription, latest_invoice: invoice }
    },
  ),

  route('DELETE', /^subscriptions\/(\w+)$/, z.strictObject({}), (account, _, id) => {
    const subscription = account.find(account.subscriptions, id)
    if (subscription.status === 'canceled') account.find(new Map(), id)
    return account.end(subscription)
  }),

  route(
    'POST',
    /^billing_portal\/sessions$/,
    z.strictObject({ customer: z.string(), return_url: z.url() }),
    (account, { customer, return_url }) => {
      const id = account.id('bps')
      const url = `https://portal.test/${id}`
      return { id, object: 'billing_portal.session', customer: present(account, customer), return_url, url }
    },
  ),
]
