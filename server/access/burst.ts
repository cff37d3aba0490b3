import { Ratelimit } from '@upstash/ratelimit'
import { env } from '@/server/env'
import { PinrefError } from '@/server/errors'
import { createLimiter } from './limiter'

export const windowSeconds = 10

const bursts = createLimiter(() => ({
  prefix: 'burst',
  limiter: Ratelimit.fixedWindow(env().BURST_LIMIT, `${windowSeconds} s`),
}))

/** Keys that do not exist, tried from one address, before they are answered 429 instead of 401. */
const failures = createLimiter(() => ({ prefix: 'failed-keys', limiter: Ratelimit.fixedWindow(60, '60 s') }))

/** Counts a call of this caller (a key's hash, an account, an address); answers whether it is within the burst. */
export async function withinBurst(caller: string): Promise<boolean> {
  return (await (await bursts()).limit(caller)).success
}

/** Counts a failed authentication from this address; answers whether there were few of them. */
export async function withinFailures(address: string): Promise<boolean> {
  return (await (await failures()).limit(address)).success
}

export const tooManyRequests = () =>
  new PinrefError('too_many_requests', `Too many calls at once. Wait ${windowSeconds} seconds, then go on more slowly.`)
