import type { Requester } from '@upstash/redis'
import { PinrefError } from '@/server/errors'
import type { Command, Reply, Transport } from './transport'

/** How long an answer may take before the store counts as down. */
const timeoutMs = 1_000

/** Error replies that mean the Redis cannot serve now, whatever was asked of it. */
const unavailableReply = /^(OOM|READONLY|LOADING|MISCONF|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|NOREPLICAS|NOAUTH|WRONGPASS)\b/

/** Counts what goes to the store, for the tests and the benchmark that hold a call to one round trip. */
export interface RoundTrips {
  count: number
}

/**
 * Speaks to `@upstash/redis` on one side and to a transport on the other.
 *
 * Commands issued in the same turn of the event loop travel together, so that what one call asks of the store costs one
 * round trip. A connection that fails, or takes over a second, is a `PinrefError` `store_unavailable`.
 */
export function createRequester(transport: Transport, roundTrips: RoundTrips): Requester {
  let waiting: Array<{ command: Command; resolve: (reply: Reply) => void; reject: (error: unknown) => void }> = []

  function flush() {
    const batch = waiting
    waiting = []
    roundTrips.count += 1
    inTime(transport.send(batch.map(({ command }) => command))).then(
      (replies) => {
        for (const [index, { resolve, reject }] of batch.entries()) {
          const reply = replies[index]
          if (reply) resolve(reply)
          else reject(unavailable(new Error('the store answered fewer commands than it was sent')))
        }
      },
      (error: unknown) => {
        for (const { reject } of batch) reject(unavailable(error))
      },
    )
  }

  async function send(command: Command): Promise<Reply> {
    const reply = await new Promise<Reply>((resolve, reject) => {
      waiting.push({ command, resolve, reject })
      if (waiting.length === 1) setImmediate(flush)
    })
    if ('error' in reply && unavailableReply.test(reply.error)) throw unavailable(new Error(reply.error))
    return reply
  }

  return {
    // The library asks for one command, or for a pipeline of several; it uses nothing else here.
    request: (async ({ path, body }: { path?: string[]; body?: unknown }) => {
      if (path?.[0] === 'pipeline') return Promise.all((body as Command[]).map(send))
      if (path?.length) throw new Error(`the store does not speak ${path.join('/')}`)
      return send(body as Command)
    }) as Requester['request'],
  }
}

function inTime(answer: Promise<Reply[]>): Promise<Reply[]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

function unavailable(cause: unknown): PinrefError {
  return new PinrefError('store_unavailable', 'The store did not answer just now. Try again in a moment.', {
    cause,
  })
}
