import type { Store } from '../store'

/** The access to the store that a step gets. All other commands are refused meanwhile; see `Store.whileHeld`. */
export type Stored = Pick<Store, 'send' | 'scan'>

/**
 * Brings the store from one version of its layout to the next. A step may run again after it was interrupted, and in several
 * processes at once: it changes the data of one account in one script and skips what is already changed. Processes of the
 * previous release keep serving meanwhile, so they must be able to work with the result.
 */
export interface Step {
  /** The version that the step leads to. */
  version: number
  /** What the step changes, in words for the operator: "API keys say which KEY_PEPPER they were made with". */
  title: string
  /** @param changed called with the number of accounts that were just changed. */
  run(stored: Stored, changed: (accounts: number) => void): Promise<void>
}
