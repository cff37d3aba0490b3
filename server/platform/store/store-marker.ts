import { randomBytes } from 'node:crypto'
import {
  accept,
  acceptance,
  acceptCommand,
  type Markers,
  markersFile,
  onAcceptance,
  readMarkers,
  storeMarkers,
} from '@/server/platform/runtime/accepted-markers'
import { hasLocalSecrets } from '@/server/platform/runtime/local-secret'
import { env } from '@/server/platform/settings/env'
import type { Send } from './transport'
import { StoreUnavailable } from './unavailable'

/** How often a process checks that its store is still the same one. */
export const checkEveryMs = 10_000

/** The interval between these checks for Upstash, which charges for each command. */
const checkEveryAtUpstashMs = 60_000

/** How soon to repeat a check that failed or found another store. */
const checkAgainMs = 500

/** The Redis key for a store's marker: its id, or the time when the store, or a node of it, was first used. */
export const markerKey = (tag: string) => `pinref:{${tag}}:created`

/** The hash tag of the marker that every store has. */
export const firstTag = '0'

/** A node's marker, next to the one that the node must have. */
export interface MarkerFinding {
  key: string
  /** Null if the node has no marker. */
  marker: string | null
  /** Undefined if the node may have any marker, or none. */
  expected: string | undefined
}

/** Rejects a store that lost its data, or that is not the accepted one. */
export interface StoreGuard {
  /** Whether the store is rejected. */
  readonly isRefused: boolean
  /** Why the store is rejected, and what to do, for the operator. */
  readonly reason: string
  /**
   * Determines which store is accepted, for all of this server's processes. A new node, or a new store on a first start,
   * gets a marker. Nothing is written to any other store. @throws StoreUnavailable if the store is rejected.
   */
  begin(): Promise<void>
  /** After `begin`: stores the markers, and passes them to the other processes. */
  accept(): void
  /** Accepts the same store as the primary. @throws StoreUnavailable if the store is rejected. */
  follow(): Promise<void>
  /** Rejects the same stores as `begin`, but never writes to one. */
  observe(): void
  /** Checks the markers now, unless the guard is off. @throws StoreUnavailable if no node responds. */
  check(): Promise<void>
  /** Reads the marker of each node that responds. @throws StoreUnavailable if none does. */
  inspect(): Promise<MarkerFinding[]>
  /**
   * Accepts the store as it is. Nodes without a marker get one; with `STORE_ID`, all nodes get that one. Returns whether
   * the next start will accept only this store. @throws StoreUnavailable.
   */
  acceptAny(): Promise<boolean>
  /** Calls the listener when the store is rejected, and when it is accepted again. */
  onChange(listener: (isRefused: boolean) => void): void
  /**
   * Called before each command. Returns null if the command may be sent immediately, together with a check if one is
   * due. Otherwise, the command waits for the promise, because the store may be a different one: it was not checked
   * since the start or since a connection was lost.
   */
  verify(): Promise<void> | null
  /** Records that a connection was lost. */
  doubt(): void
}

interface GuardedStore {
  send: Send
  /** Returns a hash tag on each node of the store. */
  tags(): readonly string[]
  isCluster: boolean
  isUpstash: boolean
}

/**
 * Creates a store's guard, which is off until `begin`, `follow`, or `observe`. A store has a marker; each additional node
 * in a cluster has its own. A store without the accepted marker is rejected until the marker is back, or until the
 * operator accepts the store with a command. The accepted marker is `STORE_ID`, or else is stored in a file.
 */
