import { log } from '@/server/platform/observability/logger'
import { acceptance } from '@/server/platform/runtime/accepted-markers'
import { perProcess } from '@/server/platform/runtime/per-process'
import { withTimeout } from '@/server/platform/runtime/with-timeout'
import { env } from '@/server/platform/settings/env'
import { store } from './store'
import { StoreUnavailable } from './unavailable'

/**
 * Why the store cannot serve calls. `read_only`: the store is a replica, or rejects writes because it cannot save them.
 * `full`: the store's memory is used up. `unauthorized`: the password, token, or permissions are wrong. `replaced`: the
 * store was emptied, or is not the accepted one. `preparing`: the store's layout and the secrets are being checked.
 */
export type StoreFault = 'read_only' | 'full' | 'unreachable' | 'unauthorized' | 'replaced' | 'preparing'

/**
 * Problems with a store that can serve calls. `evicts_keys`: the store removes data at its memory limit.
 * `no_append_only_file`: the store loses the latest writes when it stops. `node_fault`: some of the cluster's nodes
 * can't serve calls. `no_store_id`: after a restart, an emptied store would be accepted.
 */
export type StoreWarning = 'evicts_keys' | 'no_append_only_file' | 'node_fault' | 'no_store_id'

/** All faults, the worst first, and `ok`. */
export const storeStates = [
  'replaced',
  'unauthorized',
  'unreachable',
  'read_only',
  'full',
  'preparing',
  'ok',
] as const satisfies ReadonlyArray<StoreFault | 'ok'>

/** The result of a test write to the store. */
export interface StoreProbe {
  /** The reason why no node accepts a write; null if any node does. */
  fault: StoreFault | null
  /** The reply or error behind the fault, for the operator. Contains no credentials. */
  reason: string | null
  /** Whether some nodes accept a write and other nodes do not. */
  isPartial: boolean
}

/** The settings that determine whether the store can lose data; null if unknown, or if the store is managed. */
export interface StorePolicy {
  /** Redis's `maxmemory-policy`; if the nodes differ, the most dangerous one. */
  eviction: string | null
  /** Whether every node has an append-only file. */
  appendOnly: boolean | null
  /** Whether a server that starts accepts only this store. */
  isAcceptanceLasting: boolean
}

/** How long a probe key lasts. The key's name is constant, so each node has only one such key. */
const probeKeyMs = 60_000

const probeKey = (tag: string) => `pinref:{${tag}}:probe`

/**
 * The maximum age of a result. At most one probe per second costs almost nothing, no matter how often results are
 * requested.
 */
export const probeAgeMs = 1_000
const policyAgeMs = 4 * 60_000

interface Aged<T> {
  result: Promise<T>
  /** `performance.now()` when the work completed; undefined until then. */
  doneAt?: number
}

/**
 * Returns a function that repeats its work only if the last result is older than `ageMs`. Concurrent calls share one
 * result.
 */
export function atMostEvery<T>(name: string, ageMs: number, work: () => Promise<T>): () => Promise<T> {
  const last = perProcess<Aged<T>>(name)
  return () => {
    const { value } = last
    if (value && (value.doneAt === undefined || performance.now() - value.doneAt < ageMs)) return value.result
    const next: Aged<T> = { result: work() }
    last.value = next
    next.result
      .finally(() => {
        next.doneAt = performance.now()
      })
      .catch(() => {})
    return next.result
  }
}

/**
 * Writes to each node of the store, at most once a second, and returns whether the store accepts writes. Never rejects.
 */
export const probeStore: () => Promise<StoreProbe> = atMostEvery('store probe', probeAgeMs, probe)

/** Reads the store's settings, at most once every four minutes. Never rejects. */
export const storePolicy: () => Promise<StorePolicy> = atMostEvery('store policy', policyAgeMs, readPolicy)

