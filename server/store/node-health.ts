import type { Command } from './transport'

/** How often a node that does not answer is asked whether it does again. */
const probeEveryMs = 100
const mostProbes = 8

/**
 * Once nothing was answered in so many turns of probing, the connection is taken for lost: a network may drop one without a word. Turns
 * are counted instead of time, since what has arrived is read between two of them, however long our own event loop was busy.
 */
const turnsUntilLost = 40

/** Whether a node of the store answers, as far as is known from the commands that it was sent. */
export interface NodeHealth {
  /** From a command that failed, while nothing else was answered since it was sent, until anything is answered. */
  readonly isDown: boolean
  /** Notes that a command is sent; answers its number. */
  sending(): number
  /** Notes that something was answered. */
  heard(): void
  /**
   * Notes that a command failed, by its number.
   * @param probe what to ask until it is answered: it must go the same way.
   */
  failed(number: number, probe: Command): void
}

/**
 * (A breaker of `cockatiel` would take a caller's command for its probe, and would not notice late answers.)
 * @param onLost is called when the connection is taken for lost, and again if another one stays silent as long.
 */
export function createNodeHealth(
  ask: (probe: Command) => Promise<unknown> | undefined,
  onLost: () => void,
): NodeHealth {
  let sent = 0
  /** The latest that had been sent when anything was last answered. */
  let heardAfter = 0
  let isDown = false
  let question: Command = []
  let probing: NodeJS.Timeout | undefined
  /** Those that are not answered yet. */
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
    if (probes === mostProbes) return
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
