import type { Outputs } from '@/components/trpc/client'

/** A batch as it is answered. */
export type Batch = Outputs['batches']['get']

/** Whether a batch stays as it is. */
export const isOver = ({ state }: Batch): boolean => state === 'finished' || state === 'cancelled' || state === 'failed'
