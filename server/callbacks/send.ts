import { Webhook } from 'standardwebhooks'
import { Agent, type Dispatcher, errors, request } from 'undici'
import { env } from '@/server/env'
import { notPublic, publicLookup, resolveHost } from '@/server/links/expand/pinned-agent'

/** A callback to send. */
export interface Posting {
  url: string
  /** The id of the event, the same in each try. */
  id: string
  body: string
  /** Secrets as their owner has them (`whsec_…`), the present one first. */
  secrets: readonly string[]
}

/** The result of a try: the status of the answer, or why there was none. */
export type TryResult = { status: number } | { fault: TryFault }

/**
 * `address`: callbacks may no longer go to the endpoint's address. `no secret`: the secret cannot be read any more because
 * `AUTH_SECRET` was changed; the owner can make a new one.
 */
export type TryFault = 'timeout' | 'unreachable' | 'address' | 'inner address' | 'no secret'

const timeoutMs = 15_000
/** How many bytes of an answer are read and discarded: if it is no longer than this, the connection can be used again. */
const drainedBytes = 16 * 1024

let agent: Agent | undefined

/**
 * Posts an event, signed as Standard Webhooks prescribes, with every valid secret. Without a gateway, it connects to public
 * addresses only. It follows no redirect.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export async function send({ url, id, body, secrets }: Posting): Promise<TryResult> {
  if (secrets.length === 0) return { fault: 'no secret' }
  const now = new Date()
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Pinref-Callbacks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  }
  try {
    const answer = await request(addressOf(url), {
      ...{ method: 'POST', headers, body, dispatcher: dispatcher() },
      signal: AbortSignal.timeout(timeoutMs),
    })
    answer.body.dump({ limit: drainedBytes }).catch(() => {})
    return { status: answer.statusCode }
  } catch (error) {
    return { fault: faultOf(error) }
  }
}

function dispatcher(): Dispatcher {
  const gateway = env().CALLBACK_GATEWAY_URL
  const lookup = gateway === undefined ? { lookup: publicLookup(resolveHost) } : {}
  agent ??= new Agent({ connect: { ...lookup, timeout: timeoutMs }, headersTimeout: timeoutMs, bodyTimeout: timeoutMs })
  return agent
}

/** Returns the URL to post to. With a gateway, `https://host/path` becomes `<gateway>/host/path`. */
function addressOf(url: string): string {
  const gateway = env().CALLBACK_GATEWAY_URL
  return gateway === undefined ? url : `${gateway}/${url.slice('https://'.length)}`
}

function faultOf(error: unknown): TryFault {
  if ((error as { code?: unknown }).code === notPublic) return 'inner address'
  const isTimeout =
    error instanceof errors.ConnectTimeoutError ||
    error instanceof errors.HeadersTimeoutError ||
    (error instanceof Error && error.name === 'TimeoutError')
  return isTimeout ? 'timeout' : 'unreachable'
}
