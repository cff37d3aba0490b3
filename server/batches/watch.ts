import type { MonthUse } from '@/server/access/admission'
import type { Batch } from './batch'

/** Whoever wants to know what becomes of batches. */
export interface BatchWatch {
  /** Is told how much of its limits for the month an account has used, those of the plan and of the batch's key; never fails. */
  used(accountId: string, months: readonly MonthUse[]): void
  /**
   * Is told that a batch is finished, has failed or waits, by its state; perhaps more than once.
   * @throws whatever is in the way: it is told again then.
   */
  changed(accountId: string, batch: Batch): Promise<void>
}
