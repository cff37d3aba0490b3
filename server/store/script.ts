import { createHash } from 'node:crypto'

/** A Lua script, which runs in the store as one step; see `runScript`. */
export interface Script {
  source: string
  /** SHA-1 of the source, hexadecimal: what Redis knows it by. */
  sha: string
}

export const script = (source: string): Script => ({ source, sha: createHash('sha1').update(source).digest('hex') })

/**
 * The same for Upstash: with a flag that lets it run beside those of other keys, since all its keys are named in the call.
 * Without it, scripts run one after the other there, whatever account they are for. No other Redis knows the flag.
 * @see https://upstash.com/docs/redis/features/key-locking
 */
export function keyLocking(plain: Script): Script {
  const known = flagged.get(plain)
  if (known) return known
  const made = script(`#!lua flags=allow-key-locking\n${plain.source}`)
  flagged.set(plain, made)
  return made
}

const flagged = new WeakMap<Script, Script>()

/**
 * A script that does nothing once its deadline has passed. Its arguments are followed by the deadline, which is a time of the
 * store's own clock in milliseconds. Answers { time of the store }, and what the source returns as the second item where it
 * ran; see `runTimelyScript`.
 */
export const timelyScript = (source: string): Script =>
  script(`
local time = redis.call('TIME')
local storeMs = time[1] * 1000 + math.floor(time[2] / 1000)
if storeMs > tonumber(ARGV[#ARGV]) then return { storeMs } end
local function run()
${source}
end
return { storeMs, run() }
`)
