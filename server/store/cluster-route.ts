import slotOf from 'cluster-key-slot'
import type { Command, Route } from './transport'

/**
 * Where a command goes on a Redis Cluster: to the node that has its first key.
 * @param slots the addresses of each slot's nodes, its master first.
 */
export function clusterRoute(slots: ReadonlyArray<readonly string[]>, command: Command): Route {
  const key = firstKeyOf(command)
  if (key === undefined) return { node: '', probe: ['PING'] }
  return { node: slots[slotOf(key)]?.[0] ?? '', probe: ['EXISTS', key] }
}

/** A script is followed by the number of its keys. */
function firstKeyOf([name, first, count, key]: Command): string | undefined {
  const found = /^EVAL/i.test(String(name)) ? Number(count) > 0 && key : first
  return typeof found === 'string' ? found : undefined
}
