import type { MonthUse } from '@/server/access/admission'
import type { Batch } from './batch'

/** What the work on batches reports its progress to. */
export interface BatchWatch {
  /** Receives how much of the month's limits an account has used: those of the plan and of the batch's API key. Never fails. */
  used(accountId: string, months: readonly MonthUse[]): void
  /**
   * Receives a batch that may have finished, failed or begun to wait, as its state says; possibly more than once.
   * @throws whatever is in the way; the report then comes again.
   */
  changed(accountId: string, batch: Batch): Promise<void>
}
