import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { StripeAccount } from './stripe-account'
import { routes } from './stripe-api'
import { StripeFault } from './stripe-objects'

/** A received call: `POST customers`. */
interface Call {
  name: string
  idempotencyKey: string | undefined
  params: unknown
}

interface Reply {
  status: number
  body: string
}

/** A call that is held until released. */
export interface Held {
  arrived: Promise<void>
  release(): void
}

export interface StripeStandIn {
  url: string
  account: StripeAccount
  calls: Call[]
  /** Whether every connection is dropped. */
  down: boolean
  /** Returns this status for the next calls with this name, which have no effect. */
  failNext(name: string, status: number, times?: number): void
  /** Holds the next call with this name, before or after its response is computed. */
  holdNext(name: string, what: 'call' | 'answer'): Held
  stop(): Promise<void>
}

/**
 * The part of Stripe's HTTP API that we use, on loopback, for an account in memory: forms in, JSON out, and idempotency
 * keys as documented, including stored failures. @see https://docs.stripe.com/api/idempotent_requests
 */
export async function startStripeStandIn(secretKey: string): Promise<StripeStandIn> {
  const account = new StripeAccount()
  const calls: Call[] = []
  const failing: Array<{ name: string; status: number }> = []
  const holding: Array<{ name: string; what: 'call' | 'answer'; arrive(): void; released: Promise<void> }> = []
  /** By idempotency key: the request and its response, which is null until it is ready. */
  const replies = new Map<string, { request: string; reply: Reply | null }>()

  async function answer(call: Call, id: string): Promise<Reply> {
    const failed = take(failing, call.name)
    if (failed) return fault(new StripeFault(failed.status, { type: 'api_error', message: 'Sorry.' }))
    const [method = '', path = ''] = call.name.split(' ')
    const found = routes.find((route) => route.method === method && route.path.test(path.replace(':id', id)))
    if (!found)
      return fault(new StripeFault(404, { type: 'invalid_request_error', message: `There is no ${call.name}` }))
    const held = take(holding, call.name)
    if (held?.what === 'call') await pause(held)
    let reply: Reply
    try {
      reply = { status: 200, body: JSON.stringify(found.answer(account, call.params, id)) }
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error
      reply = fault(error)
    }
    if (held?.what === 'answer') await pause(held)
    return reply
  }

  async function answerOnce(call: Call, id: string): Promise<Reply> {
    const { idempotencyKey: key } = call
    if (!key) return answer(call, id)
    const request = JSON.stringify([call.name, id, call.params])
    const earlier = replies.get(key)
    if (earlier && earlier.request !== request) {
      const message = 'Keys for idempotent requests can only be used with the same parameters.'
      return fault(new StripeFault(400, { type: 'idempotency_error', message }))
    }
    if (earlier) {
      const message = 'There is currently another in-progress request using this Idempotent Key.'
      return earlier.reply ?? fault(new StripeFault(409, { type: 'idempotency_error', message }))
    }
    const entry: { request: string; reply: Reply | null } = { request, reply: null }
    replies.set(key, entry)
    entry.reply = await answer(call, id)
    return entry.reply
  }

  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    if (standIn.down) return void request.socket.destroy()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stripe.test')
    const form = request.method === 'POST' ? new URLSearchParams(Buffer.concat(chunks).toString()) : searchParams
    const [, id = ''] = pathname.match(/\/(\w+_\d+)\b/) ?? []
    const call: Call = {
      name: `${request.method} ${pathname.replace(/^\/v1\//, '').replace(id || '\n', ':id')}`,
      idempotencyKey: request.headers['idempotency-key']?.toString(),
      params: nested(form),
    }
    calls.push(call)
    const isAuthorized = request.headers.authorization === `Bearer ${secretKey}`
    const refusal = fault(new StripeFault(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' }))
    const { status, body } = isAuthorized ? await answerOnce(call, id) : refusal
    const headers = { 'content-type': 'application/json', 'request-id': `req_${calls.length}` }
    // A retry would only return the same failure.
    const advice = status >= 500 ? { 'stripe-should-retry': 'false' } : {}
    response.writeHead(status, { ...headers, ...advice }).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()

  const standIn: StripeStandIn = {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    account,
    calls,
    down: false,
    failNext(name, status, times = 1) {
      for (let turn = 0; turn < times; turn++) failing.push({ name, status })
    },
    holdNext(name, what) {
      const [arrived, released] = [signal(), signal()]
      holding.push({ name, what, arrive: arrived.give, released: released.signaled })
      return { arrived: arrived.signaled, release: released.give }
    },
    async stop() {
      server.closeAllConnections()
      server.close()
    },
  }
  return standIn
}

const fault = ({ status, fault: error }: StripeFault): Reply => ({ status, body: JSON.stringify({ error }) })

function take<T extends { name: string }>(waiting: T[], name: string): T | undefined {
  const at = waiting.findIndex((candidate) => candidate.name === name)
  return at < 0 ? undefined : waiting.splice(at, 1)[0]
}

function pause({ arrive, released }: { arrive(): void; released: Promise<void> }): Promise<void> {
  arrive()
  return released
}

function signal(): { signaled: Promise<void>; give(): void } {
  let give = () => {}
  const signaled = new Promise<void>((resolve) => {
    give = resolve
  })
  return { signaled, give: () => give() }
}

type Nested = string | { [name: string]: Nested } | Nested[]

/** A form's `items[0][price]=x` as `{ items: [{ price: 'x' }] }`. */
function nested(form: URLSearchParams): Nested {
  const root: { [name: string]: Nested } = {}
  for (const [key, value] of form) {
    const steps = key.split(/[[\]]+/).filter(Boolean)
    let place = root
    for (const step of steps.slice(0, -1)) {
      const inner = place[step] ?? {}
      place[step] = inner
      if (typeof inner === 'object' && !Array.isArray(inner)) place = inner
    }
    place[steps.at(-1) ?? ''] = value
  }
  return withLists(root)
}

function withLists(value: Nested): Nested {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, inner]): [string, Nested] => [name, withLists(inner)])
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}
