import { createHash } from 'node:crypto'
import type { Argument } from './script-values'
import type { Send } from './transport'

/** A Lua script as it is sent. */
export interface Code {
  /** Identifies the script in errors. */
  name: string
  source: string
  /** The hexadecimal SHA-1 of the source, which identifies the script in Redis. */
  sha: string
  /**
   * The same script with a flag that lets Upstash run it concurrently with scripts on other Redis keys. This is safe
   * because each call lists all of its keys. Without the flag, Upstash runs scripts one after another, even for different
   * accounts. No other Redis service supports the flag.
   * @see https://upstash.com/docs/redis/features/key-locking
   */
  keyLocking: { source: string; sha: string }
}

export function codeOf(name: string, source: string): Code {
  const flagged = `#!lua flags=allow-key-locking\n${source}`
  return { name, source, sha: sha1(source), keyLocking: { source: flagged, sha: sha1(flagged) } }
}

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')

/**
 * Runs a script by its hash and sends the source only to a server that does not have it yet. Returns the raw reply.
 * @throws PinrefError `store_unavailable`; Error if the script fails.
 */
export type RunScript = (code: Code, keys: readonly string[], args: readonly Argument[]) => Promise<unknown>

/** @param locksKeys whether the store supports the flag in `keyLocking`. */
export const createScriptRunner =
  (send: Send, locksKeys: boolean): RunScript =>
  async (code, keys, args) => {
    const { source, sha } = locksKeys ? code.keyLocking : code
    let reply = await send(['EVALSHA', sha, keys.length, ...keys, ...args])
    if ('error' in reply && reply.error.startsWith('NOSCRIPT')) {
      reply = await send(['EVAL', source, keys.length, ...keys, ...args])
    }
    if ('error' in reply) throw new Error(`the script ${code.name} failed: ${reply.error}`)
    return reply.result
  }
