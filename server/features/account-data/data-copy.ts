import type { Person } from '@/server/features/audit/actor'
import { countAttempt } from '@/server/metering/access/limiter'
import { limits } from '@/server/metering/access/limits'
import { PinrefError } from '@/server/platform/problems/errors'
import { type AccountCopy, copyAccount } from './account-copy'
import { copyPerson, type PersonCopy } from './person-copy'

/** A person's data, and the data of the account that they own. */
export interface DataCopy {
  /** The version of this format. Adding a field does not change the version. */
  format: 2
  copied: string
  person: PersonCopy
  /** Null for members and viewers, whose account's data belongs to its owners. */
  account: AccountCopy | null
}

/**
 * Copies what belongs to a person.
 * @param ownedId the account that they are in; null unless they are its owner.
 * @throws PinrefError `too_many_requests`, `store_unavailable`.
 */
export async function copyData(person: Person, ownedId: string | null): Promise<DataCopy> {
  await withinLimit(person.personId)
  const [own, account] = await Promise.all([
    copyPerson(person),
    ownedId && copyAccount({ ...person, accountId: ownedId, role: 'owner' }),
  ])
  return { format: 2, copied: new Date().toISOString(), person: own, account: account || null }
}

async function withinLimit(personId: string): Promise<void> {
  const { max, windowSeconds } = limits.dataCopy
  const { allowed, retryAfter } = await countAttempt(`data-copy:${personId}`, { max, window: windowSeconds })
  if (allowed) return
  const detail = `You can download your data ${max} times an hour. Try again later.`
  throw new PinrefError('too_many_requests', detail, { retryAfterSeconds: retryAfter })
}
