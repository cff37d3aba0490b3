import { PinrefError, storeUnavailableDetail } from '@/server/platform/problems/errors'
import type { Command, Reply, Route, Transport } from './transport'

/** How often a node that does not respond is probed. */
const probeEveryMs = 100
const maxProbes = 8

/**
 * After this many rounds of probing without a reply, the connection is considered lost, because a network may drop a
 * connection silently. Rounds are counted instead of time, because replies are read between rounds, no matter how long
 * our own event loop was busy.
 */
const turnsUntilLost = 40

/** Tracks whether a node of the store responds, based on the commands sent to it. */
interface NodeHealth {
  /**
   * True once a command has failed and the node hasn't answered since the command was sent. False again when the node
   * answers.
   */
  readonly isDown: boolean
  /** Records that a command is being sent, and returns its number. */
  onSend(): number
  /** Records that the node answered a command or a probe. */
  onAnswer(): void
  /**
   * Records that a command failed, by its number.
   * @param probe the command to send until it is answered. The probe must go to the same node.
   */
  onFailure(number: number, probe: Command): void
}

/**
 * Creates one node's health tracker. (A `cockatiel` breaker would probe with a caller's command and would not notice
 * late replies.)
 * @param onLost called when the connection is considered lost, and again if a new connection is silent that long.
 */
function createNodeHealth(ask: (probe: Command) => Promise<unknown> | undefined, onLost: () => void): NodeHealth {
  let sent = 0
  /** The number of the last command that had been sent when the node last answered. */
  let answeredUpTo = 0
  let isDown = false
  let question: Command = []
  let probing: NodeJS.Timeout | undefined
  /** How many probes have not been answered yet. */
  let probes = 0
  let silentTurns = 0

  function onAnswer() {
    answeredUpTo = sent
    isDown = false
    silentTurns = 0
  }

  function probe() {
    probing = isDown ? setTimeout(probe, probeEveryMs).unref() : undefined
    if (!probing) return
    silentTurns += 1
    if (silentTurns % turnsUntilLost === 0) onLost()
    if (probes === maxProbes) return
    probes += 1
    const reply = ask(question)?.then(onAnswer, () => {})
    reply?.finally(() => {
      probes -= 1
    })
  }

  return {
    get isDown() {
      return isDown
    },
    onSend() {
      sent += 1
      return sent
    },
    onAnswer,
    onFailure(number, next) {
      if (number <= answeredUpTo) return
      isDown = true
      question = next
      if (!probing) probe()
    },
  }
}

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

/** Sends one command. @throws StoreUnavailable if the store fails or takes longer than `STORE_TIMEOUT_MS`. */
export type Send = (command: Command) => Promise<Reply>

/** The error for a failed store, with the code `store_unavailable`. */
export class StoreUnavailable extends PinrefError {
  /** Whether the command may have run anyway or may still run. */
  readonly mayHaveRun: boolean

  constructor(cause: unknown, mayHaveRun: boolean) {
    super('store_unavailable', storeUnavailableDetail, { cause })
    this.mayHaveRun = mayHaveRun
  }
}

/**
 * Whether a command that failed with this error may have run. (The error may be an instance of the other bundle's
 * class.)
 */
export const mayHaveRun = (error: unknown): boolean => (error as Partial<StoreUnavailable>).mayHaveRun !== false

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
export function batched(
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
