import { redisKeys } from '@/server/access/redis-keys'
import { createThrottledLog } from '@/server/observability/log-error'
import { maskEmail, maskToNetwork } from '@/server/observability/mask'
import { afterResponse } from '@/server/runtime/after-answer'
import { script } from '@/server/store/script'
import { runScript, store } from '@/server/store/store'
import { unwatched } from '@/server/store/store-failure'
import type { AccountEntry, Actor, AuditEvent, AuditPage, ServerEntry } from './events'

/** How many events are stored per account and for the server. Older ones are dropped. */
export const maxOfAccount = 1_000
export const maxOfServer = 10_000

const serverLog = 'audit'

/** How much of an account's id the server's log stores: it distinguishes accounts, but identifies no one after a deletion. */
const shownOfId = 6
const longestUserAgent = 300

/**
 * Adds an event to the log of an existing account, and returns the account's email as JSON. An account whose email is unconfirmed
 * expires, and its log expires with it.
 */
const add = script(`
local user, log = unpack(KEYS)
if redis.call('EXISTS', user) == 0 then return false end
redis.call('XADD', log, 'MAXLEN', ARGV[1], '*', 'event', ARGV[2])
local lasts = redis.call('TTL', user)
if lasts > 0 then redis.call('EXPIRE', log, lasts) end
return redis.call('HGET', user, 'email') or '""'
`)

const logFailure = createThrottledLog()

/**
 * Adds an event to the account's log and to the server's, in the background. A failure is only logged, because the change itself
 * has succeeded.
 */
export function recordEvent(accountId: string, event: AuditEvent, by: Actor): void {
  writeInBackground(async () => {
    const what = maskEvent(event)
    const { user, audit } = redisKeys(accountId)
    const own = JSON.stringify({ ...what, ...actorForOwner(by), reason: undefined })
    const email = await runScript(add, [user, audit], [maxOfAccount, own])
    if (email !== null) await addToServer(accountId, JSON.parse(String(email)), { ...what, ...actorForOperator(by) })
  })
}

/** Adds an account's deletion to the server's log, in the background. */
export function recordDeletion(account: { id: string; email: string }, by: Actor): void {
  writeInBackground(() => addToServer(account.id, account.email, { kind: 'account-deleted', ...actorForOperator(by) }))
}

/** Where a page begins (`next` of the previous page), and how many events it has. */
export interface PageRequest {
  cursor?: string | null | undefined
  count: number
}

/** The page of events shown first. */
export const firstPage: PageRequest = { count: 20 }

/** @throws PinrefError `store_unavailable`. */
export const readAccountLog = (accountId: string, page: PageRequest): Promise<AuditPage<AccountEntry>> =>
  read(redisKeys(accountId).audit, page)

/** @throws PinrefError `store_unavailable`. */
export const readServerLog = (page: PageRequest): Promise<AuditPage<ServerEntry>> => read(serverLog, page)

function writeInBackground(write: () => Promise<void>): void {
  afterResponse(
    unwatched(write).catch((error: unknown) => logFailure('an event could not be added to the audit log', error)),
  )
}

async function addToServer(accountId: string, email: string, entry: object): Promise<void> {
  const who = { account: accountId.slice(0, shownOfId), email: maskEmail(email) }
  // The names of keys and passkeys are private.
  const shown = JSON.stringify({ ...entry, ...who, name: undefined })
  const { send } = await store()
  const reply = await send(['XADD', serverLog, 'MAXLEN', maxOfServer, '*', 'event', shown])
  if ('error' in reply) throw new Error(`XADD failed: ${reply.error}`)
}

const maskEvent = (event: AuditEvent): AuditEvent =>
  event.kind === 'email-changed' ? { ...event, from: maskEmail(event.from), to: maskEmail(event.to) } : event

/** Returns the owner's view of an actor. For an operator, it says only that it was one. */
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

/** Reads a page, plus one event, where the next page begins. */
async function read<Shown>(log: string, { cursor, count }: PageRequest): Promise<AuditPage<Shown>> {
  const { send } = await store()
  const reply = await send(['XREVRANGE', log, cursor ?? '+', '-', 'COUNT', count + 1])
  if ('error' in reply) throw new Error(`XREVRANGE failed: ${reply.error}`)
  const entries = reply.result as Array<[id: string, fields: [name: string, json: string]]>
  const events = entries.slice(0, count).map(([id, [, json]]) => ({ id, at: timeOf(id), ...JSON.parse(json) }) as Shown)
  return { events, next: entries[count]?.[0] ?? null }
}

/** The id of an entry begins with the store's time, epoch milliseconds. */
const timeOf = (id: string): string => new Date(Number(id.split('-')[0])).toISOString()
