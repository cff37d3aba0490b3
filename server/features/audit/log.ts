import { contactKeys, readContacts } from '@/server/metering/access/contacts'
import { type Role, readMembers } from '@/server/metering/access/members'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { createThrottledLog } from '@/server/platform/observability/logger'
import { maskEmail } from '@/server/platform/observability/mask'
import { afterResponse } from '@/server/platform/runtime/after-answer'
import { ask } from '@/server/platform/store/ask'
import { defineScript } from '@/server/platform/store/script'
import { fields, list, optional, record, text } from '@/server/platform/store/script-values'
import { unwatched } from '@/server/platform/store/store-failure'
import {
  type AccountActor,
  type ActingPerson,
  type Actor,
  actorForAccount,
  actorForPerson,
  actorForServer,
  type Caller,
  currentEntry,
  type EntryActor,
  entryFor,
  entryForOperator,
  ownEntry,
  type Person,
  type Reader,
  type StoredActor,
} from './actor'
import addEventLua from './add-event.lua'

/** How many events are stored per account and for the server. Older events are dropped. */
export const maxOfAccount = 1_000
export const maxOfServer = 10_000

const serverLog = 'audit'

/**
 * How much of an account's id the server's log stores: enough to distinguish accounts, but not to identify anyone after
 * a deletion.
 */
const shownOfId = 6

/**
 * Adds an event to the log of an existing account or person. A person with an unconfirmed email expires, and their log
 * expires with them. Returns the person's email as JSON, an empty text for an account, or nothing if neither exists.
 */
const add = defineScript({
  name: 'add-event',
  keys: ['holder', 'log'],
  args: { event: text },
  constants: { maxOfAccount },
  returns: optional(text),
  lua: addEventLua,
})

const logFailure = createThrottledLog()

/**
 * Adds an event to the account's log and to the server's, in the background. A failure to do so is only logged, because
 * the change itself has succeeded.
 */
export function recordEvent(accountId: string, event: AuditEvent, by: Actor): void {
  writeInBackground(async () => {
    const { members, audit } = redisKeys(accountId)
    const added = await addTo({ holder: members, log: audit }, event, await actorForAccount(accountId, by))
    if (added === null) return
    await addToServer(accountId, emailOf(by) ?? (await ownersEmail(accountId)), event, by)
  })
}

/**
 * Adds an event about a person's own sign-in to their log and to the server's, in the background, like `recordEvent`.
 */
export function recordPersonEvent(personId: string, event: AuditEvent, by: Caller): void {
  writeInBackground(async () => {
    const keys = { holder: contactKeys.user(personId), log: contactKeys.log(personId) }
    const email = await addTo(keys, event, actorForPerson(by))
    if (email !== null) await addToServer(personId, JSON.parse(email || '""'), event, by)
  })
}

const addTo = (keys: { holder: string; log: string }, event: AuditEvent, actor: AccountActor): Promise<string | null> =>
  add(keys, { event: JSON.stringify({ ...maskEvent(event), ...actor, reason: undefined }) })

const emailOf = (by: Actor): string | null => (by !== 'stripe' && 'person' in by ? by.person.email : null)

/** Reads the email of an account's first owner. */
async function ownersEmail(accountId: string): Promise<string> {
  const owner = (await readMembers(accountId)).find(({ role }) => role === 'owner')
  const [contact] = owner ? await readContacts([owner.personId], null) : []
  return contact?.email ?? ''
}

/** Adds the deletion of an account or a person to the server's log, in the background. */
export function recordDeletion(
  deleted: { id: string; email: string },
  by: Caller,
  kind: 'account-deleted' | 'person-deleted' = 'account-deleted',
): void {
  writeInBackground(() => addToServer(deleted.id, deleted.email, { kind }, by))
}

/** Where a page begins (`next` of the previous page), and how many events it has. */
export interface PageRequest {
  cursor?: string | null | undefined
  count: number
}

/** The first page of events. */
export const firstPage: PageRequest = { count: 20 }

/**
 * Reads an account's events, and the sign-in events of the person who reads them.
 * @param of the person whose events to read; null for everyone's.
 * @throws PinrefError `store_unavailable`.
 */
