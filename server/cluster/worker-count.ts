import { availableParallelism } from 'node:os'
import type { Env } from '@/server/env'

/** The most workers started by default: each takes memory, so the operator has to ask for more. */
const maxByDefault = 4

/** Returns how many processes answer calls: the configured number, otherwise one per core up to `maxByDefault`. */
export const workerCount = ({ WEB_CONCURRENCY }: Env): number =>
  WEB_CONCURRENCY ?? Math.min(availableParallelism(), maxByDefault)
