import { Webhook } from 'standardwebhooks'
import { Agent, type Dispatcher, errors, request } from 'undici'
import { callbacksOff } from '@/server/features/mail/alert-mails'
import { sendAlert } from '@/server/features/mail/send-alert'
import { randomBase62 } from '@/server/metering/access/api-key'
import { secondsUntil } from '@/server/metering/access/calendar'
import { createLimiter } from '@/server/metering/access/limiter'
import { limits } from '@/server/metering/access/limits'
import { type Author, writerOf } from '@/server/metering/access/members'
import { notPublic, publicLookup, resolveHost } from '@/server/places/links/expand/pinned-agent'
import { logError } from '@/server/platform/observability/logger'
import { PinrefError } from '@/server/platform/problems/errors'
import { jobQueue } from '@/server/platform/queue/queue'
import { env } from '@/server/platform/settings/env'
import {
  bodyOf,
  type CallbackEvent,
  type Delivery,
  deliveryId,
  maxTries,
  pauseMs,
  type Target,
  type TryFault,
  wasDelivered,
} from './delivery'
import { addDelivery, recordTry, takeDelivery } from './delivery-store'
import { addressOf, isKnownAddress, parseEndpointAddress, readEndpoints, rememberAddress } from './endpoint'
import { openSecrets } from './secrets'

/** A delivery in the queue. */
export interface QueuedDelivery {
  accountId: string
  /** The id of the delivery. */
  id: string
}

/** Queues a delivery to be tried after a delay, at least once: see `deliver`. */
export type QueueDelivery = (delivery: QueuedDelivery, delayMs: number) => Promise<void>

/**
 * Posts an event to all of an account's endpoints and to its batch's own URL, in the background; does nothing if there
 * are none. An event that is posted twice is still delivered only once to each destination. If the batch's URL is also an
 * endpoint's, only the endpoint gets the event, signed with the endpoint's secret.
 * @param url the batch's URL; empty for none.
 * @throws PinrefError `store_unavailable`; any queue error. The event can then be posted again.
 */
export async function postEvent(
  accountId: string,
  event: CallbackEvent,
  queue: QueueDelivery,
  url = '',
): Promise<void> {
  const endpoints = await readEndpoints(accountId)
  const { batch = '' } = event
  const targets: Target[] = endpoints.map((endpoint) => ({ endpoint: endpoint.id, batch, url: endpoint.url }))
  if (url !== '' && endpoints.every((endpoint) => endpoint.url !== url)) targets.push({ endpoint: '', batch, url })
  for (const target of targets) await postTo(accountId, target, event, queue)
}

async function postTo(author: Author, target: Target, event: CallbackEvent, queue: QueueDelivery): Promise<void> {
  const { accountId } = writerOf(author)
  const now = Date.now()
  const id = deliveryId(event.id, target)
  const delivery = { id, ...target, event: event.id, type: event.type, body: bodyOf(event, now), created: now }
  if (await addDelivery(author, delivery)) await queue({ accountId, id }, 0)
}

const byHand = createLimiter('callbacks-by-hand', limits.callbacksByHand)

/** Counts a callback that is sent manually. @throws PinrefError `too_many_requests`; `store_unavailable`. */
export async function countByHand(accountId: string): Promise<void> {
  const { success, reset } = await (await byHand()).limit(accountId)
  if (success) return
  const { max, windowSeconds } = limits.callbacksByHand
  const detail = `You can manually send up to ${max} callbacks every ${windowSeconds / 60} minutes. Verifying a new address counts as one callback. Try again later.`
  throw new PinrefError('too_many_requests', detail, { retryAfterSeconds: secondsUntil(reset / 1000, Date.now()) })
}

/** Sends a test event to one target. @returns the id of the event. */
export async function sendTest(author: Author, target: Target, id = testId()): Promise<string> {
  await postTo(author, target, testEvent(id), queueDelivery)
  return id
}

const testId = () => `msg_test_${randomBase62(12)}`

const testEvent = (id: string): CallbackEvent => ({ id, type: 'callback.test', data: {} })

/**
 * Admits a URL that an account wants to use for callbacks. A new address counts as a manual callback.
 * @returns a function to call once the URL is stored for an endpoint or batch: the function remembers the address and, if
 *   the address is new, sends it a test event. If this is interrupted, the address is verified with the first event.
 * @throws PinrefError `too_many_requests`.
 */
export async function reserveAddress(
  author: Author,
  url: string,
): Promise<(target: Omit<Target, 'url'>, testId?: string) => Promise<void>> {
  const { accountId } = writerOf(author)
  const isKnown = await isKnownAddress(accountId, url)
  if (!isKnown) await countByHand(accountId)
  return async ({ endpoint, batch }, testId) => {
    await rememberAddress(author, url)
    if (!isKnown) await sendTest(author, { endpoint, batch, url }, testId)
  }
}

/**
 * Tries a delivery if it is due and no other process is trying it.
 * @returns how many milliseconds to wait before calling this again; null if nothing is left to do.
 * @throws PinrefError `store_unavailable`. If this throws, it can be called again.
 */
