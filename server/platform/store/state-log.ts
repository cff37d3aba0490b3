import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '@/server/platform/observability/logger'
import { announceFault } from '@/server/platform/observability/standard-error'
import { checkElsewhere } from '@/server/platform/runtime/accepted-markers'
import { env } from '@/server/platform/settings/env'
import { type StoreProbe, stateOf } from './state-names'
import { store } from './store'
import { faultText, recoveredText } from './store-advice'
import { checkEveryMs } from './store-marker'
import { observeProbes, probeAgeMs, probeStore, replacedProbe } from './store-state'

/** How often a store is probed while it works, and once it is known not to. A probe is two commands for each node. */
const intervals = { workingMs: checkEveryMs, faultMs: probeAgeMs }

/** The same for Upstash, which charges for each command. */
const upstashIntervals = { workingMs: 2 * checkEveryMs, faultMs: 5_000 }

/**
 * Takes the result of a probe. `addition`: a sentence for the line of a server that starts; the state is then logged at
 * once, with every LOG_LEVEL.
 */
type StateLog = (probe: StoreProbe, addition?: string) => void

/**
 * Returns a function that logs each change of the store's state, in one line with the cause and what to do. A fault is
 * logged once two probes in a row have found it, because a single lost connection is none; a rejected store and a
 * recovery are logged at once. The state is `ok` at first.
 */
export function createStateLog(): StateLog {
  const keyOf = (probe: StoreProbe) => [stateOf(probe), ...probe.failedNodes.map(({ node }) => node).sort()].join(' ')
  let logged = 'ok'
  /** What the last probe found, if that is not logged. */
  let unconfirmed: string | null = null
  return (probe, addition) => {
    const [state, key] = [stateOf(probe), keyOf(probe)]
    const isConfirmed = unconfirmed !== null && (unconfirmed === key || logged === 'ok')
    unconfirmed = key === logged ? null : key
    if (unconfirmed === null || !(isConfirmed || state === 'ok' || state === 'replaced' || addition !== undefined))
      return
    logged = key
    unconfirmed = null
    const message = faultText(probe) ?? recoveredText
    if (addition !== undefined) announceFault(`${message} ${addition}`, 'error', { store: state })
    else if (state === 'ok' || state === 'preparing') log().faults.info({ message, store: state })
    else log().faults.error({ message, store: state })
  }
}

/**
 * Logs each change of the store's state from now on, for all of this server's processes. Even without calls, the store is
 * probed every few seconds, and soon after a command fails or a connection is lost. On Vercel, a function is frozen
 * between calls, so only the probes that follow a failed command are logged.
 * @param writeState logs a probe's result.
 */
export async function watchStore(writeState: StateLog): Promise<void> {
  const { guard, onUnavailable, onLoss, locksKeys } = await store()
  observeProbes((probe) => writeState(probe))
  guard.onChange((isRefused) => {
    if (isRefused) writeState(replacedProbe(guard.reason))
    checkElsewhere()
  })
  if (env().VERCEL) return
  const { workingMs, faultMs } = locksKeys ? upstashIntervals : intervals
  let calm = new AbortController()
  for (const listen of [onUnavailable, onLoss]) listen(() => calm.abort())
  for (let failures = 0; ; ) {
    failures = stateOf(await probeStore()) === 'ok' ? 0 : failures + 1
    if (failures === 0) {
      calm = new AbortController()
      await sleep(workingMs, undefined, { ref: false, signal: calm.signal }).catch(() => {})
    }
    await sleep(failures > 1 ? faultMs : probeAgeMs, undefined, { ref: false })
  }
}
