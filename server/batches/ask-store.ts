import { store } from '@/server/store/store'
import type { Command } from '@/server/store/transport'

/**
 * Sends one command and answers what the Redis returns, as it comes: what is packed may look like a number, which a client that reads
 * JSON would make of it.
 * @throws PinrefError `store_unavailable`; an Error where the command fails.
 */
export async function askStore<T>(...command: Command): Promise<T> {
  const reply = await (await store()).send(command)
  if ('error' in reply) throw new Error(`a command of a batch failed: ${reply.error}`)
  return reply.result as T
}

/** All fields of a hash. */
export async function readHash(key: string): Promise<Record<string, string>> {
  const flat = await askStore<string[]>('HGETALL', key)
  return Object.fromEntries(Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at], flat[2 * at + 1] ?? '']))
}
