import { setTimeout as sleep } from 'node:timers/promises'
import { accountOfKey, keyHashes } from '@/server/metering/access/api-key'
import { type Client, networkOf } from '@/server/metering/access/client'
import { redisKeys } from '@/server/metering/access/redis-keys'
import type { ErrorCode, PinrefError } from '@/server/platform/problems/errors'
import { problems } from '@/server/platform/problems/problem'
import { afterResponse } from '@/server/platform/runtime/after-answer'
import { ask } from '@/server/platform/store/ask'
import { defineScript } from '@/server/platform/store/script'
import { fields, integer, list, optional, record, text } from '@/server/platform/store/script-values'
import addLua from './add-failed-calls.lua'

/** A failed call, as its account sees it. The stored call contains no links, names, or addresses. */
export interface FailedCall {
  /** Epoch milliseconds. */
  at: number
  requestId: string
  /** The key that made the call; null for a connected app. */
  keyId: string | null
  /** The operation, or the agent's tool. */
  operation: string
  status: number
  code: ErrorCode
  detail: string
  /** For a batch: how many of its items failed with this code. */
  items?: number
}

/** How many failed calls are stored per account, for how many days, and the maximum length of an error's detail. */
export const maxFailedCalls = 100
const failedCallDays = 7
const keepMs = failedCallDays * 86_400_000
const longestDetail = 300

/**
 * The limits on what one process collects between two writes: an account's calls; accounts whose key the store has just
 * admitted; accounts with an unverified key, because the call failed before its key was looked up; and such accounts
 * from one network. Further calls are dropped, so a large number of failing calls does not increase the load on the
 * store.
 */
export const failedCallLimits = { everyMs: 1_000, perAccount: 10, accounts: 10, unproven: 10, perNetwork: 2 } as const

/** The maximum number of times that a write is tried. */
const maxTries = 3

/** The first write waits for other calls that fail at the same time. */
const gatherMs = 100

/** A call to add. */
const storedCall = record({
  /** The hashes of its key, separated by spaces; omitted if it has none. */
  hashes: optional(text),
  /** Epoch milliseconds. */
  at: integer,
  json: text,
})

/**
 * Adds calls to an existing account's list, each only if its key belongs to the account; that is, if the key is stored
 * or was revoked recently. Calls made before the revocation are dropped. Returns how many calls were added.
 */
const add = defineScript({
  name: 'add-failed-calls',
  keys: ['members', 'apiKeys', 'revokedKeys', 'errors'],
  args: { now: integer, calls: list(storedCall) },
  constants: { keepMs, maxFailedCalls },
  returns: integer,
  lua: addLua,
})

/** One account's calls that are waiting to be written. */
interface Waiting {
  /** By request and code. */
  calls: Map<string, { hashes: string | null; at: number; json: string }>
  tries: number
}

/** By account: calls whose key was admitted, and calls whose key has not been looked up. */
const waiting = { proven: new Map<string, Waiting>(), unproven: new Map<string, Waiting>() }
const networks = new Map<string, number>()
let writing: Promise<void> | undefined
/** When the next write may happen, on the monotonic clock. */
let nextAt = 0

/** A call that has just failed. */
interface Failure {
  /** The call's API key; null if it has none. */
  apiKey: string | null
  /**
   * The account that the call was admitted for: its key's account, or a connected app's. Undefined if the call failed
   * before admission.
   */
  admittedFor: string | undefined
  client: () => Client
  operation: string
  requestId: string
  error: PinrefError
  items?: number
}

/**
 * Records a failed call for the account whose key made it. The write happens in the background, at most once a second
 * per account. Never throws.
 */
export function recordFailedCall({ apiKey, admittedFor, client, operation, requestId, error, items }: Failure): void {
  const accountId = apiKey === null ? admittedFor : accountOfKey(apiKey)
  if (!accountId) return
  const calls = roomFor(accountId, admittedFor === accountId, client)
  const { code } = error
  const id = `${requestId} ${code}`
  if (!calls || calls.size >= failedCallLimits.perAccount || calls.has(id)) return
  const at = Date.now()
  const facts = { requestId, operation, status: problems[code].status, code, detail: detailWithoutInput(error) }
  const hashes = apiKey === null ? null : keyHashes(apiKey).join(' ')
  calls.set(id, { hashes, at, json: JSON.stringify({ ...facts, ...(items && { items }) }) })
  writeSoon()
}

