import { PinrefError } from '@/server/errors'
import type { Command, Reply, Transport } from './transport'

/** How long an answer may take. Counted in ticks, of which one is missed while our own event loop is busy. */
const tickMs = 100
const patienceTicks = 10

/** How often a store that does not answer is asked whether it does again. */
const probeEveryMs = 100
const mostProbes = 8

/** Bounds what is lost sight of when the store hangs; far more than are ever under way at once. */
const mostInFlight = 10_000

/** Error replies that mean the Redis cannot serve now, whatever was asked of it. */
const unavailableReply = /^(OOM|READONLY|LOADING|MISCONF|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|NOREPLICAS|NOAUTH|WRONGPASS)\b/

/** Counts what goes to the store, for the tests and the benchmark that hold a call to one round trip. */
export interface RoundTrips {
  count: number
}

/** Sends one command. @throws StoreUnavailable where the store fails or takes over a second. */
export type Send = (command: Command) => Promise<Reply>

/** The store failed, as `store_unavailable`. */
export class StoreUnavailable extends PinrefError {
  /** Whether the command may have been carried out all the same, or may be yet. */
  readonly mayHaveRun: boolean

  constructor(cause: unknown, mayHaveRun: boolean) {
    super('store_unavailable', 'The store did not answer just now. Try again in a moment.', { cause })
    this.mayHaveRun = mayHaveRun
  }
}

/** Whether a command that failed so may have been carried out. (The error may be of the other bundle's class.) */
export const mayHaveRun = (error: unknown): boolean => (error as Partial<StoreUnavailable>).mayHaveRun !== false

interface Waiting {
  command: Command
  resolve(reply: Reply): void
  reject(error: unknown): void
  /** When it was sent: the tick, and the number of its batch. */
  tick: number
  batch: number
}

/**
 * Sends commands over a transport. Those of the same turn of the event loop travel together, so that what one call asks of
 * the store costs one round trip.
 *
 * Once the store lets a command wait too long and has answered nothing else since, everything is refused at once and not
 * sent, until it answers: a late command, or the PING that probes it. (A breaker of `cockatiel` would take a caller's
 * command for its probe, and would not notice late answers.)
 */
export function batched(transport: Transport, roundTrips: RoundTrips): Send {
  let queued: Waiting[] = []
  /** In the order in which they were sent. */
  const inFlight = new Set<Waiting>()
  let batch = 0
  /** The latest batch that had been sent when the store last answered anything. */
  let heardAfter = 0
  let isDown = false
  let ticks = 0
  let ticking: NodeJS.Timeout | undefined
  let probing: NodeJS.Timeout | undefined
  /** Those that are not answered yet. */
  let probes = 0

  function flush() {
    const sent = queued
    queued = []
    if (isDown || inFlight.size >= mostInFlight) {
      for (const { reject } of sent) reject(refused())
      return
    }
    roundTrips.count += 1
    batch += 1
    ticking ??= setInterval(tick, tickMs)
    const replies = transport.send(sent.map(({ command }) => command))
    for (const [index, one] of sent.entries()) {
      one.tick = ticks
      one.batch = batch
      inFlight.add(one)
      replies[index]?.then(
        (reply) => {
          heard()
          if (inFlight.delete(one)) settle(one, reply)
        },
        (error: unknown) => fail(one, error),
      )
    }
  }

  function tick() {
    ticks += 1
    const [oldest] = inFlight
    if (oldest === undefined) {
      clearInterval(ticking)
      ticking = undefined
    } else if (isLate(oldest)) setImmediate(giveUpLate)
  }

  const isLate = (one: Waiting) => ticks - one.tick >= patienceTicks

  /** Runs after the sockets were read: what has already arrived is not late. */
  function giveUpLate() {
    for (const one of inFlight) {
      if (!isLate(one)) return
      fail(one, new Error('the store did not answer within a second'))
    }
  }

  function fail(one: Waiting, cause: unknown) {
    if (!inFlight.delete(one)) return
    if (one.batch > heardAfter) {
      isDown = true
      if (!probing) probe()
    }
    one.reject(new StoreUnavailable(cause, true))
  }

  function heard() {
    heardAfter = batch
    isDown = false
  }

  function probe() {
    probing = isDown ? setTimeout(probe, probeEveryMs).unref() : undefined
    if (!probing || probes === mostProbes) return
    probes += 1
    const answered = transport.send([['PING']])[0]?.then(heard, () => {})
    answered?.finally(() => {
      probes -= 1
    })
  }

  return (command) =>
    new Promise((resolve, reject) => {
      if (isDown) return reject(refused())
      queued.push({ command, resolve, reject, tick: 0, batch: 0 })
      if (queued.length === 1) setImmediate(flush)
    })
}

function settle({ resolve, reject }: Waiting, reply: Reply): void {
  if ('error' in reply && unavailableReply.test(reply.error)) reject(new StoreUnavailable(reply.error, false))
  else resolve(reply)
}

/** Made by the thousand while the store is away, so its cause has no stack. */
const refused = () => new StoreUnavailable('the store does not answer; this was not sent', false)
