import { PinrefError, storeUnavailableDetail } from '@/server/platform/problems/errors'

/** The error for a failed store, with the code `store_unavailable`. */
export class StoreUnavailable extends PinrefError {
  /** Whether the command may have run anyway or may still run. */
  readonly mayHaveRun: boolean

  constructor(cause: unknown, mayHaveRun: boolean) {
    super('store_unavailable', storeUnavailableDetail, { cause })
    this.mayHaveRun = mayHaveRun
  }
}

/**
 * Whether a command that failed with this error may have run. (The error may be an instance of the other bundle's
 * class.)
 */
export const mayHaveRun = (error: unknown): boolean => (error as Partial<StoreUnavailable>).mayHaveRun !== false