function writeSoon(): void {
  writing ??= write()
  afterResponse(writing)
}

/** Returns an account's waiting calls, so one can be added; null if too many accounts have waiting calls. */
function roomFor(accountId: string, isProven: boolean, client: () => Client): Waiting['calls'] | null {
  const { proven, unproven } = waiting
  const found = proven.get(accountId) ?? unproven.get(accountId)
  if (found) return found.calls
  const made: Waiting = { calls: new Map(), tries: 0 }
  if (isProven) {
    if (proven.size >= failedCallLimits.accounts) return null
    proven.set(accountId, made)
    return made.calls
  }
  const network = networkOf(client())
  const before = networks.get(network) ?? 0
  if (unproven.size >= failedCallLimits.unproven || before >= failedCallLimits.perNetwork) return null
  networks.set(network, before + 1)
  unproven.set(accountId, made)
  return made.calls
}

/** Writes all waiting calls, for all accounts at once. */
async function write(): Promise<void> {
  await sleep(Math.max(gatherMs, nextAt - performance.now()))
  nextAt = performance.now() + failedCallLimits.everyMs
  const all = [...waiting.proven, ...waiting.unproven]
  waiting.proven.clear()
  waiting.unproven.clear()
  networks.clear()
  await Promise.all(all.map(([accountId, one]) => writeFor(accountId, one)))
  writing = undefined
  if (waiting.proven.size + waiting.unproven.size > 0) writeSoon()
}

async function writeFor(accountId: string, { calls, tries }: Waiting): Promise<void> {
  try {
    await add(redisKeys(accountId), { now: Date.now(), calls: [...calls.values()] })
  } catch {
    // A repeated write does not add a call twice.
    const isNew = !waiting.proven.has(accountId) && !waiting.unproven.has(accountId)
    if (isNew && tries + 1 < maxTries) waiting.proven.set(accountId, { calls, tries: tries + 1 })
  }
}

/** Matches a pointer into one of our schemas. All other names come from the caller. */
const ownPointer = /^(?:\/(?:[a-z_]{1,32}|\d{1,4}))+$/

/** Matches messages about fields and parameters that the caller named. */
const unknownName = /^There is no such|^Send fields in the body|^Send this parameter once/

/** Returns an error's detail without the caller's own names, text, and paths. */
function detailWithoutInput({ message, errors: [first] = [] }: Pick<PinrefError, 'message' | 'errors'>): string {
  if (first) {
    const { pointer, detail } = first
    const isOwn = ownPointer.test(pointer) && !unknownName.test(detail)
    return withoutEcho(isOwn ? `${pointer.slice(1)}: ${detail}` : detail)
  }
  return withoutEcho(message)
}

/** Removes quoted text, links, hosts, and identifiers. */
const withoutEcho = (detail: string) =>
  detail
    .replace(/^\S+ (?=is not a Google Maps address)/, 'This ')
    .replace(/".*"/s, '"…"')
    .replace(/\w+:\/\/\S+|[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/gu, '…')
    .replace(/\b(?:0x[\da-f]+|\d{5,})\b/gi, '…')
    .replace(/(\/api\/\w+\/)[^\s]+/g, '$1…')
    .slice(0, longestDetail)

/** Returns an account's failed calls in the last seven days, newest first. @throws PinrefError `store_unavailable`. */
export async function readFailedCalls(accountId: string, most = maxFailedCalls): Promise<FailedCall[]> {
  const { errors } = redisKeys(accountId)
  const range = ['+inf', Date.now() - keepMs, 'WITHSCORES', 'LIMIT', 0, most]
  const scores = await ask(['ZREVRANGEBYSCORE', errors, ...range], fields)
  return Object.entries(scores).map(([entry, at]) => {
    const space = entry.indexOf(' ')
    const keyId = entry.slice(0, space)
    return { at: Number(at), keyId: keyId === '-' ? null : keyId, ...JSON.parse(entry.slice(space + 1)) }
  })
}
