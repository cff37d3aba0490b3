import { createHash } from 'node:crypto'
import type { Requester } from '@upstash/redis'
import type { Send } from './batch'
import type { Command } from './transport'

/** A Lua script that the store runs as one atomic step; see `runScript`. */
export interface Script {
  source: string
  /** The hexadecimal SHA-1 of the source, which identifies the script in Redis. */
  sha: string
}

export const script = (source: string): Script => ({ source, sha: sha1(source) })

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')

/**
 * Returns the script with a flag that lets Upstash run it concurrently with scripts on other Redis keys. This is safe
 * because each call lists all of its keys. Without the flag, Upstash runs scripts one after another, even for different
 * accounts. No other Redis service supports the flag.
 * @see https://upstash.com/docs/redis/features/key-locking
 */
export function keyLocking(plain: Script): Script {
  const existing = flagged.get(plain)
  if (existing) return existing
  const locking = script(`#!lua flags=allow-key-locking\n${plain.source}`)
  flagged.set(plain, locking)
  return locking
}

const flagged = new WeakMap<Script, Script>()

/**
 * Creates a script that does nothing after its deadline. The deadline is the last argument, in milliseconds on the
 * store's own clock. The script returns { the store's time }; if the script ran, the second item is the result of the
 * source. See `runTimelyScript`.
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

/**
 * Creates the requester through which `@upstash/redis` sends its commands.
 * @param locksKeys whether the store supports the flag that Upstash's libraries add to scripts.
 */
export function createRequester(send: Send, locksKeys: boolean): Requester {
  const portable = locksKeys ? (command: Command) => command : portableScripts()
  return {
    // The library sends one command or a pipeline of several. The library makes no other requests here.
    request: (async ({ path, body }: { path?: string[]; body?: unknown }) => {
      if (path?.[0] === 'pipeline') return Promise.all((body as Command[]).map((command) => send(portable(command))))
      if (path?.length) throw new Error(`the store does not support ${path.join('/')}`)
      return send(portable(body as Command))
    }) as Requester['request'],
  }
}

/**
 * A flag specific to Upstash. Upstash's libraries add the flag to every script, and any other Redis server rejects it.
 */
const upstashFlag = /^#!lua flags=allow-key-locking\n/

/**
 * Lets scripts written for Upstash run on any Redis server: removes the flag line, and sends the hash of the remaining
 * source instead of the library's hash, so a script takes one round trip from its second call on.
 */
export function portableScripts(): (command: Command) => Command {
  const portableHashes = new Map<string, string>()

  return (command) => {
    const [name, script, ...rest] = command
    if (typeof script !== 'string') return command
    if (String(name).toUpperCase() === 'EVALSHA') return [name, portableHashes.get(script) ?? script, ...rest]
    if (String(name).toUpperCase() !== 'EVAL' || !upstashFlag.test(script)) return command
    const stripped = script.replace(upstashFlag, '')
    portableHashes.set(sha1(script), sha1(stripped))
    return [name, stripped, ...rest]
  }
}
