import type { Simulator } from '../simulator/simulator'
import { askForAll, callAsVisitors, callWithKeys, makeFailingLookups, watchHealth } from './api-callers'
import { again, type SoakContext } from './context'
import { type Person, readPages, visitDashboard } from './person'
import { leaveEarly, sendNonsense } from './rude-callers'

/**
 * Starts the load: about forty requests a second, which doesn't saturate the machine.
 * @returns a promise for each caller, which settles when the soak ends.
 */
export async function startLoad(
  world: SoakContext,
  people: readonly Person[],
  simulator: Simulator,
): Promise<Promise<void>[]> {
  const [failing, leaving, ...others] = people
  if (!failing || !leaving) throw new Error('Too few accounts.')
  await askForAll(world, leaving.key)
  const times = <T>(count: number, start: (n: number) => T) => Array.from({ length: count }, (_, n) => start(n))
  /** Splits the people between the two dashboard loops so that each person makes one visit at a time. */
  const half = (which: number) => others.filter((_, n) => n % 2 === which)
  return [
    ...times(10, () => callWithKeys(world, others, 400)),
    ...times(4, () => callAsVisitors(world, 400)),
    makeFailingLookups(world, failing, 2_000),
    leaveEarly(world, leaving.key, 500),
    sendNonsense(world, 500),
    ...times(2, () => readPages(world, 1_000)),
    ...times(2, (n) => visitDashboard(world, half(n), 6_000)),
    watchHealth(world, 250),
    // The simulator stores every call, which would be too many in an hour.
    again(world, 10_000, async () => simulator.reset()),
  ]
}
