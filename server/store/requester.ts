import type { Requester } from '@upstash/redis'
import type { Send } from './batch'
import { portableScripts } from './portable-scripts'
import type { Command } from './transport'

/**
 * Creates the requester through which `@upstash/redis` sends its commands.
 * @param locksKeys whether the store knows the flag that Upstash's libraries put on scripts.
 */
export function createRequester(send: Send, locksKeys: boolean): Requester {
  const portable = locksKeys ? (command: Command) => command : portableScripts()
  return {
    // The library sends one command, or a pipeline of several. It makes no other requests here.
    request: (async ({ path, body }: { path?: string[]; body?: unknown }) => {
      if (path?.[0] === 'pipeline') return Promise.all((body as Command[]).map((command) => send(portable(command))))
      if (path?.length) throw new Error(`the store does not speak ${path.join('/')}`)
      return send(portable(body as Command))
    }) as Requester['request'],
  }
}