export const readAccountLog = (
  reader: Reader,
  page: PageRequest,
  of: string | null = null,
): Promise<AuditPage<AccountEntry>> =>
  read([ofAccount(reader), ofPerson(reader)], page, of === null ? null : ({ person }) => person?.id === of)

/** Reads all events of an account. @throws PinrefError `store_unavailable`. */
export const readAccountEvents = async (reader: Reader): Promise<AccountEntry[]> =>
  (await read<AccountEntry>([ofAccount(reader)], { count: maxOfAccount })).events

/** Reads an account's newest events for an operator. @throws PinrefError `store_unavailable`. */
export const readEventsForOperator = async (accountId: string, count: number): Promise<AccountEntry[]> =>
  (await read<AccountEntry>([{ log: redisKeys(accountId).audit, show: entryForOperator }], { count })).events

/** Reads all sign-in events of a person. @throws PinrefError `store_unavailable`. */
export const readPersonEvents = async (person: Person): Promise<AccountEntry[]> =>
  (await read<AccountEntry>([ofPerson(person)], { count: maxOfAccount })).events

/**
 * Reads who has events in an account's log: as they were in their last one, and those who acted last at the top.
 * @throws PinrefError `store_unavailable`.
 */
export async function readActors(reader: Reader): Promise<ActingPerson[]> {
  const actors = new Map<string, ActingPerson>()
  for (const { person } of await readAccountEvents(reader))
    if (person && !actors.get(person.id)?.name) actors.set(person.id, person)
  return [...actors.values()]
}

/** @throws PinrefError `store_unavailable`. */
export const readServerLog = (page: PageRequest): Promise<AuditPage<ServerEntry>> =>
  read([{ log: serverLog, show: currentEntry }], page)

const ofAccount = (reader: Reader): Log => ({
  log: redisKeys(reader.accountId).audit,
  show: (stored) => entryFor(reader, stored),
})

const ofPerson = (person: Person): Log => ({
  log: contactKeys.log(person.personId),
  show: (stored) => ownEntry(person, stored),
})

function writeInBackground(write: () => Promise<void>): void {
  afterResponse(
    unwatched(write).catch((error: unknown) => logFailure('an event could not be added to the audit log', error)),
  )
}

async function addToServer(id: string, email: string, event: AuditEvent, by: Actor | Caller): Promise<void> {
  const entry = { ...maskEvent(event), ...actorForServer(by) }
  const who = { account: id.slice(0, shownOfId), email: maskEmail(email) }
  // The names of keys, passkeys, and accounts are private.
  const shown = JSON.stringify({ ...entry, ...who, name: undefined })
  await ask(['XADD', serverLog, 'MAXLEN', maxOfServer, '*', 'event', shown], text)
}

function maskEvent(event: AuditEvent): AuditEvent {
  if (event.kind === 'email-changed') return { ...event, from: maskEmail(event.from), to: maskEmail(event.to) }
  return 'member' in event ? { ...event, member: maskEmail(event.member) } : event
}

/** A stored log, and how to show its entries. */
interface Log {
  log: string
  show(stored: StoredActor): EntryActor
}

/**
 * Reads a page of one or several logs, and one more event, which begins the next page.
 * @param isWanted which events to read; null for all. With it, the rest of each log is read.
 */
async function read<Shown extends AccountEntry | ServerEntry>(
  logs: readonly Log[],
  { cursor, count }: PageRequest,
  isWanted: ((entry: Shown) => boolean) | null = null,
): Promise<AuditPage<Shown>> {
  const most = isWanted === null ? count + 1 : maxOfAccount
  const readLog = async ({ log, show }: Log) => {
    const stored = await ask(['XREVRANGE', log, cursor ?? '+', '-', 'COUNT', most], storedEvents)
    return stored.map(({ id, values }) => show({ id, at: timeOf(id), ...JSON.parse(values.event ?? '{}') }) as Shown)
  }
  const all = (await Promise.all(logs.map(readLog))).flat().sort((a, b) => compareIds(b.id, a.id))
  const entries = isWanted === null ? all : all.filter(isWanted)
  return { events: entries.slice(0, count), next: entries[count]?.id ?? null }
}

