import type { Outputs } from '@/components/trpc/client'

/** A batch as the API returns it. */
export type Batch = Outputs['batches']['get']

/** Whether a batch has ended and no longer changes. */
export const isOver = ({ state }: Batch): boolean => state === 'finished' || state === 'cancelled' || state === 'failed'
