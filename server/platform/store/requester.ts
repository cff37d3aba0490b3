import { createHash } from 'node:crypto'
import type { Requester } from '@upstash/redis'
import type { Command, Send } from './transport'

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

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')
