import { afterAnswer } from '@/server/runtime/after-answer'
import type { Proof } from './proof-shape'
import type { Outcome, Way } from './ways'

/** What the last check came to for a way; undefined where it was not tried. */
export type Proven = (way: Way) => Outcome | undefined

const refreshMs = 60_000

/**
 * What was proven, without waiting for it: it is read once a minute beside the calls, so the first ones of a process go by
 * nothing proven.
 */
export function createProven(read: () => Promise<Proof | null>): Proven {
  let outcomes: ReadonlyMap<Way, Outcome> = new Map()
  let readAtMs = Number.NEGATIVE_INFINITY

  async function refresh(): Promise<void> {
    const proof = await read()
    outcomes = new Map(proof?.tries.map(({ way, outcome }) => [way, outcome]))
  }

  return (way) => {
    if (Date.now() - readAtMs >= refreshMs) {
      readAtMs = Date.now()
      // A store that does not answer leaves what was known.
      afterAnswer(refresh().catch(() => {}))
    }
    return outcomes.get(way)
  }
}

/** Whether a try has shown that a way gets nowhere, or to the wrong place. */
export const isDisproven = (outcome: Outcome | undefined): boolean => outcome === 'refused' || outcome === 'wrong'

/** Where a way comes among others: what works first, what does not last, in the given order else. */
export function byProof<Item extends { way: Way }>(items: readonly Item[], proven: Proven): Item[] {
  const rank = ({ way }: Item) => (proven(way) === 'works' ? 0 : isDisproven(proven(way)) ? 2 : 1)
  return [...items].sort((one, other) => rank(one) - rank(other))
}
