import type { Command } from './transport'

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
export interface NodeHealth {
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
export function createNodeHealth(
  ask: (probe: Command) => Promise<unknown> | undefined,
  onLost: () => void,
): NodeHealth {
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
