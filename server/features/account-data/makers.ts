import { batchKeys } from '@/server/features/batches/batch-store'
import { readEndpoints } from '@/server/features/callbacks/endpoint'
import { watchKeys } from '@/server/features/watchlists/watch-store'
import { readNames } from '@/server/metering/access/contacts'
import { readKeys } from '@/server/metering/access/key-list'
import { readMembers } from '@/server/metering/access/members'
import { askStore } from '@/server/platform/store/untyped'

/** The ids of what remembers who made it: keys, batches, watchlists, and callback endpoints. */
export const madeForm = /^(?:key|batch|watch|cb)_[0-9A-Za-z]{12,16}$/

/** Who made something: a person, or a key, by name; null for a person who has left the account, and a deleted key. */
export type Maker = { person: string | null } | { key: string | null }

/**
 * Reads who made some of an account's keys, batches, watchlists, and endpoints.
 * @returns by id. Omitted: what was made before makers were stored, and what the account's only member made, directly or
 *   with a key.
 */
export async function readMakers(accountId: string, ids: readonly string[]): Promise<Record<string, Maker>> {
  const [keys, members, endpoints] = await Promise.all([
    readKeys(accountId),
    readMembers(accountId),
    ids.some((id) => id.startsWith('cb_')) ? readEndpoints(accountId) : [],
  ])
  const inHash = (key: string) => askStore<string | null>('HGET', key, 'maker')
  const makerIdOf = async (id: string): Promise<string | null | undefined> => {
    if (id.startsWith('batch_')) return inHash(batchKeys(accountId, id).record)
    if (id.startsWith('watch_')) return inHash(watchKeys(accountId, id).record)
    const key = keys.find((one) => one.id === id)
    return key ? (key.maker ?? key.madeBy) : endpoints.find((one) => one.id === id)?.maker
  }
  const makerIds = await Promise.all(ids.map(makerIdOf))
  const present = members.map(({ personId }) => personId)
  const names = await readNames(present.filter((personId) => makerIds.includes(personId)))
  const isAlone = members.length === 1
  const makers = ids.flatMap((id, index): Array<[string, Maker]> => {
    const makerId = makerIds[index]
    if (!makerId || (isAlone && (makerId.startsWith('key_') || present.includes(makerId)))) return []
    if (makerId.startsWith('key_')) return [[id, { key: keys.find((one) => one.id === makerId)?.name ?? null }]]
    return [[id, { person: names.get(makerId) ?? null }]]
  })
  return Object.fromEntries(makers)
}
