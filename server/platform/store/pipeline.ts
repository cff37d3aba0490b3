import { createNodeHealth, type NodeHealth } from './breaker'
import type { Command, Reply, Route, Send, Transport } from './transport'
import { StoreUnavailable } from './unavailable'

/** Waiting is counted in ticks. A busy event loop misses ticks, so the loop's own delays do not count as waiting. */
const tickMs = 100

/**
 * Limits how many commands can wait while the store hangs. This is far more commands than are ever in flight at once.
 */
const maxInFlight = 10_000

/** Error replies that mean that Redis can't serve any command right now. */
const unavailableReply = /^(OOM|READONLY|LOADING|MISCONF|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|NOREPLICAS|NOAUTH|WRONGPASS)\b/

/** Counts round trips to the store, for the tests and the benchmark that require one round trip per call. */
export interface RoundTrips {
  count: number
}

interface Waiting {
  command: Command
  resolve(reply: Reply): void
  reject(error: unknown): void
  /** The node that the command goes to, and its number among that node's commands. */
  node: string
  health: NodeHealth
  number: number
  /** The tick at which the command was sent. */
  tick: number
}

/** The route of all commands if there is only one node. */
const onlyRoute: Route = { node: '', probe: ['PING'] }

/**
 * Returns a function that sends commands over a transport. Commands from the same turn of the event loop are sent
 * together, so one call's commands take one round trip.
 *
 * If a command waits too long and its node hasn't answered since the command was sent, further commands for that node
 * are rejected without being sent, until the node answers a late command or a probe. Commands for other nodes are not
 * delayed.
 * @param timeoutMs how long a command may wait for its reply.
 * @param onUnavailable called when a node does not answer a command, or answers that it cannot serve any.
 */
export function pipelined(
  transport: Pick<Transport, 'send' | 'route' | 'reconnect'>,
  roundTrips: RoundTrips,
  timeoutMs: number,
  onUnavailable: () => void = () => {},
): Send {
  const patienceTicks = Math.ceil(timeoutMs / tickMs)
  let queued: Waiting[] = []
  /** The unanswered commands, in the order they were sent. */
  const inFlight = new Set<Waiting>()
  /** By node address. */
  const healths = new Map<string, NodeHealth>()
  let ticks = 0
  let ticking: NodeJS.Timeout | undefined

  const routeOf = (command: Command) => transport.route?.(command) ?? onlyRoute

  function healthOf(node: string): NodeHealth {
    const existing = healths.get(node)
    if (existing) return existing
    const health = createNodeHealth(
      (probe) => transport.send([probe])[0],
      () => transport.reconnect?.(),
    )
    healths.set(node, health)
    return health
  }

  function flush() {
    const isFull = inFlight.size >= maxInFlight
    const sent = queued.filter((one) => !isFull && !one.health.isDown)
    for (const one of queued) if (isFull || one.health.isDown) one.reject(refused())
    queued = []
    if (sent.length === 0) return
    roundTrips.count += 1
    ticking ??= setInterval(tick, tickMs)
    const replies = transport.send(sent.map(({ command }) => command))
    for (const [index, one] of sent.entries()) {
      one.tick = ticks
      one.number = one.health.onSend()
      inFlight.add(one)
      replies[index]?.then(
        (reply) => {
          one.health.onAnswer()
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

  /** Runs after the sockets are read, so a reply that has already arrived does not count as late. */
  function giveUpLate() {
    for (const one of inFlight) {
      if (!isLate(one)) return
      fail(one, new Error(`the store did not respond within ${timeoutMs} ms`))
    }
  }

  function fail(one: Waiting, cause: unknown) {
    if (!inFlight.delete(one)) return
    const { node, probe } = routeOf(one.command)
    // The command may have been redirected to another node, whose failure says nothing about the first one.
    if (node === one.node) one.health.onFailure(one.number, probe)
    one.reject(new StoreUnavailable(cause, true))
    onUnavailable()
  }

  function settle({ resolve, reject }: Waiting, reply: Reply) {
    if (!('error' in reply) || !unavailableReply.test(reply.error)) return resolve(reply)
    reject(new StoreUnavailable(reply.error, false))
    onUnavailable()
  }

  return (command) =>
    new Promise((resolve, reject) => {
      const { node } = routeOf(command)
      const health = healthOf(node)
      if (health.isDown) return reject(refused())
      queued.push({ command, resolve, reject, node, health, number: 0, tick: 0 })
      if (queued.length === 1) setImmediate(flush)
    })
}

/** The cause, without a stack, shared by the thousands of errors created while the store is down. */
const silence = new Error('the store is not responding')
delete silence.stack

const refused = () => new StoreUnavailable(silence, false)