export function createStoreGuard({ send, tags, isCluster, isUpstash }: GuardedStore): StoreGuard {
  const everyMs = isUpstash ? checkEveryAtUpstashMs : checkEveryMs
  const listeners = new Set<(isRefused: boolean) => void>()
  let role: 'off' | 'owner' | 'follower' | 'observer' = 'off'
  /** The owner's markers, before and after they are shared. */
  let own: Markers | null = null
  let isShared = false
  let reason = ''
  let isRefused = false
  let isChecked = false
  let dueAt = 0
  /** The number of lost connections, in total and before the last check. */
  let losses = 0
  let checkedLosses = 0
  let checking: Promise<void> | null = null
  onAcceptance(() => void check().catch(() => {}))

  async function ask(...command: string[]): Promise<string | null> {
    const reply = await send(command)
    if ('error' in reply) throw new StoreUnavailable(reply.error, false)
    return reply.result === null ? null : String(reply.result)
  }

  /** Returns the markers of the nodes that respond, and whether all nodes did. @throws StoreUnavailable if none does. */
  async function readAll(): Promise<{ found: Found; isComplete: boolean }> {
    // A cluster's nodes are known only after the first response, or, if this node is lost, after its failure.
    if (isCluster && !isChecked) {
      await ask('GET', markerKey(firstTag)).catch((error: unknown) => {
        if (tags().length === 1) throw error
      })
    }
    const keys = tags().map(markerKey)
    const results = await Promise.allSettled(keys.map((key) => ask('GET', key)))
    const found = new Map(
      keys.flatMap((key, at) => {
        const one = results[at]
        return one?.status === 'fulfilled' ? [[key, one.value] as const] : []
      }),
    )
    const failure = results.find((one) => one.status === 'rejected')
    if (failure && found.size === 0) throw failure.reason
    return { found, isComplete: failure === undefined }
  }

  async function compare(): Promise<void> {
    const lossesBefore = losses
    dueAt = performance.now() + checkAgainMs
    const { found, isComplete } = await readAll()
    const fault = await judge(found)
    // A node that doesn't respond may be the one with the other marker.
    const isNowRefused = fault !== null || (isRefused && !isComplete)
    if (fault !== null) reason = fault
    checkedLosses = Math.max(checkedLosses, lossesBefore)
    isChecked = true
    if (isComplete && !isNowRefused) dueAt = performance.now() + everyMs
    if (isNowRefused === isRefused) return
    isRefused = isNowRefused
    for (const listener of listeners) listener(isRefused)
  }

  /** Returns why the store is rejected; null if it is accepted. */
  async function judge(found: Found): Promise<string | null> {
    if (role === 'owner') return judgeAsOwner(found)
    const { markers } = role === 'follower' ? (acceptance() ?? {}) : {}
    const fault = faultOf(found, markers ?? markersInFile(null))
    if (fault === null && markers === undefined && role === 'follower') throw notAcceptedYet()
    return fault
  }

  /** Judges the store for all processes. Marks new nodes unless the store is rejected. */
  async function judgeAsOwner(found: Found): Promise<string | null> {
    // If this is not the store, the command may have accepted it in the meantime.
    const known = own && faultOf(found, own) === null ? own : (markersInFile(own) ?? own)
    const fault = faultOf(found, known)
    if (fault !== null) return fault
    const next = { ...known }
    if (!env().STORE_ID) for (const [key, marker] of found) next[key] ??= marker ?? (await mark(key))
    const isChanged = JSON.stringify(next) !== JSON.stringify(own)
    own = next
    if (isShared && isChanged) share()
    return null
  }

  /** Marks a node, unless another process has just done so. Returns the node's marker. */
  async function mark(key: string): Promise<string> {
    const marker = `${new Date().toISOString()} ${randomBytes(4).toString('hex')}`
    await ask('SET', key, marker, 'NX')
    return (await ask('GET', key)) ?? marker
  }

  function share(): void {
    isShared = true
    const markers = own ?? {}
    accept({ markers, isLasting: storeMarkers(markers) })
  }

  function check(): Promise<void> {
    if (role === 'off') return Promise.resolve()
    checking ??= compare().finally(() => {
      checking = null
    })
    return checking
  }

  async function begin(as: 'owner' | 'follower'): Promise<void> {
    role = as
    await check()
    if (isRefused) throw refusal()
  }

  const refusal = () => new StoreUnavailable(reason, false)

  return {
    get isRefused() {
      return isRefused
    },
    get reason() {
      return reason
    },
    begin: () => begin('owner'),
    accept: share,
    follow: () => begin('follower'),
    observe() {
      role = 'observer'
    },
    check,
    async inspect() {
      const { found } = await readAll()
      return findingsOf(found, markersInFile(null))
    },
    async acceptAny() {
      const { STORE_ID } = env()
      const { found } = await readAll()
      const markers: Record<string, string> = {}
      for (const [key, marker] of found) {
        if (STORE_ID) await ask('SET', key, STORE_ID)
        else markers[key] = marker ?? (await mark(key))
      }
      return storeMarkers(markers)
    },
    onChange(listener) {
      listeners.add(listener)
    },
    verify() {
      if (role === 'off') return null
      const isDue = performance.now() >= dueAt
      // On a cluster, commands for other nodes must not wait for the lost node.
      const isDoubtful = !isChecked || (losses > checkedLosses && !isCluster)
      if (isDoubtful) return check().then(refuseIfOther, notSent)
      if (isDue) check().catch(() => {})
      return isRefused ? Promise.reject(refusal()) : null
    },
    doubt() {
      losses += 1
      dueAt = 0
    },
  }

  function refuseIfOther() {
    if (isRefused) throw refusal()
  }
}

function notSent({ cause }: StoreUnavailable): never {
  throw new StoreUnavailable(cause, false)
}

/** The markers of nodes, by their Redis key; null for a node without one. */
type Found = ReadonlyMap<string, string | null>

const findingsOf = (found: Found, markers: Markers | null): MarkerFinding[] =>
  [...found].map(([key, marker]) => ({ key, marker, expected: env().STORE_ID ?? markers?.[key] }))

/**
 * Returns why a store can't be accepted; null if it can.
 * @param markers the accepted markers; null if there is no file with them yet.
 */
function faultOf(found: Found, markers: Markers | null): string | null {
  const findings = findingsOf(found, markers)
  const other = findings.find(({ marker, expected }) => expected !== undefined && marker !== expected)
  if (other) return otherMarker(other)
  // Without the file, this is a first start only if the secrets are new too.
  const isFirst = markers !== null || markersFile() === null || !hasLocalSecrets(env().DATA_DIR)
  return isFirst || findings.every(({ marker }) => marker !== null) ? null : newStore()
}

/** Like `readMarkers`, but returns other markers if the file is damaged. */
function markersInFile(ifDamaged: Markers | null): Markers | null {
  try {
    return readMarkers()
  } catch {
    return ifDamaged
  }
}

const notAcceptedYet = () => new StoreUnavailable('the primary process has not accepted the store yet', false)

const remedy = `Restore its data. To accept this store instead, run ${acceptCommand}`

const otherMarker = ({ key, marker, expected }: MarkerFinding) =>
  `the store was emptied or replaced: ${key} is ${marker === null ? 'missing' : `“${marker}”`}, but ` +
  `${markersFile() ?? 'STORE_ID'} requires “${expected}”. ${remedy}`

const newStore = () =>
  `the store was emptied or replaced: it is new, but the secrets in ${env().DATA_DIR} are not. ${remedy}`
