import { readKeys } from '@/server/metering/access/key-list'
import type { Role } from '@/server/metering/access/members'
import { maskEmail, maskToNetwork } from '@/server/platform/observability/mask'

const longestUserAgent = 300

/** Where a call came from. */
export interface Caller {
  address: string
  userAgent: string
}

/** A person, with the name, the email, and the role of this moment. */
export interface Person {
  personId: string
  name: string
  email: string
  /** In the account that the event is about; omitted if the person acts outside of it. */
  role?: Role | null
}

/**
 * Who caused an event in an account: a person; an API key, by its id; a server operator, by their email; or Stripe,
 * which reported a payment or the end of payments.
 */
export type Actor =
  | (Caller & { person: Person })
  | (Caller & { keyId: string })
  | { operator: string; address: string }
  | 'stripe'

/** Who reads the log of an account. */
export interface Reader extends Person {
  accountId: string
}

/** A person in an entry: as they were when they acted. */
export interface ActingPerson {
  id: string
  /** Empty in entries from before accounts had members. */
  name: string
  /** Null for events outside of the account. */
  role: Role | null
  /** Only for owners and for the person; omitted in entries from before accounts had members, and of the person's log. */
  email?: string
}

/** Who caused an entry's event, and from where. */
export interface EntryActor {
  by: 'person' | 'key' | 'operator' | 'stripe'
  /** In an account's log only. */
  person?: ActingPerson
  /** An API key. The server's log omits the name, which is also empty if the key was gone. */
  key?: { id: string; name?: string }
  /** The network of the caller's address; empty if it is unknown, or not for the reader. */
  address: string
}

/** The same in an account's log. */
export interface AccountActor extends EntryActor {
  /** Empty if it is unknown, or not for the reader. */
  userAgent: string
}

/** An actor as stored. Earlier builds stored `owner`, without the person, and the key's id with the event. */
export type StoredActor = Omit<AccountActor, 'by'> & { by: AccountActor['by'] | 'owner'; byKey?: string }

const placeOf = ({ address, userAgent }: Caller) => ({
  address: maskToNetwork(address),
  userAgent: userAgent.slice(0, longestUserAgent),
})

/** Returns an actor for the account's log. Operators are stored there without a name. */
export async function actorForAccount(accountId: string, by: Actor): Promise<AccountActor> {
  if (by === 'stripe') return { by, address: '', userAgent: '' }
  if ('operator' in by) return { by: 'operator', address: '', userAgent: '' }
  if ('keyId' in by) {
    const key = (await readKeys(accountId)).find(({ id }) => id === by.keyId)
    return { by: 'key', key: { id: by.keyId, name: key?.name ?? '' }, ...placeOf(by) }
  }
  const { personId, name, email, role = null } = by.person
  return { by: 'person', person: { id: personId, name, email, role }, ...placeOf(by) }
}

/** Returns the person who acts, for their own log, which need not name them. */
export const actorForPerson = (by: Caller): AccountActor => ({ by: 'person', ...placeOf(by) })

/** Returns an actor for the server's log, without names and the browser, which are private. */
export function actorForServer(by: Actor | Caller): EntryActor & { operator?: string } {
  if (by === 'stripe') return { by, address: '' }
  const address = maskToNetwork(by.address)
  if ('operator' in by) return { by: 'operator', address, operator: maskEmail(by.operator) }
  return 'keyId' in by ? { by: 'key', key: { id: by.keyId }, address } : { by: 'person', address }
}

/** Returns the entry of a stored actor in the form of this build. */
export function currentEntry({ byKey, ...entry }: StoredActor): AccountActor {
  const { by } = entry
  if (by !== 'owner') return { ...entry, by }
  return byKey ? { ...entry, by: 'key', key: { id: byKey, name: '' } } : { ...entry, by: 'person' }
}

/** Returns an entry of an account's log for a reader. Only owners see the networks, browsers, and emails of others. */
export function entryFor(reader: Reader, stored: StoredActor): AccountActor {
  const entry = currentEntry(stored)
  if (entry.by === 'person') entry.person ??= formerOwner(reader)
  const { person } = entry
  if (reader.role === 'owner' || person?.id === reader.personId) return entry
  const hidden = { ...entry, address: '', userAgent: '' }
  return person ? { ...hidden, person: { id: person.id, name: person.name, role: person.role } } : hidden
}

/** Returns an entry of an account's log for an operator: as in the server's log, without names and the browser. */
export function entryForOperator(stored: StoredActor): AccountActor {
  const { person: _, key, ...entry } = currentEntry(stored)
  return { ...entry, ...(key && { key: { id: key.id } }), userAgent: '' }
}

/** Before accounts had members, only the owner acted, whose id was the account's. */
const formerOwner = ({ accountId, personId, name }: Reader): ActingPerson => ({
  id: accountId,
  name: accountId === personId ? name : '',
  role: 'owner',
})

/** Returns an entry of a person's own log for that person. */
export const ownEntry = ({ personId, name }: Person, stored: StoredActor): AccountActor => ({
  ...currentEntry(stored),
  person: { id: personId, name, role: null },
})
