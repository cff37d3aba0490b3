import { createHash, createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'

interface Message {
  destination: string
  headers: Record<string, string>
  body: string
}

interface Options {
  token: string
  signingKey: string
  /** Delivers a request and returns the response. */
  deliver(request: Request): Promise<Response>
  /** The maximum delay, even if a message requests a longer delay. */
  longestDelayMs: number
  /** One in this many messages is delivered twice. */
  twiceEvery: number
  /** The number of retries of a failed delivery. QStash plans allow 3 (free) or 5. */
  maxRetries: number
}

/** A message that is delivered repeatedly. */
interface Schedule extends Message {
  cron: string
}

/**
 * The part of QStash that we use: `POST /v2/batch` accepts messages and delivers them with a signature, retries failed
 * deliveries, and delivers some messages twice. A message with a known deduplication id is dropped.
 * `POST /v2/schedules/<address>` accepts a message that is delivered whenever `tick` is called, and replaces any
 * schedule with the same id.
 * @see https://upstash.com/docs/qstash/api-refence/messages/batch-messages
 * @see https://upstash.com/docs/qstash/api-reference/schedules/create-a-schedule
 */
export async function startQstashStandIn(options: Options) {
  const { token, signingKey, deliver, longestDelayMs, twiceEvery, maxRetries } = options
  const seenIds = new Set<string>()
  const timers = new Set<NodeJS.Timeout>()
  const schedules = new Map<string, Schedule>()
  /** The number of accepted messages, deliveries, failed deliveries, and abandoned messages. */
  const counted = { taken: 0, delivered: 0, failed: 0, givenUp: 0 }
  let isStopped = false

  const later = (work: () => void, ms: number) => {
    if (isStopped) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timers.add(timer)
  }

  async function bring({ destination, headers, body }: Message, id: string, retried: number): Promise<void> {
    const request = new Request(destination, {
      method: 'POST',
      body,
      headers: {
        'content-type': headers['content-type'] ?? 'application/json',
        'upstash-signature': signatureOf(destination, body, signingKey),
        'upstash-message-id': id,
        'upstash-retried': String(retried),
      },
    })
    counted.delivered += 1
    const { ok } = await deliver(request)
    if (ok) return
    counted.failed += 1
    if (retried >= Number(headers['upstash-retries'] ?? maxRetries)) counted.givenUp += 1
    else later(() => void bring({ destination, headers, body }, id, retried + 1), 200)
  }

  function take(message: Message): { messageId: string; deduplicated?: boolean } {
    const headers = Object.fromEntries(
      Object.entries(message.headers).map(([name, value]) => [name.toLowerCase(), value]),
    )
    const deduplicationId = headers['upstash-deduplication-id'] ?? ''
    const messageId = `msg_${randomUUID()}`
    if (seenIds.has(deduplicationId)) return { messageId, deduplicated: true }
    if (deduplicationId) seenIds.add(deduplicationId)
    counted.taken += 1
    const delayMs = Math.min(Number.parseInt(headers['upstash-delay'] ?? '0', 10) * 1_000, longestDelayMs)
    for (let time = 0; time < (counted.taken % twiceEvery === 0 ? 2 : 1); time++) {
      later(() => void bring({ ...message, headers }, messageId, 0), delayMs)
    }
    return { messageId }
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const [, destination] = /^\/v2\/schedules\/(.+)$/.exec(request.url ?? '') ?? []
    if ((request.url !== '/v2/batch' && !destination) || request.headers.authorization !== `Bearer ${token}`) {
      response.writeHead(401).end('{"error":"unauthorized"}')
      return
    }
    response.setHeader('content-type', 'application/json')
    if (destination) {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const scheduleId = headers['upstash-schedule-id'] ?? randomUUID()
      schedules.set(scheduleId, { destination, headers, body, cron: headers['upstash-cron'] ?? '' })
      response.end(JSON.stringify({ scheduleId }))
    } else {
      const messages: Message[] = JSON.parse(body)
      response.end(JSON.stringify(messages.map(take)))
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    counted,
    /** Schedules by id. */
    schedules,
    /** Delivers every scheduled message, as if its time had come. */
    async tick() {
      for (const schedule of schedules.values()) await bring(schedule, `msg_${randomUUID()}`, 0)
    },
    async stop() {
      isStopped = true
      for (const timer of timers) clearTimeout(timer)
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The JWT with which QStash signs a request. */
export function signatureOf(url: string, body: string, key: string): string {
  const now = Math.floor(Date.now() / 1_000)
  const claims = {
    iss: 'Upstash',
    sub: url,
    exp: now + 300,
    nbf: now - 1,
    iat: now,
    jti: randomUUID(),
    body: createHash('sha256').update(body).digest('base64url'),
  }
  const encoded = [{ alg: 'HS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${encoded}.${createHmac('sha256', key).update(encoded).digest('base64url')}`
}
