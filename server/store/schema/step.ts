import type { Store } from '../store'

/** What a step changes the store with: everything else is held back meanwhile, see `Store.whileHeld`. */
export type Stored = Pick<Store, 'send' | 'scan'>

/**
 * Brings the store from one version of its layout to the next. It may be run again after it was broken off, and by several
 * processes at once: it changes the keys of one account in one script, and leaves alone what is changed already. Processes of
 * the release before go on serving meanwhile, so they must be able to work with what it leaves.
 */
export interface Step {
  /** The version that it leads to. */
  version: number
  /** What is different from then on, for the operator: "API keys say which KEY_PEPPER they were made with". */
  title: string
  /** @param changed is told how many accounts were changed just now. */
  run(stored: Stored, changed: (accounts: number) => void): Promise<void>
}
