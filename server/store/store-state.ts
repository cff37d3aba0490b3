import { env } from '@/server/env'
import { log } from '@/server/observability/logger'
import { perProcess } from '@/server/runtime/per-process'
import { withTimeout } from '@/server/runtime/with-timeout'
import { StoreUnavailable } from './batch'
import { store } from './store'

/**
 * Why the store serves no calls. `read_only`: it is a replica, or refuses writes because it cannot save them. `full`: its memory
 * is used up. `unauthorized`: the password, token or rights are wrong. `replaced`: it was emptied or replaced while this process
 * was running. `preparing`: its layout and the secrets are being checked.
 */
export type StoreFault = 'read_only' | 'full' | 'unreachable' | 'unauthorized' | 'replaced' | 'preparing'

/**
 * What is wrong with a store that serves. `evicts_keys`: at its memory limit it removes data. `no_append_only_file`: what was
 * written last is lost when it stops. `node_fault`: some nodes of the cluster serve no calls, others do.
 */
export type StoreWarning = 'evicts_keys' | 'no_append_only_file' | 'node_fault'

/** The result of writing to the store. */
export interface StoreProbe {
  /** Why no node takes a write; null if one does. */
  fault: StoreFault | null
  /** The reply or error behind the fault, for the operator. It has no credentials. */
  reason: string | null
  /** Whether some nodes take a write and others do not. */
  isPartial: boolean
}

/** The settings of the store that decide whether it can lose data; null if it does not tell, or is managed. */
export interface StorePolicy {
  /** Redis's `maxmemory-policy`, the most harmful one if the nodes differ. */
  eviction: string | null
  /** Whether every node has an append-only file. */
  appendOnly: boolean | null
}

/** How long a probe key lasts. Its name is constant, so there is one for each node. */
const probeKeyMs = 60_000

const probeKey = (tag: string) => `pinref:{${tag}}:probe`

/** How old a result may be: probing at most once a second costs nothing, however often somebody asks. */
export const probeAgeMs = 1_000
const policyAgeMs = 4 * 60_000

interface Aged<T> {
  result: Promise<T>
  /** `performance.now()` when it was complete; undefined until then. */
  doneAt?: number
}

