/*
 * The states of the store: what probes return, and what readiness, metrics, and the log show.
 */

/**
 * Why the store cannot serve calls. `read_only`: the store is a replica, or rejects writes because it cannot save them.
 * `full`: the store's memory or its plan's limit is used up. `disk_full`: the store's disk is full. `unauthorized`: the
 * password, token, or permissions are wrong. `replaced`: the store was emptied, or is not the accepted one.
 * `preparing`: the store's layout and the secrets are being checked.
 */
export type StoreFault = 'replaced' | 'unauthorized' | 'unreachable' | 'disk_full' | 'read_only' | 'full' | 'preparing'

/** The store's state. `partial`: some nodes of a cluster can't serve calls, so calls from the accounts on them fail. */
export type StoreState = StoreFault | 'partial' | 'ok'

/** All states, the worst first. */
export const storeStates = [
  'replaced',
  'unauthorized',
  'unreachable',
  'disk_full',
  'read_only',
  'full',
  'partial',
  'preparing',
  'ok',
] as const satisfies readonly StoreState[]

/**
 * Problems with a store that can serve calls. `evicts_keys`: the store removes data at its memory limit.
 * `no_append_only_file`: the store loses the latest writes when it stops. `no_store_id`: after a restart, an emptied
 * store would be accepted.
 */
export type StoreWarning = 'evicts_keys' | 'no_append_only_file' | 'no_store_id'

/** A part of a cluster that doesn't accept a write. */
export interface NodeFault {
  /** The address of a node; or the hash slots that no node serves, as in `slots 0-5460`. */
  node: string
  fault: StoreFault
  /** As in `StoreProbe`. */
  reason: string
}

/** The result of a test write to the store. */
export interface StoreProbe {
  /** The reason why no node accepts a write; null if any node does. */
  fault: StoreFault | null
  /** The reply or error behind the fault, for the operator. Contains no credentials. */
  reason: string | null
  /** The parts of a cluster that don't accept a write while others do, the worst first. */
  failedNodes: readonly NodeFault[]
}

/** Returns the state that a probe shows. */
export const stateOf = ({ fault, failedNodes }: StoreProbe): StoreState =>
  fault ?? (failedNodes.length > 0 ? 'partial' : 'ok')

/** The settings that determine whether the store can lose data; null if unknown, or if the store is managed. */
export interface StorePolicy {
  /** Redis's `maxmemory-policy`; if the nodes differ, the most dangerous one. */
  eviction: string | null
  /** Whether every node has an append-only file. */
  appendOnly: boolean | null
  /** Whether a server that starts accepts only this store. */
  isAcceptanceLasting: boolean
}
