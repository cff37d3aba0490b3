import { setTimeout as sleep } from 'node:timers/promises'
import { afterResponse } from '@/server/platform/runtime/after-answer'
import { stopping } from '@/server/platform/runtime/per-process'
import recordStateLua from './record-state.lua'
import { defineScript } from './script'
import { flag, integer, list, oneOf, record, text } from './script-values'
import type { StoreProbe } from './state-names'
import { type Store, store } from './store'
import { atMostEvery, probeAgeMs, probeStore } from './store-state'

/** The parts of the service whose state is recorded. */
export type Part = 'store' | 'google_details' | 'google_search' | 'google_legacy' | 'google_resolution' | 'short_links'

const states = ['ok', 'partial', 'unavailable'] as const

/**
 * `partial`: some nodes of the store's cluster do not accept writes. `unavailable`: the store does not accept writes, or
 * most recent calls to the upstream failed.
 */
export type State = (typeof states)[number]

function stateOfStore({ fault, failedNodes }: StoreProbe): State {
  if (fault) return 'unavailable'
  return failedNodes.length > 0 ? 'partial' : 'ok'
}

/** A part's state, and the time when it began: epoch milliseconds by the store's clock. */
export interface StateChange {
  part: Part
  state: State
  timeMs: number
}

export interface ServiceStatus {
  /** The current state of the store, and of each upstream that has been called. */
  parts: Array<Omit<StateChange, 'timeMs'> & { timeMs: number | null }>
  /** The last changes, newest first; null if the store does not respond. */
  changes: StateChange[] | null
}

/** How many changes are stored. */
const maxChanges = 20

const keys = {
  /** List: the JSON of the last changes, newest first. */
  changes: '{status}:changes',
  /** Hash: part -> the JSON of its last change. */
  latest: '{status}:latest',
}

/**
 * Records what a process has observed: the state of a part, and how many milliseconds ago it began, oldest first. Several
 * processes observe the same change, so only a state that is later than the last change and differs from it is recorded.
 * A part is `ok` until a change is recorded.
 */
const recordState = defineScript({
  name: 'record-state',
  keys: ['changes', 'latest'],
  args: { part: text, observed: list(record({ state: oneOf(...states), agoMs: integer })) },
  constants: { maxChanges },
  returns: flag,
  lua: recordStateLua,
})

interface Observation {
  state: State
  agoMs: number
}

/** @throws PinrefError `store_unavailable`. */
async function write(part: Part, observed: readonly Observation[]): Promise<void> {
  await recordState(keys, { part, observed })
}

/**
 * How often a process confirms an unchanged state. Another process may have recorded the opposite, and ended before it
 * could record a change.
 */
const confirmEveryMs = 5 * 60_000

/** How long an upstream must work before it counts as `ok` again, so that one that fails often is one outage. */
const settleMs = 60_000

/**
 * Returns a function that records an upstream's state in the background, if it has changed or is due to be confirmed. It
 * may run on every call.
 * @param now returns monotonic milliseconds.
 */
export function stateRecorder(part: Part, now = () => performance.now()): (state: State) => void {
  let recorded: State | undefined
  let confirmAt = 0
  let failedAt = Number.NEGATIVE_INFINITY
  return (state) => {
    const nowMs = now()
    if (state !== 'ok') failedAt = nowMs
    else if (nowMs - failedAt < settleMs) return
    if (state === recorded && nowMs < confirmAt) return
    recorded = state
    confirmAt = nowMs + confirmEveryMs
    const written = write(part, [{ state, agoMs: 0 }])
    afterResponse(
      written.catch(() => {
        recorded = undefined
      }),
    )
  }
}

/**
 * Records this store's outages from now on. After a command fails, the store is probed every second until it accepts
 * writes. The outage is then recorded with its start and end. An outage that is over at the first probe is not recorded.
 */
export function recordOutages({ onUnavailable }: Pick<Store, 'onUnavailable'>): void {
  let isDown = false
  onUnavailable(() => {
    if (isDown) return
    isDown = true
    const ended = outage().catch(() => {})
    afterResponse(
      ended.then(() => {
        isDown = false
      }),
    )
  })
}

/** @throws AbortError if this process stops. */
async function outage(): Promise<void> {
  const startedAt = performance.now()
  let worst: State = 'ok'
  for (;;) {
    await sleep(probeAgeMs, undefined, { ref: false, ...(stopping.value && { signal: stopping.value }) })
    const state = stateOfStore(await probeStore())
    if (state === 'ok' && (worst === 'ok' || (await writeOutage(worst, startedAt)))) return
    worst = states[Math.max(states.indexOf(state), states.indexOf(worst))] ?? worst
  }
}

/** Returns whether the outage could be written. */
async function writeOutage(state: State, startedAt: number): Promise<boolean> {
  const agoMs = Math.round(performance.now() - startedAt)
  const observed: Observation[] = [
    { state, agoMs },
    { state: 'ok', agoMs: 0 },
  ]
  return write('store', observed).then(
    () => true,
    () => false,
  )
}

/** Returns the current state of the service and its last changes, at most a second old. Never rejects. */
export const readServiceStatus: () => Promise<ServiceStatus> = atMostEvery('service status', probeAgeMs, read)

async function read(): Promise<ServiceStatus> {
  const state = stateOfStore(await probeStore())
  try {
    const { redis } = await store()
    const [latest, changes] = await Promise.all([
      redis.hgetall<Record<string, StateChange>>(keys.latest),
      redis.lrange<StateChange>(keys.changes, 0, -1),
    ])
    const { store: ofStore, ...upstreams } = latest ?? {}
    const timeMs = ofStore?.state === state ? ofStore.timeMs : null
    return { parts: [{ part: 'store', state, timeMs }, ...Object.values(upstreams)], changes }
  } catch {
    // On a partly lost cluster, the changes may be on a lost node.
    return { parts: [{ part: 'store', state: state === 'ok' ? 'unavailable' : state, timeMs: null }], changes: null }
  }
}