/** Returns the warnings that result from a probe and the settings. */
export function storeWarnings({ isPartial }: Pick<StoreProbe, 'isPartial'>, policy: StorePolicy): StoreWarning[] {
  const warnings: StoreWarning[] = []
  if (isPartial) warnings.push('node_fault')
  if (policy.eviction !== null && policy.eviction !== 'noeviction') warnings.push('evicts_keys')
  if (policy.appendOnly === false) warnings.push('no_append_only_file')
  if (!policy.isAcceptanceLasting) warnings.push('no_store_id')
  return warnings
}

async function probe(): Promise<StoreProbe> {
  try {
    const { direct, guard, isHeld } = await store()
    // Nothing is written to a store that is not accepted, or not yet.
    const unchecked = await guard.check().catch((error: unknown) => failed(reasonOf(error, direct.fault())))
    if (unchecked) return { ...unchecked, isPartial: false }
    if (guard.isRefused) return { fault: 'replaced', reason: guard.reason, isPartial: false }
    const written = await Promise.allSettled(
      direct.tags().map(async (tag) => {
        const key = probeKey(tag)
        const reply = await direct.send(isHeld ? ['DEL', key] : ['SET', key, '1', 'PX', probeKeyMs])
        if ('error' in reply) throw new StoreUnavailable(reply.error, false)
      }),
    )
    const failures = written.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    const isPartial = failures.length > 0 && failures.length < written.length
    if (failures.length > 0 && !isPartial) return { ...failed(reasonOf(failures[0], direct.fault())), isPartial }
    return { fault: isHeld ? 'preparing' : null, reason: null, isPartial }
  } catch (error) {
    return { ...failed(reasonOf(error, undefined)), isPartial: false }
  }
}

const failed = (reason: string) => ({ fault: faultOf(reason), reason })

/**
 * Returns why a command failed, as reported by the store or the connection.
 * @param fault the connection's fault, if any.
 */
export function reasonOf(error: unknown, fault: Error | undefined): string {
  const { cause = error } = error as { cause?: unknown }
  // A reply means that the connection works.
  if (typeof cause === 'string') return cause
  return messageOf(fault ?? cause)
}

/**
 * Returns the message of the innermost error. The outer errors are generic if they come from fetch or if the host has
 * several addresses.
 */
function messageOf(error: unknown): string {
  const { cause, errors, message, code } = error as Partial<AggregateError & { code: string }>
  const [inner = cause] = errors ?? []
  return inner instanceof Error ? messageOf(inner) : message || code || String(error)
}

/**
 * The patterns for replies and errors that indicate each fault. Any other reply or error means that the store cannot be
 * reached.
 */
const signs: ReadonlyArray<readonly [StoreFault, RegExp]> = [
  ['unauthorized', /^(?:NOAUTH|WRONGPASS|NOPERM)\b|^ERR (?:invalid password|AUTH )|endpoint answered 40[13]$/],
  ['full', /^OOM\b|max(?:imum)? (?:database|db) size|capacity quota|No space left/i],
  ['read_only', /^(?:READONLY|MISCONF|NOREPLICAS)\b/],
]

/** Returns the fault that a reply or error indicates. */
export const faultOf = (reason: string): StoreFault => signs.find(([, sign]) => sign.test(reason))?.[0] ?? 'unreachable'

/**
 * Returns the message for the operator about a fault that retrying cannot fix; null for any other fault.
 * @param reason the result of `reasonOf`, or another error's message.
 */
export function lastingFault(reason: string): string | null {
  const [, text] = lasting.find(([sign]) => sign.test(reason)) ?? []
  return text ? `${text} (${reason.replace(/\.$/, '')}).` : null
}

