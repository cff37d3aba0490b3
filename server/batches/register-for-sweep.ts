import { type Job, jobQueue } from '@/server/queue/queue'
import { askStore } from './ask-store'
import { sweptBatches } from './layout'

const sweepJob: Job = { kind: 'sweep', id: 'sweep', data: null }

/**
 * Has a batch that is about to run checked every ten minutes, if the queue may give up on a step: see `sweep.ts`.
 * @throws PinrefError `store_unavailable`.
 */
export async function registerForSweep(accountId: string, id: string): Promise<void> {
  const queue = await jobQueue()
  if (!queue.repeat) return
  await askStore('HSETNX', sweptBatches, `${accountId} ${id}`, '')
  await queue.repeat(sweepJob)
}
