import { store } from '@/server/store/store'
import type { Command } from '@/server/store/transport'

/**
 * Sends one command and returns the raw reply of the store. A client that parses replies as JSON could turn a packed value that
 * looks like a number into one.
 * @throws PinrefError `store_unavailable`; an Error if the command fails.
 */
export async function askStore<T>(...command: Command): Promise<T> {
  const reply = await (await store()).send(command)
  if ('error' in reply) throw new Error(`a command of a batch failed: ${reply.error}`)
  return reply.result as T
}

/** Reads all fields of a hash. */
export async function readHash(key: string): Promise<Record<string, string>> {
  const flat = await askStore<string[]>('HGETALL', key)
  return Object.fromEntries(Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at], flat[2 * at + 1] ?? '']))
}
