import { createHash } from 'node:crypto'

/** A Lua script that the store runs as one atomic step; see `runScript`. */
export interface Script {
  source: string
  /** SHA-1 of the source, hexadecimal, by which Redis knows the script. */
  sha: string
}

export const script = (source: string): Script => ({ source, sha: createHash('sha1').update(source).digest('hex') })

/**
 * Returns the script with a flag for Upstash that lets it run at the same time as scripts on other Redis keys. That is safe
 * because each call names all its keys. Without the flag, Upstash runs scripts one after the other, whatever account they are
 * for. No other Redis knows the flag.
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
 * Makes a script that does nothing once its deadline has passed. The deadline is the last argument, in milliseconds of the
 * store's own clock. The script returns { time of the store }; if it ran, the second item is the result of the source. See
 * `runTimelyScript`.
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
