import type { Batch } from './batch'

type Told = Pick<Batch, 'id' | 'run' | 'state' | 'reason' | 'until' | 'lines' | 'found' | 'failed' | 'unreadable'>

/** Returns the event about a batch for the account's endpoint; null if there is nothing to report. */
export function batchEvent({ id, run, state, reason, until, lines, found, failed, unreadable }: Told) {
  if (state !== 'finished' && state !== 'failed' && state !== 'waiting') return null
  return {
    // A batch waits at most once in a run, so the id names one event.
    id: `msg_${id}_${state}_${run}`,
    type: `batch.${state}`,
    data: {
      batch: { id, state, reason, lines, found, failed, unreadable },
      ...(until > 0 && { until: new Date(until).toISOString() }),
    },
  } as const
}
