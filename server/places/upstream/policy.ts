import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  CircuitState,
  CountBreaker,
  circuitBreaker,
  DelegateBackoff,
  handleWhen,
  retry,
} from 'cockatiel'
import { createThrottledLog, createThrottledWarning } from '@/server/platform/observability/logger'
import { healthAfter, isForOperator, mayRetry, UpstreamFailure } from './failure'
import { type Lookup, withinDeadline } from './lookup'
import { createSlots, type SlotsOptions } from './slots'

/** Runs one step of the work when it is the caller's turn. The turn lasts until the step ends. */
export type InTurn = <T>(step: () => Promise<T>) => Promise<T>

/**
 * Runs work on an upstream under its policy. The work gets the lookup, whose signal aborts when the result is no longer
 * needed, and waits for a turn for each connection that it makes.
 */
export type RunUpstream = <T>(work: (lookup: Lookup, inTurn: InTurn) => Promise<T>, lookup: Lookup) => Promise<T>

export interface UpstreamOptions {
  /** The name of the upstream in the log. */
  name: string
  /** How many turns there are, and how many callers may wait for a turn. */
  slots: SlotsOptions
  /** How long one call may take, including waiting and the retry. */
  timeoutMs: number
  /** Which errors are retried once; defaults to `mayRetry`. */
  retryAfter?: (error: unknown) => boolean
  /** Receives `unavailable` each time the circuit opens, and `ok` when it closes and after each call that succeeds. */
  onState?: (state: 'ok' | 'unavailable') => void
  /** How long the circuit remains open before one call may probe; defaults to 2 s. */
  probeAfterMs?: number
}

/** The circuit opens when more than half of the last 20 calls failed, after at least 6 calls. */
const circuit = { threshold: 0.5, size: 20, minimumNumberOfCalls: 6 }
const defaultProbeAfterMs = 2_000

/** A random delay before a retry, so calls that failed together are not retried at the same time. */
const retryDelay = () => 100 + Math.random() * 400

/**
 * Creates the policy for one upstream: a deadline for each call, a circuit breaker, a bounded and fair queue for turns,
 * and one retry.
 *
 * The breaker counts whole calls, based on what each outcome shows about the upstream (`healthAfter`). While the
 * circuit is open, every call is rejected immediately, except for one call at a time that probes whether the upstream
 * is back. A probe is inconclusive if its caller disconnected or if Pinref itself rejected the probe. In that case, the
 * circuit remains open. A deadline that passes after the call had to wait for a turn is also inconclusive: the failure
 * is `busy`, not `timeout`.
 * @throws UpstreamFailure `circuit_open`, `busy`, `timeout`; the signal's reason if it aborts; otherwise, any error
 *   from the work.
 */
export function createUpstream(options: UpstreamOptions): RunUpstream {
  const { name, slots, timeoutMs, retryAfter = mayRetry, probeAfterMs = defaultProbeAfterMs } = options
  const { onState = () => {} } = options
  const logProblem = createThrottledLog()
  const logWarning = createThrottledWarning()
  const inSlot = createSlots(slots)
  const retrying = retry(handleWhen(retryAfter), { maxAttempts: 1, backoff: new DelegateBackoff(retryDelay) })
  const breaker: CircuitBreakerPolicy = circuitBreaker(
    handleWhen((error) => {
      const health = healthAfter(error)
      return health === 'bad' || (health === 'unknown' && breaker.state === CircuitState.HalfOpen)
    }),
    { breaker: new CountBreaker(circuit), halfOpenAfter: probeAfterMs },
  )
  breaker.onBreak((reason) => {
    logProblem(`${name}: most calls fail; next attempt in ${probeAfterMs} ms`, causeOf(reason))
    onState('unavailable')
  })
  breaker.onReset(() => onState('ok'))
  breaker.onSuccess(() => {
    // A call from before the circuit opened may succeed late.
    if (breaker.state === CircuitState.Closed) onState('ok')
  })

  /** Rejects calls that were queued or waiting for a retry when the circuit opened. */
  function refuseIfOpen(signal: AbortSignal): void {
    signal.throwIfAborted()
    if (breaker.state === CircuitState.Open) throw new UpstreamFailure('circuit_open')
  }

  return async (work, lookup) => {
    // Otherwise, the library would make every other call wait for the probe.
    if (breaker.state === CircuitState.HalfOpen) throw new UpstreamFailure('circuit_open')
    try {
      return await breaker.execute(() =>
        withinDeadline(timeoutMs, lookup, (timed) => {
          // Whether the call is waiting for a turn or has had to wait for one.
          let waits = false
          const inTurn: InTurn = (step) => {
            const before = waits
            waits = true
            return inSlot((waited) => {
              waits = before || waited
              refuseIfOpen(timed.signal)
              return step()
            }, timed)
          }
          return retrying
            .execute(() => work(timed, inTurn))
            .catch((error: unknown) => {
              throw waits && isTimeout(error) ? new UpstreamFailure('busy', error) : error
            })
        }),
      )
    } catch (error) {
      if (error instanceof BrokenCircuitError) throw new UpstreamFailure('circuit_open')
      if (isForOperator(error)) {
        // The cap is the operator's own.
        if (error.kind === 'spent') logWarning(`${name}: the cap on calls to Google is reached`)
        else logProblem(`${name}: ${error.kind}`, error)
      }
      throw error
    }
  }
}

const isTimeout = (error: unknown) => error instanceof UpstreamFailure && error.kind === 'timeout'

const causeOf = (reason: object): unknown => ('error' in reason ? reason.error : reason)
