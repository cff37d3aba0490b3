import type { Argument, Reply } from './script-values'
import { store } from './store'

/**
 * Sends one command and reads its reply. For values that `@upstash/redis` would parse as JSON.
 * @throws PinrefError `store_unavailable`; Error if the command fails or its reply does not have the expected form.
 */
export async function ask<Out>(command: readonly [name: string, ...Argument[]], returns: Reply<Out>): Promise<Out> {
  const reply = await (await store()).send(command)
  if ('error' in reply) throw new Error(`the command ${command[0]} failed: ${reply.error}`)
  return returns.decode(reply.result)
}
