import type { Account } from './accounts'
import type { Counted } from './counted'
import { type Failover, maxRecoveryMs } from './failover'
import { type Call, isOk } from './load'

/** The simulation's results for the quotas. */
export interface Verdict {
  /** Accounts with no calls left at the end. */
  usedUp: number
  /** Calls answered with 200 whose count was lost with the master, because the replica had not received the count. */
  lost: number
  /** The time between the first such response and the master's death, in milliseconds. It is 0 if no count was lost. */
  lostWithinMs: number
  /** Calls over a quota that got 200: the total for all accounts, and the maximum for one account. */
  beyond: number
  maxBeyond: number
  /** The violations. */
  faults: string[]
}

/** The counts of calls that were answered at least this long before the master died have reached the replica. */
const maxLagMs = 1_000

/** The permitted call outcomes. While the failed node was down, its accounts may also get `store_unavailable`. */
const expected: ReadonlySet<string> = new Set(['200', 'monthly_quota_exhausted'])

/**
 * Compares the calls with the counts. An account's quota is exact if the counted calls are exactly the calls that
 * returned 200, and never exceed the remaining quota. Redis responds before it replicates, so one exception is allowed:
 * calls that the master counted just before it was killed, but whose counts did not reach the replica.
 */
export function verdictOn(
  accounts: ReadonlyArray<Pick<Account, 'left'>>,
  calls: readonly Call[],
  counted: readonly Counted[],
  { wasHeld, killedMs, tookOverMs }: Failover,
): Verdict {
  const faults: string[] = []
  let usedUp = 0
  let lost = 0
  let lostWithinMs = 0
  let beyond = 0
  let maxBeyond = 0
  const callsOf: Call[][] = accounts.map(() => [])
  for (const call of calls) {
    callsOf[call.account]?.push(call)
    const wasAway =
      wasHeld[call.account] && call.atMs + call.tookMs > killedMs && call.atMs < tookOverMs + maxRecoveryMs
    if (!expected.has(call.outcome) && !(wasAway && call.outcome === 'store_unavailable'))
      faults.push(`account ${call.account} was answered ${call.outcome} at ${call.atMs.toFixed(0)} ms`)
  }
  for (const [number, { left }] of accounts.entries()) {
    const own = callsOf[number] ?? []
    const { calls: count, ids } = counted[number] ?? { calls: Number.NaN, ids: new Set<string>() }
    const succeeded = own.filter(isOk)
    const fault = (what: string) => faults.push(`account ${number}: ${what}`)

    if (count !== ids.size) fault(`${count} calls are counted, and ${ids.size} are known by their ids`)
    if (count > left) fault(`${count} calls are counted of ${left} that were left`)
    const succeededIds = new Set(succeeded.map(({ id }) => id))
    for (const id of ids) if (!succeededIds.has(id)) fault(`the call ${id} is counted, but was not answered 200`)

    const missing = succeeded.filter(({ id }) => !ids.has(id))
    for (const { id, atMs, tookMs } of missing) {
      const beforeMs = killedMs - atMs - tookMs
      if (!wasHeld[number]) fault(`the call ${id} was answered 200 and is not counted, but its master did not fail`)
      else if (beforeMs > maxLagMs || atMs > killedMs) {
        fault(
          `the call ${id} was answered 200 and is not counted; its master was killed ${beforeMs.toFixed(0)} ms later`,
        )
      } else lostWithinMs = Math.max(lostWithinMs, beforeMs)
    }
    lost += missing.length
    const over = Math.max(0, succeeded.length - left)
    if (over > missing.length) fault(`${succeeded.length} calls were answered 200 of ${left} that were left`)
    beyond += over
    maxBeyond = Math.max(maxBeyond, over)

    const wasRefused = own.some(({ outcome }) => outcome === 'monthly_quota_exhausted')
    if (wasRefused && !wasHeld[number] && count < left) fault(`a call was refused with ${left - count} left`)
    if (count >= left) usedUp += 1
  }
  return { usedUp, lost, lostWithinMs, beyond, maxBeyond, faults }
}