/** Returns a function that repeats its work only if the last result is older than this. Parallel calls share one result. */
function notOftener<T>(name: string, ageMs: number, work: () => Promise<T>): () => Promise<T> {
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

/** Writes to each node of the store, at most once a second, and returns whether it takes writes. Never rejects. */
export const probeStore: () => Promise<StoreProbe> = notOftener('store probe', probeAgeMs, probe)

/** Reads the store's settings, at most every four minutes. Never rejects. */
export const storePolicy: () => Promise<StorePolicy> = notOftener('store policy', policyAgeMs, readPolicy)

/** Returns the warnings that follow from a probe and the settings. */
export function storeWarnings({ isPartial }: Pick<StoreProbe, 'isPartial'>, policy: StorePolicy): StoreWarning[] {
  const warnings: StoreWarning[] = []
  if (isPartial) warnings.push('node_fault')
  if (policy.eviction !== null && policy.eviction !== 'noeviction') warnings.push('evicts_keys')
  if (policy.appendOnly === false) warnings.push('no_append_only_file')
  return warnings
}

async function probe(): Promise<StoreProbe> {
  try {
    const { direct, guard, isHeld } = await store()
    const written = await Promise.allSettled(
      direct.tags().map(async (tag) => {
        const reply = await direct.send(['SET', probeKey(tag), '1', 'PX', probeKeyMs])
        if ('error' in reply) throw new StoreUnavailable(reply.error, false)
      }),
    )
    const failures = written.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    const isPartial = failures.length > 0 && failures.length < written.length
    if (failures.length > 0 && !isPartial) return { ...failed(reasonOf(failures[0], direct.fault())), isPartial }
    await guard.check().catch(() => {})
    const fault = guard.isRefused ? 'replaced' : isHeld ? 'preparing' : null
    return { fault, reason: null, isPartial }
  } catch (error) {
    return { ...failed(reasonOf(error, undefined)), isPartial: false }
  }
}

const failed = (reason: string) => ({ fault: faultOf(reason), reason })

/** Returns why a command failed, in the words of the store or the connection. @param fault of the connection, if it has one. */
export function reasonOf(error: unknown, fault: Error | undefined): string {
  const { cause = error } = error as { cause?: unknown }
  // A reply comes over a connection that works.
  if (typeof cause === 'string') return cause
  return messageOf(fault ?? cause)
}

/** Returns the message of the innermost error: the outer ones of fetch, and of a host with several addresses, say nothing. */
function messageOf(error: unknown): string {
  const { cause, errors, message, code } = error as Partial<AggregateError & { code: string }>
  const [inner = cause] = errors ?? []
  return inner instanceof Error ? messageOf(inner) : message || code || String(error)
}

/** What replies and errors begin with or contain, for each fault; anything else means that the store cannot be reached. */
const signs: ReadonlyArray<readonly [StoreFault, RegExp]> = [
  ['unauthorized', /^(?:NOAUTH|WRONGPASS|NOPERM)\b|^ERR (?:invalid password|AUTH )|endpoint answered 40[13]$/],
  ['full', /^OOM\b|max(?:imum)? (?:database|db) size|capacity quota|No space left/i],
  ['read_only', /^(?:READONLY|MISCONF|NOREPLICAS)\b/],
]

/** Returns the fault that a reply or error stands for. */
export const faultOf = (reason: string): StoreFault => signs.find(([, sign]) => sign.test(reason))?.[0] ?? 'unreachable'

/**
 * Returns what to tell the operator about a fault that trying again cannot help; null for any other.
 * @param reason from `reasonOf`, or the message of another error.
 */
export function lastingFault(reason: string): string | null {
  const [, text] = lasting.find(([sign]) => sign.test(reason)) ?? []
  return text ? `${text} (${reason.replace(/\.$/, '')}).` : null
}

const lasting: ReadonlyArray<readonly [RegExp, string]> = [
  [/^NOAUTH\b/, 'The store requires a password. Put it into REDIS_URL, as in redis://:<password>@<host>:6379'],
  [/^(?:WRONGPASS\b|ERR invalid password|ERR AUTH )/, 'The store refuses the user or the password in REDIS_URL'],
  [/\bNOPERM\b/, 'The user in REDIS_URL lacks a right in the store; docs/operations.md has the rule to give it'],
  [/endpoint answered 40[13]$/, 'The store refuses UPSTASH_REDIS_REST_TOKEN'],
  [/\bDB index\b/, 'The store does not have the database that REDIS_URL names'],
  [
    /self[- ]signed certificate|unable to (?:verify|get)\b.*\bcertificate/i,
    'The certificate of the store is signed by an authority that Pinref does not know. Set NODE_EXTRA_CA_CERTS to a file with the ' +
      'certificate of that authority',
  ],
  [
    /\balert (?:certificate required|handshake failure)/i,
    'The store requires a client certificate, which Pinref does not send',
  ],
  [/\bcertificate\b/i, 'The certificate of the store is not valid for this connection'],
]

async function readPolicy(): Promise<StorePolicy> {
  try {
    const { direct, locksKeys } = await store()
    // Upstash keeps everything on disk, and has no command that tells whether eviction is on.
    if (locksKeys) return unknown
    const ask = async (...command: string[]): Promise<unknown[]> => {
      const tooLate = () => new Error('the store did not answer')
      const asked = Promise.all(direct.sendToEach(command))
      const replies = await withTimeout(asked, env().STORE_TIMEOUT_MS, tooLate).catch(() => [])
      return replies.map((reply) => ('error' in reply ? null : reply.result))
    }
    // `INFO` takes only one section before Redis 7.
    const [memory, persistence] = await Promise.all([ask('INFO', 'memory'), ask('INFO', 'persistence')])
    const policies = await filled(memory, /^maxmemory_policy:(\S+)/m, () => ask('CONFIG', 'GET', 'maxmemory-policy'))
    const files = await filled(persistence, /^aof_enabled:(\d)/m, () => ask('CONFIG', 'GET', 'appendonly'))
    return {
      eviction: policies.find((one) => one !== 'noeviction') ?? policies[0] ?? null,
      appendOnly: files.length > 0 ? files.every((one) => one === '1' || one === 'yes') : null,
    }
  } catch {
    return unknown
  }
}

const unknown: StorePolicy = { eviction: null, appendOnly: null }

/** Takes a value out of each node's `INFO`. If a node's has none, as at some providers, asks for the setting, where that is allowed. */
async function filled(infos: unknown[], value: RegExp, setting: () => Promise<unknown[]>): Promise<string[]> {
  const found = infos.flatMap((info) => value.exec(String(info))?.[1] ?? [])
  if (found.length > 0) return found
  return (await setting()).flatMap((pair) => (Array.isArray(pair) && pair.length === 2 ? [String(pair[1])] : []))
}

/** Returns what a warning means and what to do, for the log and the operator page. */
export function warningText(warning: StoreWarning, { eviction }: StorePolicy): string {
  if (warning === 'node_fault') return 'Some nodes of the Redis Cluster take no writes. Calls of their accounts fail.'
  if (warning === 'no_append_only_file') {
    return 'The store has no append-only file: if it stops, the latest accounts, keys and counts are lost. Set appendonly to yes.'
  }
  return (
    `If its memory is full, the store deletes data, accounts and keys included (maxmemory-policy ${eviction}). ` +
    'Set maxmemory-policy to noeviction.'
  )
}

/**
 * Returns a function that logs the warnings about the store's settings that have come up since it was last called.
 * @param read returns the present settings.
 */
export function createWarningLog(read = storePolicy): () => Promise<void> {
  let told: readonly StoreWarning[] = []
  return async () => {
    const policy = await read()
    const warnings = storeWarnings({ isPartial: false }, policy)
    for (const warning of warnings) {
      if (!told.includes(warning)) log().faults.warn({ message: warningText(warning, policy), warning })
    }
    told = warnings
  }
}
