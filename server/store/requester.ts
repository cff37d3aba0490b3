import type { Requester } from '@upstash/redis'
import type { Send } from './batch'
import { portableScripts } from './portable-scripts'
import type { Command } from './transport'

/**
 * What `@upstash/redis` sends its commands through.
 * @param locksKeys whether the store knows the flag on the scripts of Upstash's libraries.
 */
export function createRequester(send: Send, locksKeys: boolean): Requester {
  const portable = locksKeys ? (command: Command) => command : portableScripts()
  return {
    // The library asks for one command, or for a pipeline of several; it uses nothing else here.
    request: (async ({ path, body }: { path?: string[]; body?: unknown }) => {
      if (path?.[0] === 'pipeline') return Promise.all((body as Command[]).map((command) => send(portable(command))))
      if (path?.length) throw new Error(`the store does not speak ${path.join('/')}`)
      return send(portable(body as Command))
    }) as Requester['request'],
  }
}
