import { log } from '@/server/platform/observability/logger'
import { acceptance } from '@/server/platform/runtime/accepted-markers'
import { perProcess } from '@/server/platform/runtime/per-process'
import { withTimeout } from '@/server/platform/runtime/with-timeout'
import { env } from '@/server/platform/settings/env'
import { type NodeFault, type StorePolicy, type StoreProbe, type StoreWarning, storeStates } from './state-names'
import { store } from './store'
import { faultOf, warningText } from './store-advice'
import { StoreUnavailable } from './unavailable'

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
export const probeStore: () => Promise<StoreProbe> = atMostEvery('store probe', probeAgeMs, async () => {
  const result = await probe()
  for (const listener of probeListeners.value ?? []) listener(result)
  return result
})

const probeListeners = perProcess<Set<(result: StoreProbe) => void>>('store probe listeners')

/** Calls the listener with the result of each probe of this process. */
export function observeProbes(listener: (result: StoreProbe) => void): void {
  probeListeners.value ??= new Set()
  probeListeners.value.add(listener)
}

/** Reads the store's settings, at most once every four minutes. Never rejects. */
export const storePolicy: () => Promise<StorePolicy> = atMostEvery('store policy', policyAgeMs, readPolicy)

/** Returns the warnings that result from the settings. */
export function storeWarnings(policy: StorePolicy): StoreWarning[] {
  const warnings: StoreWarning[] = []
  if (policy.eviction !== null && policy.eviction !== 'noeviction') warnings.push('evicts_keys')
  if (policy.appendOnly === false) warnings.push('no_append_only_file')
  if (!policy.isAcceptanceLasting) warnings.push('no_store_id')
  return warnings
}

async function probe(): Promise<StoreProbe> {
  try {
    const { direct, guard, isHeld } = await store()
    // Nothing is written to a store that is not accepted, or not yet.
    const unchecked = await guard.check().catch((error: unknown) => failedProbe(reasonOf(error, direct.fault())))
    if (unchecked) return unchecked
    if (guard.isRefused) return replacedProbe(guard.reason)
    const tags = direct.tags()
    const [gaps, ...found] = await Promise.all([
      direct.gaps(),
      ...tags.map(async (tag): Promise<NodeFault | null> => {
        const key = probeKey(tag)
        const node = direct.nodeOf(key)
        try {
          const reply = await direct.send(isHeld ? ['DEL', key] : ['SET', key, '1', 'PX', probeKeyMs])
          if ('error' in reply) throw new StoreUnavailable(reply.error, false)
          return null
        } catch (error) {
          const reason = reasonOf(error, direct.fault(node))
          return { node, fault: faultOf(reason), reason }
        }
      }),
    ])
    const failures = found.filter((one) => one !== null)
    const [first] = failures
    if (first && failures.length === tags.length) return failedProbe(first.reason)
    const failedNodes = [...failures, ...gaps.map(withoutNode)].sort(bySeverity)
    const [worst] = failedNodes
    // The preparation needs keys on all nodes.
    if (isHeld && worst) return failedProbe(`${worst.node}: ${worst.reason}`)
    return { fault: isHeld ? 'preparing' : null, reason: null, failedNodes }
  } catch (error) {
    return failedProbe(reasonOf(error, undefined))
  }
}

/** Returns the result of a probe that failed on all nodes. @param reason as in `StoreProbe`. */
export const failedProbe = (reason: string): StoreProbe => ({ fault: faultOf(reason), reason, failedNodes: [] })

/** Returns the result of a probe of a rejected store. @param reason the guard's. */
export const replacedProbe = (reason: string): StoreProbe => ({ fault: 'replaced', reason, failedNodes: [] })

const withoutNode = (slots: string): NodeFault => ({
  node: `slots ${slots}`,
  fault: 'unreachable',
  reason: 'no node serves them',
})

const bySeverity = (one: NodeFault, other: NodeFault) =>
  storeStates.indexOf(one.fault) - storeStates.indexOf(other.fault)

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

/**
 * Returns a function that logs warnings about the store's settings that are new since its last call.
 * @param read returns the current settings.
 */
export function createWarningLog(read = storePolicy): () => Promise<void> {
  let reported: readonly StoreWarning[] = []
  return async () => {
    const policy = await read()
    const warnings = storeWarnings(policy)
    for (const warning of warnings) {
      if (!reported.includes(warning)) log().faults.warn({ message: warningText(warning, policy), warning })
    }
    reported = warnings
  }
}
