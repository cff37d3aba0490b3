import { availableParallelism } from 'node:os'
import type { Env } from '@/server/env'

/** More workers than this are for the operator to ask for: each takes memory. */
const mostByDefault = 4

/** How many processes answer calls: one for each core, unless it is set. */
export const workerCount = ({ WEB_CONCURRENCY }: Env): number =>
  WEB_CONCURRENCY ?? Math.min(availableParallelism(), mostByDefault)
