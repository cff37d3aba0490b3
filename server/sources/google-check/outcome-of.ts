import { afterAnswer } from '@/server/runtime/after-answer'
import type { Capability, Outcome } from './capabilities'
import type { CheckReport } from './check-report'

/** Returns the outcome of a capability in the last check; undefined if it was not checked. */
export type OutcomeOf = (capability: Capability) => Outcome | undefined

const refreshMs = 60_000

/**
 * Answers from the last check without waiting for it: its outcomes are read in the background, at most once a minute, so the
 * first lookups of a process have none.
 */
export function createOutcomeOf(read: () => Promise<CheckReport | null>): OutcomeOf {
  let outcomes: ReadonlyMap<Capability, Outcome> = new Map()
  let readAtMs = Number.NEGATIVE_INFINITY

  async function refresh(): Promise<void> {
    const report = await read()
    outcomes = new Map(report?.results.map(({ capability, outcome }) => [capability, outcome]))
  }

  return (capability) => {
    if (Date.now() - readAtMs >= refreshMs) {
      readAtMs = Date.now()
      // If the store does not answer, the outcomes known so far stay.
      afterAnswer(refresh().catch(() => {}))
    }
    return outcomes.get(capability)
  }
}

/** Whether a check has shown that a capability does not work, or finds the wrong listing. */
export const hasFailed = (outcome: Outcome | undefined): boolean => outcome === 'refused' || outcome === 'wrong'

/** Sorts by capability: those that work come first, those that do not come last. Otherwise the given order stays. */
export function sortByOutcome<Item extends { capability: Capability }>(
  items: readonly Item[],
  outcomeOf: OutcomeOf,
): Item[] {
  const rank = ({ capability }: Item) =>
    outcomeOf(capability) === 'works' ? 0 : hasFailed(outcomeOf(capability)) ? 2 : 1
  return [...items].sort((one, other) => rank(one) - rank(other))
}
