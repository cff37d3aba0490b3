import type { Store } from './store'

/** A step's access to the store. All other commands are rejected during the upgrade; see `Store.whileHeld`. */
export type StoreAccess = Pick<Store, 'send' | 'script' | 'clock' | 'scan'>

/**
 * Upgrades the store from one version of its layout to the next. A step may run again after an interruption, and in
 * several processes at once: the step changes one account's data per script, and skips data that has already been
 * changed. Processes from the previous release keep serving calls during the upgrade, so they must be able to work with
 * the result.
 */
export interface Step {
  /** The version that the step upgrades to. */
  version: number
  /** What the step changes, as shown to the operator: "numbers are doubled". */
  title: string
  /** @param changed called with the number of accounts just changed. */
  run(stored: StoreAccess, changed: (accounts: number) => void): Promise<void>
}

/** How many commands are sent together: few enough that all replies arrive within a second. */
const chunkSize = 100

/** For steps: runs the work on each Redis key, a few at a time, and returns the sum of the results. */
export async function sumInChunks(keys: readonly string[], work: (key: string) => Promise<number>): Promise<number> {
  let sum = 0
  for (let first = 0; first < keys.length; first += chunkSize) {
    const results = await Promise.all(keys.slice(first, first + chunkSize).map(work))
    sum += results.reduce((all, one) => all + one, 0)
  }
  return sum
}
