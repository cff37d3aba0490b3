import { createHash } from 'node:crypto'
import { store } from './store'

/** A Lua script that runs in the store as one step. */
export interface Script {
  /**
   * Answers what the script returns, as Redis sends it.
   * @throws PinrefError `store_unavailable`; an Error where the script fails.
   */
  run(keys: readonly string[], args: ReadonlyArray<string | number>): Promise<unknown>
}

/** Makes a script that is sent by its hash, and in full only to a Redis that does not have it yet. */
export function script(source: string): Script {
  const sha = createHash('sha1').update(source).digest('hex')
  return {
    async run(keys, args) {
      const { send } = await store()
      let reply = await send(['EVALSHA', sha, keys.length, ...keys, ...args])
      if ('error' in reply && reply.error.startsWith('NOSCRIPT')) {
        reply = await send(['EVAL', source, keys.length, ...keys, ...args])
      }
      if ('error' in reply) throw new Error(`a script failed: ${reply.error}`)
      return reply.result
    },
  }
}
