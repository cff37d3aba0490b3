import { createLimiter } from './limiter'
import { limits } from './limits'

const bursts = createLimiter('burst', limits.burst)
const failedKeys = createLimiter('failed-keys', limits.failedKeys)

/** Counts a call of this visitor; answers whether it is within the burst. */
export async function withinBurst(visitor: string): Promise<boolean> {
  return (await (await bursts()).limit(visitor)).success
}

/** Counts an unknown API key from this address; answers whether there were few of them. */
export async function withinFailedKeys(address: string): Promise<boolean> {
  return (await (await failedKeys()).limit(address)).success
}
