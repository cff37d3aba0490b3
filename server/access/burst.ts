import { script } from '@/server/store/script'
import { runScript } from '@/server/store/store'
import { createLimiter } from './limiter'
import { limits } from './limits'

const prefix = 'burst'
const bursts = createLimiter(prefix, limits.burst)
const failedKeys = createLimiter('failed-keys', limits.failedKeys)

/** Counts a call of a visitor in this network. Returns whether it is within the burst. */
export async function withinBurst(network: string): Promise<boolean> {
  return (await (await bursts()).limit(network)).success
}

/** Adds several calls to the library's counter, because the library cannot say how many of them fit. Returns the count before. */
const countSeveral = script(`
local counted = redis.call('INCRBY', KEYS[1], ARGV[1])
if counted == tonumber(ARGV[1]) then redis.call('EXPIRE', KEYS[1], ARGV[2]) end
return counted - ARGV[1]
`)

/** Counts calls of a visitor in this network. Returns how many of them, from the first on, are within the burst. */
export async function countInBurst(network: string, calls: number): Promise<number> {
  const { max, windowSeconds } = limits.burst
  const window = Math.floor(Date.now() / (windowSeconds * 1000))
  const before = await runScript(countSeveral, [`${prefix}:${network}:${window}`], [calls, windowSeconds])
  return Math.min(calls, Math.max(0, max - Number(before)))
}

/** Counts an unknown API key from this network. Returns whether the network is still within the limit. */
export async function withinFailedKeys(network: string): Promise<boolean> {
  return (await (await failedKeys()).limit(network)).success
}
