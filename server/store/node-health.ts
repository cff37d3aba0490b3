import type { Command } from './transport'

/** How often a node that does not answer is probed. */
const probeEveryMs = 100
const maxProbes = 8

/**
 * After this many rounds of probing without an answer, the connection is considered lost: a network may drop one silently. Rounds
 * are counted instead of time, because answers are read between two rounds however long our own event loop was busy.
 */
const turnsUntilLost = 40

/** Tracks whether a node of the store answers, judging by the commands sent to it. */
export interface NodeHealth {
  /** True from the failure of a command, if nothing was answered since it was sent, until the node answers anything. */
  readonly isDown: boolean
  /** Notes that a command is sent and returns its number. */
  sending(): number
  /** Notes that something was answered. */
  heard(): void
  /**
   * Notes that a command failed, by its number.
   * @param probe the command to send until it is answered: it must take the same route.
   */
  failed(number: number, probe: Command): void
}

/**
 * Creates the health of one node. (A breaker of `cockatiel` would use a caller's command as its probe and would not notice late
 * answers.)
 * @param onLost called when the connection is considered lost, and again if a new one stays silent as long.
 */
export function createNodeHealth(
  ask: (probe: Command) => Promise<unknown> | undefined,
  onLost: () => void,
): NodeHealth {
  let sent = 0
  /** The number of the latest command sent when the node last answered. */
  let heardAfter = 0
  let isDown = false
  let question: Command = []
  let probing: NodeJS.Timeout | undefined
  /** How many probes are not answered yet. */
  let probes = 0
  let turnsUnheard = 0

  function heard() {
    heardAfter = sent
    isDown = false
    turnsUnheard = 0
  }

  function probe() {
    probing = isDown ? setTimeout(probe, probeEveryMs).unref() : undefined
    if (!probing) return
    turnsUnheard += 1
    if (turnsUnheard % turnsUntilLost === 0) onLost()
    if (probes === maxProbes) return
    probes += 1
    const answered = ask(question)?.then(heard, () => {})
    answered?.finally(() => {
      probes -= 1
    })
  }

  return {
    get isDown() {
      return isDown
    },
    sending() {
      sent += 1
      return sent
    },
    heard,
    failed(number, next) {
      if (number <= heardAfter) return
      isDown = true
      question = next
      if (!probing) probe()
    },
  }
}
