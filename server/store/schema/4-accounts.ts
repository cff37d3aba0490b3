import type { Step } from './step'
import { sumInChunks } from './sum-in-chunks'

const idLength = 16

/** Before this version, there was no list of all accounts. Since then a sorted set lists them by email for the operator. */
export const accounts: Step = {
  version: 4,
  title: 'accounts are listed for the operator',
  async run({ send, scan }, changed) {
    for await (const keys of scan('{????????????????}:user')) changed(await sumInChunks(keys, list))

    /** Adds an account to the list. Returns 1 if it was not there yet, otherwise 0. */
    async function list(key: string): Promise<number> {
      const email = await ask(['HGET', key, 'email'])
      if (email === null) return 0
      const member = `${JSON.parse(String(email)).toLowerCase()} ${key.slice(1, 1 + idLength)}`
      return Number(await ask(['ZADD', 'accounts', 0, member]))
    }

    async function ask(command: readonly unknown[]): Promise<unknown> {
      const reply = await send(command)
      if ('error' in reply) throw new Error(`accounts could not be listed: ${reply.error}`)
      return reply.result
    }
  },
}
