import { PinrefError } from '@/server/errors'
import { withTimeout } from '@/server/runtime/with-timeout'
import type { Command, Reply, Transport } from './transport'

/** How long an answer may take before the store counts as down. */
const timeoutMs = 1_000

/** Error replies that mean the Redis cannot serve now, whatever was asked of it. */
const unavailableReply = /^(OOM|READONLY|LOADING|MISCONF|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|NOREPLICAS|NOAUTH|WRONGPASS)\b/

/** Counts what goes to the store, for the tests and the benchmark that hold a call to one round trip. */
export interface RoundTrips {
  count: number
}

/** Sends one command. @throws PinrefError `store_unavailable` where the connection fails or takes over a second. */
export type Send = (command: Command) => Promise<Reply>

interface Waiting {
  resolve(reply: Reply): void
  reject(error: unknown): void
}

/**
 * Sends commands over a transport. Those of the same turn of the event loop travel together, so that what one call asks of
 * the store costs one round trip.
 */
export function batched(transport: Transport, roundTrips: RoundTrips): Send {
  let commands: Command[] = []
  let callers: Waiting[] = []

  function flush() {
    const [sent, waiting] = [commands, callers]
    commands = []
    callers = []
    roundTrips.count += 1
    withTimeout(transport.send(sent), timeoutMs, tooLate).then(
      (replies) => {
        for (const [index, caller] of waiting.entries()) settle(caller, replies[index])
      },
      (error: unknown) => {
        for (const { reject } of waiting) reject(unavailable(error))
      },
    )
  }

  return (command) =>
    new Promise((resolve, reject) => {
      commands.push(command)
      callers.push({ resolve, reject })
      if (commands.length === 1) setImmediate(flush)
    })
}

function settle({ resolve, reject }: Waiting, reply: Reply | undefined): void {
  if (!reply) reject(unavailable(new Error('the store answered fewer commands than it was sent')))
  else if ('error' in reply && unavailableReply.test(reply.error)) reject(unavailable(new Error(reply.error)))
  else resolve(reply)
}

const tooLate = () => new Error(`no answer within ${timeoutMs} ms`)

function unavailable(cause: unknown): PinrefError {
  return new PinrefError('store_unavailable', 'The store did not answer just now. Try again in a moment.', { cause })
}