const storedEvents = list(record({ id: text, values: fields }))

/** Compares the ids of two entries by time. */
function compareIds(one: string, other: string): number {
  const [ms = 0, sequence = 0] = one.split('-').map(Number)
  const [otherMs = 0, otherSequence = 0] = other.split('-').map(Number)
  return ms - otherMs || sequence - otherSequence
}

/** An entry's id begins with the store's time, in epoch milliseconds. */
const timeOf = (id: string): string => new Date(Number(id.split('-')[0])).toISOString()

/** How a user signed in. `code` is a password and a code from the authenticator app. */
export type SignInMethod = 'password' | 'code' | 'recovery-code' | 'passkey' | 'mail' | 'github' | 'google'

/** A kind of alert that is emailed to an account; see `mail/alert-mails.ts`. */
export type AlertKind = 'quota' | 'key-limit' | 'key-expiry' | 'callbacks' | 'sign-in'

/** An API key, by its id and its name in the account. The server's log omits the name. */
interface KeyNamed {
  keyId: string
  name?: string
}

/** The data of an event in the audit log, by kind. */
interface Facts {
  'signed-up': object
  'signed-in': { method: SignInMethod }
  /** Never used for a password, which is recorded as changed or reset. */
  'method-added': { method: 'github' | 'google' }
  'email-confirmed': object
  /** Both emails are masked. */
  'email-changed': { from: string; to: string }
  'password-changed': object
  /** With a link from an email. */
  'password-reset': object
  'two-step-on': object
  'two-step-off': object
  'recovery-codes-made': object
  'passkey-added': { name?: string }
  'passkey-removed': object
  /** An OAuth app, by name. */
  'app-connected': { name?: string }
  'app-disconnected': { name?: string }
  'browser-signed-out': object
  'others-signed-out': object
  'key-created': KeyNamed
  /** The key id is the old key's. */
  'key-rotated': KeyNamed
  'key-limited': KeyNamed
  'key-revoked': KeyNamed
  /** Plan ids. */
  'plan-changed': { from: string; to: string }
  /** By the operator, like `resumed`. Only the server's log has the reason. */
  suspended: { reason?: string }
  resumed: object
  'account-created': object
  /** The new name. */
  'account-renamed': { name?: string }
  'second-factor-required': { on: boolean }
  'data-downloaded': object
  /** A member's own data, without the account's. */
  'own-data-downloaded': object
  /** A callback endpoint. Only the host of its URL is stored. */
  'callback-set': { host: string }
  'callback-removed': object
  'callback-secret-made': { host: string }
  /** A member's masked email, like in the following kinds. */
  'member-invited': { member: string; role: Role }
  'member-joined': { member: string; role: Role }
  'member-role-changed': { member: string; from: Role; to: Role }
  'member-removed': { member: string }
  'member-left': { member: string }
  'invitation-canceled': { member: string }
  'alert-switched': { alert: AlertKind; on: boolean }
  /** Recorded only in the server's log, because the own log is deleted too. */
  'account-deleted': object
  'person-deleted': object
}

export type AuditKind = keyof Facts

/** An account event. */
export type AuditEvent = { [Kind in AuditKind]: { kind: Kind } & Facts[Kind] }[AuditKind]

/** The data that every event has. */
interface Entry {
  /** The id of its entry in the Redis stream: `1763784000000-0`. */
  id: string
  /** ISO 8601, UTC. */
  at: string
}

/** An event as the account's members see it. */
export type AccountEntry = AuditEvent & Entry & AccountActor

/** An event as the operator sees it. */
export type ServerEntry = AuditEvent &
  Entry &
  EntryActor & {
    /** The first characters of the account's id, and its masked email. */
    account: string
    email: string
    /** The masked email of the operator who caused it. */
    operator?: string
  }

/** A page of events, newest first. */
export interface AuditPage<Shown> {
  events: Shown[]
  /** Where the next page begins; null on the last page. */
  next: string | null
}
