import type { Batch } from './batch'

type Told = Pick<Batch, 'id' | 'run' | 'state' | 'reason' | 'until' | 'lines' | 'found' | 'failed' | 'unreadable'>

/** What an account's endpoint is told of a batch; null where nothing has to be. */
export function batchEvent({ id, run, state, reason, until, lines, found, failed, unreadable }: Told) {
  if (state !== 'finished' && state !== 'failed' && state !== 'waiting') return null
  return {
    // It waits once in a run.
    id: `msg_${id}_${state}_${run}`,
    type: `batch.${state}`,
    data: {
      batch: { id, state, reason, lines, found, failed, unreadable },
      ...(until > 0 && { until: new Date(until).toISOString() }),
    },
  } as const
}
