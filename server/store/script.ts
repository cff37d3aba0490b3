import { createHash } from 'node:crypto'

/** A Lua script, which runs in the store as one step; see `runScript`. */
export interface Script {
  source: string
  /** SHA-1 of the source, hexadecimal: what Redis knows it by. */
  sha: string
}

export const script = (source: string): Script => ({ source, sha: createHash('sha1').update(source).digest('hex') })

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
