import { setTimeout as sleep } from 'node:timers/promises'
import type { StoreProbe } from '../../platform/store/state-names'
import { type Store, store } from '../../platform/store/store'
import { faultText, lastingFault } from '../../platform/store/store-advice'
import { probeAgeMs, probeStore } from '../../platform/store/store-state'
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
