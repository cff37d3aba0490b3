import { setTimeout as sleep } from 'node:timers/promises'
import { type Store, store } from '../../platform/store/store'
import {
  lastingFault,
  probeAgeMs,
  probeStore,
  type StoreFault,
  type StoreProbe,
} from '../../platform/store/store-state'
import { prepareStore } from '../http/start'

/** How long a connection may take to open. This is the same limit as at startup. */
const patienceMs = 5_000

/** Opens the store for a command that needs it. @throws Error with advice, if the store can't be used. */
export async function openStore(): Promise<Store> {
  const opened = await store()
  // Otherwise, the test would write to a store that servers reject.
  opened.guard.observe()
  const fault = faultText(await probeUntilReached())
  if (fault) throw new Error(fault)
  await prepareStore()
  return opened
}

/** Tests whether the store accepts writes, until it has been reached or a few seconds have passed. Never rejects. */
export async function probeUntilReached(): Promise<StoreProbe> {
  for (const giveUpAt = Date.now() + patienceMs; ; await sleep(probeAgeMs)) {
    const probe = await probeStore()
    const canRecover = probe.fault === 'unreachable' && lastingFault(probe.reason ?? '') === null
    if (!canRecover || Date.now() >= giveUpAt) return probe
  }
}

/** Returns why the store can't be used and what to do about it; null if it can be used. */
export function faultText({ fault, reason }: StoreProbe): string | null {
  if (fault === null) return null
  const cause = reason ?? fault
  if (fault === 'replaced') return `Servers reject this store: ${cause}.`
  return lastingFault(cause) ?? `${faultTexts[fault]} (${cause}).`
}

const faultTexts: Readonly<Record<Exclude<StoreFault, 'replaced'>, string>> = {
  read_only: 'The store rejects writes. If it is a replica, set REDIS_URL to its primary; otherwise check its log',
  full: 'The store is out of memory. Raise its maxmemory or upgrade its plan',
  unreachable: "The store can't be reached. Check the store's address, the network, and whether the store is running",
  unauthorized: 'The store rejects the password or token in the settings, or the user lacks permissions',
  preparing: 'The store is being prepared. Run the command again',
}