export async function deliver({ accountId, id }: QueuedDelivery): Promise<number | null> {
  const turn = await takeDelivery(accountId, id)
  if ('waitMs' in turn) return turn.waitMs
  const { delivery, isVerified: wasVerified, sealed } = turn
  const { url, inRound, endpoint, batch } = delivery
  const secrets = await openSecrets({ accountId, endpoint, batch }, sealed)
  const at = Date.now()
  const { status, fault, isVerified } = await attempt(delivery, secrets, wasVerified)
  const isDelivered = fault === null && wasDelivered(status)
  const isGone = status === 410
  const pause = isDelivered || (isGone && endpoint === '') ? null : pauseMs(inRound + 1)
  const isOff = await recordTry(accountId, id, {
    made: { at, tookMs: Date.now() - at, status, fault },
    state: isDelivered ? 'delivered' : pause === null ? 'failed' : 'waiting',
    next: pause === null ? null : Date.now() + pause,
    isGone,
    verified: isVerified && !wasVerified ? addressOf(url) : '',
  })
  if (isOff) await mailEndpointOff(accountId, endpoint, url)
  return pause
}

/**
 * Tries a delivery once. An unverified address gets a test event first, and other events only if the response has a
 * status from 200 to 299.
 */
async function attempt(
  { url, event, type, body }: Delivery,
  secrets: readonly string[],
  isVerified: boolean,
): Promise<TryResult & { isVerified: boolean }> {
  // The address may have been allowed under earlier settings.
  if (!('url' in parseEndpointAddress(url))) return { status: null, fault: 'forbidden_address', isVerified }
  const isTest = type === 'callback.test'
  if (!isVerified && !isTest) {
    const test = testEvent(testId())
    const { status, fault } = await send({ url, id: test.id, body: bodyOf(test, Date.now()), secrets })
    if (!wasDelivered(status)) return { status, fault: fault ?? 'unverified', isVerified: false }
  }
  const result = await send({ url, id: event, body, secrets })
  return { ...result, isVerified: isVerified || !isTest || wasDelivered(result.status) }
}

/**
 * Sends the email saying that an endpoint was switched off. Never fails, because the delivery itself is already
 * recorded.
 */
async function mailEndpointOff(accountId: string, endpoint: string, url: string): Promise<void> {
  const until = Math.floor(Date.now() / 1000) + 86_400
  const alert = { to: { accountId }, kind: 'callbacks', marks: [`callbacks:${endpoint}:${until}`], until } as const
  await sendAlert({ ...alert, write: () => callbacksOff(accountId, url, maxTries) }).catch((error: unknown) =>
    logError('an alert could not be sent', { error }),
  )
}

/** Queues a delivery to be tried after a delay, at least once: see `deliver`. @throws PinrefError `store_unavailable`. */
export async function queueDelivery(delivery: QueuedDelivery, delayMs: number): Promise<void> {
  // A job that waits for the next try must not block a manual resend of the same delivery, so the ids of these jobs
  // differ.
  const id = `${delivery.id}-${Date.now() + delayMs}`
  await (await jobQueue()).add([{ kind: 'callback', id, data: delivery }], delayMs / 1000)
}

/** A callback to send. */
interface Posting {
  url: string
  /** The event id, which is the same in each try. */
  id: string
  body: string
  /** The secrets as shown to their owner (`whsec_…`), the current one first. */
  secrets: readonly string[]
}

/** The result of a try: the response status, or why there was no response. */
interface TryResult {
  status: number | null
  fault: TryFault | null
}

export const attemptMs = 15_000
/**
 * How many bytes of a response are read and discarded. If the response is not longer than this, the connection can be
 * reused.
 */
const drainedBytes = 16 * 1024

let agent: Agent | undefined

/**
 * Posts an event, signed with every valid secret according to Standard Webhooks. If there is no gateway, connects only
 * to public addresses. Does not follow redirects.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export async function send({ url, id, body, secrets }: Posting): Promise<TryResult> {
  if (secrets.length === 0) return { status: null, fault: 'no_secret' }
  const now = new Date()
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Pinref-Callbacks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  }
  try {
    const answer = await request(postedTo(url), {
      method: 'POST',
      headers,
      body,
      dispatcher: dispatcher(),
      signal: AbortSignal.timeout(attemptMs),
    })
    answer.body.dump({ limit: drainedBytes }).catch(() => {})
    return { status: answer.statusCode, fault: null }
  } catch (error) {
    return { status: null, fault: faultOf(error) }
  }
}

function dispatcher(): Dispatcher {
  const gateway = env().CALLBACK_GATEWAY_URL
  const lookup = gateway === undefined ? { lookup: publicLookup(resolveHost) } : {}
  agent ??= new Agent({ connect: { ...lookup, timeout: attemptMs }, headersTimeout: attemptMs, bodyTimeout: attemptMs })
  return agent
}

/** Returns the URL for the POST request. With a gateway, `https://host/path` becomes `<gateway>/host/path`. */
function postedTo(url: string): string {
  const gateway = env().CALLBACK_GATEWAY_URL
  return gateway === undefined ? url : `${gateway}/${url.slice('https://'.length)}`
}

function faultOf(error: unknown): TryFault {
  if ((error as { code?: unknown }).code === notPublic) return 'private_address'
  const isTimeout =
    error instanceof errors.ConnectTimeoutError ||
    error instanceof errors.HeadersTimeoutError ||
    (error instanceof Error && error.name === 'TimeoutError')
  return isTimeout ? 'timeout' : 'unreachable'
}
