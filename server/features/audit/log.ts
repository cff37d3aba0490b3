import { contactKeys, readContacts } from '@/server/metering/access/contacts'
import { type Role, readMembers } from '@/server/metering/access/members'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { createThrottledLog } from '@/server/platform/observability/logger'
import { maskEmail, maskToNetwork } from '@/server/platform/observability/mask'
import { afterResponse } from '@/server/platform/runtime/after-answer'
import { ask } from '@/server/platform/store/ask'
import { defineScript } from '@/server/platform/store/script'
import { fields, list, optional, record, text } from '@/server/platform/store/script-values'
import { unwatched } from '@/server/platform/store/store-failure'
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
const longestUserAgent = 300

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
    if ((await addTo({ holder: members, log: audit }, event, by)) === null) return
    await addToServer(accountId, emailOf(by) ?? (await ownersEmail(accountId)), event, by)
  })
}

/**
 * Adds an event about a person's own sign-in to their log and to the server's, in the background, like `recordEvent`.
 */
export function recordPersonEvent(personId: string, event: AuditEvent, by: Actor): void {
  writeInBackground(async () => {
    const keys = { holder: contactKeys.user(personId), log: contactKeys.log(personId) }
    const email = await addTo(keys, event, by)
    if (email !== null) await addToServer(personId, JSON.parse(email || '""'), event, by)
  })
}

const addTo = (keys: { holder: string; log: string }, event: AuditEvent, by: Actor): Promise<string | null> =>
  add(keys, { event: JSON.stringify({ ...maskEvent(event), ...actorForOwner(by), reason: undefined }) })

const emailOf = (by: Actor): string | null => (by !== 'stripe' && 'email' in by ? (by.email ?? null) : null)

/** Reads the email of an account's first owner. */
async function ownersEmail(accountId: string): Promise<string> {
  const owner = (await readMembers(accountId)).find(({ role }) => role === 'owner')
  const [contact] = owner ? await readContacts([owner.personId], null) : []
  return contact?.email ?? ''
}

/** Adds the deletion of an account or a person to the server's log, in the background. */
export function recordDeletion(deleted: { id: string; email: string }, by: Actor): void {
  writeInBackground(() => addToServer(deleted.id, deleted.email, { kind: 'account-deleted' }, by))
}

/** Where a page begins (`next` of the previous page), and how many events it has. */
export interface PageRequest {
  cursor?: string | null | undefined
  count: number
}

/** The first page of events. */
export const firstPage: PageRequest = { count: 20 }

/**
 * Reads an account's events, and the sign-in events of the person who reads them. Omits either if it is null.
 * @throws PinrefError `store_unavailable`.
 */
export const readAccountLog = (
  { accountId, personId }: { accountId: string | null; personId: string | null },
  page: PageRequest,
): Promise<AuditPage<AccountEntry>> =>
  read(
    [
      ...(accountId === null ? [] : [redisKeys(accountId).audit]),
      ...(personId === null ? [] : [contactKeys.log(personId)]),
    ],
    page,
  )

/** @throws PinrefError `store_unavailable`. */
export const readServerLog = (page: PageRequest): Promise<AuditPage<ServerEntry>> => read([serverLog], page)

function writeInBackground(write: () => Promise<void>): void {
  afterResponse(
    unwatched(write).catch((error: unknown) => logFailure('an event could not be added to the audit log', error)),
  )
}

async function addToServer(id: string, email: string, event: AuditEvent, by: Actor): Promise<void> {
  const entry = { ...maskEvent(event), ...actorForOperator(by) }
  const who = { account: id.slice(0, shownOfId), email: maskEmail(email) }
  // The names of keys, passkeys, and accounts are private.
  const shown = JSON.stringify({ ...entry, ...who, name: undefined })
  await ask(['XADD', serverLog, 'MAXLEN', maxOfServer, '*', 'event', shown], text)
}

function maskEvent(event: AuditEvent): AuditEvent {
  if (event.kind === 'email-changed') return { ...event, from: maskEmail(event.from), to: maskEmail(event.to) }
  return 'member' in event ? { ...event, member: maskEmail(event.member) } : event
}

/** Returns the owner's view of an actor. Operators are shown without a name. */
function actorForOwner(by: Actor) {
  if (by === 'stripe') return { by, address: '', userAgent: '' }
  if ('operator' in by) return { by: 'operator', address: '', userAgent: '' }
  return { by: 'owner', address: maskToNetwork(by.address), userAgent: by.userAgent.slice(0, longestUserAgent) }
}

/** Returns an operator's view of an actor, without the browser, which is private. */
function actorForOperator(by: Actor) {
  if (by === 'stripe') return { by, address: '' }
  const address = maskToNetwork(by.address)
  return 'operator' in by ? { by: 'operator', address, operator: maskEmail(by.operator) } : { by: 'owner', address }
}

/** Reads a page of one or several logs, and one more event, which begins the next page. */
async function read<Shown>(logs: readonly string[], { cursor, count }: PageRequest): Promise<AuditPage<Shown>> {
  const readLog = (log: string) => ask(['XREVRANGE', log, cursor ?? '+', '-', 'COUNT', count + 1], storedEvents)
  const entries = (await Promise.all(logs.map(readLog))).flat().sort((a, b) => compareIds(b.id, a.id))
  const events = entries
    .slice(0, count)
    .map(({ id, values }) => ({ id, at: timeOf(id), ...JSON.parse(values.event ?? '{}') }) as Shown)
  return { events, next: entries[count]?.id ?? null }
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

/** An API key, by its id and its owner's name for it. The server's log omits the name. */
interface KeyNamed {
  keyId: string
  name?: string
  /** The id of the key that took the action through the API; absent for actions on the dashboard. */
  byKey?: string
}

interface ByKey {
  /** The id of the key that took the action through the API; absent for actions on the dashboard. */
  byKey?: string
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
  /** A callback endpoint. Only the host of its URL is stored. */
  'callback-set': ByKey & { host: string }
  'callback-removed': ByKey
  'callback-secret-made': ByKey & { host: string }
  /** A member's masked email, like in the following kinds. */
  'member-invited': { member: string; role: Role }
  'member-joined': { member: string; role: Role }
  'member-role-changed': { member: string; from: Role; to: Role }
  'member-removed': { member: string }
  'member-left': { member: string }
  'invitation-canceled': { member: string }
  'alert-switched': { alert: AlertKind; on: boolean }
  /** Recorded only in the server's log, because the account's own log is deleted too. */
  'account-deleted': object
}

export type AuditKind = keyof Facts

/** An account event. */
export type AuditEvent = { [Kind in AuditKind]: { kind: Kind } & Facts[Kind] }[AuditKind]

/**
 * Who caused an event: a person, identified by their call; a server operator, identified by their email; or
 * Stripe, which reported a payment or the end of payments.
 */
export type Actor =
  | { address: string; userAgent: string; email?: string }
  | { operator: string; address: string }
  | 'stripe'

/** The data that every event has. */
interface Entry {
  /** The id of its entry in the Redis stream: `1763784000000-0`. */
  id: string
  /** ISO 8601, UTC. */
  at: string
  by: 'owner' | 'operator' | 'stripe'
  /** The network of the caller's address; empty if unknown or, on the owner's page, for an operator's event. */
  address: string
}

/** An event as its account's owner sees it. */
export type AccountEntry = AuditEvent & Entry & { userAgent: string }

/** An event as the operator sees it. */
export type ServerEntry = AuditEvent &
  Entry & {
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
