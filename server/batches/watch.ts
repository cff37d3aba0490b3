import type { Batch } from './batch'

/** Whoever wants to know what becomes of batches. */
export interface BatchWatch {
  /** Is told how much of the plan's month an account has used; never fails. */
  used(accountId: string, used: number, limit: number): void
  /**
   * Is told that a batch is finished, has failed or waits, by its state; perhaps more than once.
   * @throws whatever is in the way: it is told again then.
   */
  changed(accountId: string, batch: Batch): Promise<void>
}
