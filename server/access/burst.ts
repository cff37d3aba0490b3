import { Ratelimit } from '@upstash/ratelimit'
import { env } from '@/server/env'
import { PinrefError } from '@/server/errors'
import { createLimiter } from './limiter'

/** Calls are held back that come faster than `BURST_LIMIT` in so long a time. */
export const windowSeconds = 10

const bursts = createLimiter(() => ({
  prefix: 'burst',
  limiter: Ratelimit.fixedWindow(env().BURST_LIMIT, `${windowSeconds} s`),
}))

/** Keys that do not exist, tried from one address, before they are answered 429 instead of 401. */
const failures = createLimiter(() => ({ prefix: 'failed-keys', limiter: Ratelimit.fixedWindow(60, '60 s') }))

/** Counts a call of this visitor; answers whether it is within the burst. An account's admission counts its own. */
export async function withinBurst(visitor: string): Promise<boolean> {
  return (await (await bursts()).limit(visitor)).success
}

/** Counts a failed authentication from this address; answers whether there were few of them. */
export async function withinFailures(address: string): Promise<boolean> {
  return (await (await failures()).limit(address)).success
}

export const tooManyRequests = () =>
  new PinrefError('too_many_requests', `Too many calls at once. Wait ${windowSeconds} seconds, then go on more slowly.`)
