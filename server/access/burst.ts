import { createLimiter } from './limiter'
import { limits } from './limits'

const bursts = createLimiter('burst', limits.burst)
const failedKeys = createLimiter('failed-keys', limits.failedKeys)

/** Counts a call of a visitor in this network; answers whether it is within the burst. */
export async function withinBurst(network: string): Promise<boolean> {
  return (await (await bursts()).limit(network)).success
}

/** Counts an unknown API key from this network; answers whether there were few of them. */
export async function withinFailedKeys(network: string): Promise<boolean> {
  return (await (await failedKeys()).limit(network)).success
}
