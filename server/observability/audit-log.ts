import { redisKeys } from '@/server/access/redis-keys'
import { afterAnswer } from '@/server/runtime/after-answer'
import { script } from '@/server/store/script'
import { runScript, store } from '@/server/store/store'
import type { AccountEntry, Actor, AuditEvent, AuditPage, ServerEntry } from './audit-event'
import { maskEmail, maskToNetwork } from './mask'
import { createThrottledLog } from './throttled-log'

/** How many events are kept; older ones go. */
export const mostOfAccount = 1_000
export const mostOfServer = 10_000

const serverLog = 'audit'

/** As much of an account's id as tells it from others, and is nobody's once the account is deleted. */
const shownOfId = 6
const longestUserAgent = 300

/**
 * Adds an event to the log of an account that still exists, and answers its email as JSON. One that waits for its email to be
 * confirmed expires, and its log with it.
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
 * Writes down that something has happened to an account, in its own log and in the server's. It is done behind the answer, and
 * a failure is logged and nothing else: whatever happened stands.
 */
export function recordEvent(accountId: string, event: AuditEvent, by: Actor): void {
  behindAnswer(async () => {
    const what = masked(event)
    const { user, audit } = redisKeys(accountId)
    const own = JSON.stringify({ ...what, ...toldToOwner(by) })
    const email = await runScript(add, [user, audit], [mostOfAccount, own])
    if (email !== null) await addToServer(accountId, JSON.parse(String(email)), { ...what, ...toldToOperator(by) })
  })
}

/** Writes down that an account was deleted, in the server's log. */
export function recordDeletion(account: { id: string; email: string }, by: Actor): void {
  behindAnswer(() => addToServer(account.id, account.email, { kind: 'account-deleted', ...toldToOperator(by) }))
}

/** Where a page begins, by an earlier page's `next`, and how many events it has. */
export interface PageAsked {
  cursor?: string | null | undefined
  count: number
}

/** What the pages show at first. */
export const firstPage: PageAsked = { count: 20 }

/** @throws PinrefError `store_unavailable`. */
export const readAccountLog = (accountId: string, asked: PageAsked): Promise<AuditPage<AccountEntry>> =>
  read(redisKeys(accountId).audit, asked)

/** @throws PinrefError `store_unavailable`. */
export const readServerLog = (asked: PageAsked): Promise<AuditPage<ServerEntry>> => read(serverLog, asked)

function behindAnswer(write: () => Promise<void>): void {
  afterAnswer(write().catch((error: unknown) => logFailure('an event could not be added to the audit log', error)))
}

async function addToServer(accountId: string, email: string, entry: object): Promise<void> {
  const who = { account: accountId.slice(0, shownOfId), email: maskEmail(email) }
  // The names that people give to things are theirs.
  const shown = JSON.stringify({ ...entry, ...who, name: undefined })
  const { send } = await store()
  const reply = await send(['XADD', serverLog, 'MAXLEN', mostOfServer, '*', 'event', shown])
  if ('error' in reply) throw new Error(`XADD failed: ${reply.error}`)
}

const masked = (event: AuditEvent): AuditEvent =>
  event.kind === 'email-changed' ? { ...event, from: maskEmail(event.from), to: maskEmail(event.to) } : event

/** Of an operator an account's owner learns only that it was one. */
function toldToOwner(by: Actor) {
  if (by === 'stripe') return { by, address: '', userAgent: '' }
  if ('operator' in by) return { by: 'operator', address: '', userAgent: '' }
  return { by: 'owner', address: maskToNetwork(by.address), userAgent: by.userAgent.slice(0, longestUserAgent) }
}

/** The browsers of people are theirs alone. */
function toldToOperator(by: Actor) {
  if (by === 'stripe') return { by, address: '' }
  const address = maskToNetwork(by.address)
  return 'operator' in by ? { by: 'operator', address, operator: maskEmail(by.operator) } : { by: 'owner', address }
}

/** One more than asked for is read: it is where the next page begins. */
async function read<Shown>(log: string, { cursor, count }: PageAsked): Promise<AuditPage<Shown>> {
  const { send } = await store()
  const reply = await send(['XREVRANGE', log, cursor ?? '+', '-', 'COUNT', count + 1])
  if ('error' in reply) throw new Error(`XREVRANGE failed: ${reply.error}`)
  const found = reply.result as Array<[id: string, fields: [name: string, json: string]]>
  const events = found.slice(0, count).map(([id, [, json]]) => ({ id, at: timeOf(id), ...JSON.parse(json) }) as Shown)
  return { events, next: found[count]?.[0] ?? null }
}

/** The id of an entry begins with the store's clock, epoch milliseconds. */
const timeOf = (id: string): string => new Date(Number(id.split('-')[0])).toISOString()
