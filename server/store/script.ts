import { createHash } from 'node:crypto'
import type { Redis } from '@upstash/redis'

/** A Lua script: sent by its hash, and in full only to a Redis that does not have it yet. */
export interface Script {
  run(redis: Redis, keys: string[], args: Array<string | number>): Promise<unknown>
}

export function script(source: string): Script {
  const sha = createHash('sha1').update(source).digest('hex')
  return {
    async run(redis, keys, args) {
      try {
        return await redis.evalsha(sha, keys, args)
      } catch (error) {
        if (!String(error).includes('NOSCRIPT')) throw error
        return redis.eval(source, keys, args)
      }
    },
  }
}