const lasting: ReadonlyArray<readonly [RegExp, string]> = [
  [/^NOAUTH\b/, 'The store requires a password. Add the password to REDIS_URL, as in redis://:<password>@<host>:6379'],
  [/^(?:WRONGPASS\b|ERR invalid password|ERR AUTH )/, 'The store rejects the user or the password in REDIS_URL'],
  [/\bNOPERM\b/, 'The user in REDIS_URL lacks a permission in the store; see docs/operations.md for the required rule'],
  [/endpoint answered 40[13]$/, 'The store rejects UPSTASH_REDIS_REST_TOKEN'],
  [/\bDB index\b/, 'The store does not have the database in REDIS_URL'],
  [
    /self[- ]signed certificate|unable to (?:verify|get)\b.*\bcertificate/i,
    "The store's certificate is signed by an unknown authority. Set NODE_EXTRA_CA_CERTS to a file with that authority's " +
      'certificate',
  ],
  [
    /\balert (?:certificate required|handshake failure)/i,
    'The store requires a client certificate, which Pinref does not send',
  ],
  [/\bcertificate\b/i, "The store's certificate is not valid for this connection"],
]

async function readPolicy(): Promise<StorePolicy> {
  const { STORE_ID, VERCEL } = env()
  const { isLasting: isAcceptanceLasting = !VERCEL || STORE_ID !== undefined } = acceptance() ?? {}
  const unknown = { eviction: null, appendOnly: null, isAcceptanceLasting }
  try {
    const { direct, locksKeys } = await store()
    // Upstash keeps everything on disk and has no command that shows whether eviction is on.
    if (locksKeys) return unknown
    const ask = async (...command: string[]): Promise<unknown[]> => {
      const tooLate = () => new Error('the store did not respond')
      const pending = Promise.all(direct.sendToEach(command))
      const replies = await withTimeout(pending, env().STORE_TIMEOUT_MS, tooLate).catch(() => [])
      return replies.map((reply) => ('error' in reply ? null : reply.result))
    }
    // Before Redis 7, `INFO` takes only one section.
    const [memory, persistence] = await Promise.all([ask('INFO', 'memory'), ask('INFO', 'persistence')])
    const policies = await readEach(memory, /^maxmemory_policy:(\S+)/m, () => ask('CONFIG', 'GET', 'maxmemory-policy'))
    const files = await readEach(persistence, /^aof_enabled:(\d)/m, () => ask('CONFIG', 'GET', 'appendonly'))
    return {
      eviction: policies.find((one) => one !== 'noeviction') ?? policies[0] ?? null,
      appendOnly: files.length > 0 ? files.every((one) => one === '1' || one === 'yes') : null,
      isAcceptanceLasting,
    }
  } catch {
    return unknown
  }
}

/**
 * Reads a value from each node's `INFO`. If no node reports the value, as with some providers, reads the setting
 * instead, if allowed.
 */
async function readEach(infos: unknown[], value: RegExp, setting: () => Promise<unknown[]>): Promise<string[]> {
  const values = infos.flatMap((info) => value.exec(String(info))?.[1] ?? [])
  if (values.length > 0) return values
  return (await setting()).flatMap((pair) => (Array.isArray(pair) && pair.length === 2 ? [String(pair[1])] : []))
}

/** Returns a warning's explanation and what to do about the problem, for the log and the operator page. */
export function warningText(warning: StoreWarning, { eviction }: StorePolicy): string {
  if (warning === 'node_fault')
    return 'Some Redis Cluster nodes do not accept writes. Calls from accounts on those nodes fail.'
  if (warning === 'no_store_id') {
    return 'After a restart, Pinref would accept an emptied or different store, because nothing says which store is the right one. Set STORE_ID.'
  }
  if (warning === 'no_append_only_file') {
    return 'The store has no append-only file. If the store stops, the latest accounts, keys, and counts are lost. Set appendonly to yes.'
  }
  return (
    `When its memory is full, the store deletes data, including accounts and keys (maxmemory-policy ${eviction}). ` +
    'Set maxmemory-policy to noeviction.'
  )
}

/**
 * Returns a function that logs warnings about the store's settings that are new since its last call.
 * @param read returns the current settings.
 */
export function createWarningLog(read = storePolicy): () => Promise<void> {
  let reported: readonly StoreWarning[] = []
  return async () => {
    const policy = await read()
    const warnings = storeWarnings({ isPartial: false }, policy)
    for (const warning of warnings) {
      if (!reported.includes(warning)) log().faults.warn({ message: warningText(warning, policy), warning })
    }
    reported = warnings
  }
}
