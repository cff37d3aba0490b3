import slotOf from 'cluster-key-slot'
import type { Command, Route } from './transport'

/**
 * Returns where a command goes on a Redis Cluster: to the node that holds its first key.
 * @param slots the addresses of each slot's nodes, its master first.
 */
export function clusterRoute(slots: ReadonlyArray<readonly string[]>, command: Command): Route {
  const key = firstKeyOf(command)
  if (key === undefined) return { node: '', probe: ['PING'] }
  return { node: slots[slotOf(key)]?.[0] ?? '', probe: ['EXISTS', key] }
}

/** Returns the first key of a command. In a script call, the number of keys comes after the script, then the keys. */
function firstKeyOf([name, first, count, key]: Command): string | undefined {
  const found = /^EVAL/i.test(String(name)) ? Number(count) > 0 && key : first
  return typeof found === 'string' ? found : undefined
}
