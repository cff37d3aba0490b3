import { afterAnswer } from '@/server/runtime/after-answer'
import type { Proof } from './proof-shape'
import type { Outcome, Way } from './ways'

/** Returns the outcome of a way in the last check; undefined if it was not tried. */
export type Proven = (way: Way) => Outcome | undefined

const refreshMs = 60_000

/**
 * Answers from the last check without waiting for it: its outcomes are read in the background, at most once a minute, so the
 * first lookups of a process have none.
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
      // If the store does not answer, the outcomes known so far stay.
      afterAnswer(refresh().catch(() => {}))
    }
    return outcomes.get(way)
  }
}

/** Whether a try has shown that a way does not work, or finds the wrong listing. */
export const isDisproven = (outcome: Outcome | undefined): boolean => outcome === 'refused' || outcome === 'wrong'

/** Sorts ways: those that work come first, those that do not come last. Otherwise the given order stays. */
export function byProof<Item extends { way: Way }>(items: readonly Item[], proven: Proven): Item[] {
  const rank = ({ way }: Item) => (proven(way) === 'works' ? 0 : isDisproven(proven(way)) ? 2 : 1)
  return [...items].sort((one, other) => rank(one) - rank(other))
}
