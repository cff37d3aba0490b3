import type { Redis } from 'ioredis'

/** Returns how many times Redis has run each command, including commands in scripts but not this function's `INFO`. */
async function commandStats(admin: Redis): Promise<Map<string, number>> {
  const lines = (await admin.info('commandstats')).matchAll(/^cmdstat_(\w+)\S*:calls=(\d+)/gm)
  return new Map([...lines].flatMap(([, name = '', calls]) => (name === 'info' ? [] : [[name, Number(calls)]])))
}

/** Counts the commands that a piece of work runs, by name. */
export async function commandsOf(admin: Redis, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await commandStats(admin)
  await work()
  const counts = [...(await commandStats(admin))].map(
    ([name, calls]) => [name, calls - (before.get(name) ?? 0)] as const,
  )
  return Object.fromEntries(counts.filter(([, calls]) => calls > 0))
}

export const sumOf = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((all, one) => all + one, 0)
