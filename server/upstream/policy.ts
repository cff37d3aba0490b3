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
import { createThrottledLog } from '@/server/observability/throttled-log'
import { withinDeadline } from './deadline'
import { healthAfter, isForOperator, mayRetry, UpstreamFailure } from './failure'
import { createSlots } from './slots'

/** Runs work on an upstream under its policy. The work gets a signal that aborts when its result is no longer wanted. */
export type RunUpstream = <T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => Promise<T>

export interface UpstreamOptions {
  /** What the log calls it. */
  name: string
  /** How many calls may run at once. */
  concurrency: number
  /** How many may wait; the next is refused at once. */
  queue: number
  /** How long one call may take, waiting and retry included. */
  timeoutMs: number
  /** Which errors are retried once; default `mayRetry`. */
  retryAfter?: (error: unknown) => boolean
  /** How long the circuit stays open before one call may probe; default 2 s. */
  probeAfterMs?: number
}

/** The circuit opens when more than half of the last 20 calls have failed, once there were 6. */
const circuit = { threshold: 0.5, size: 20, minimumNumberOfCalls: 6 }
const defaultProbeAfterMs = 2_000

/** A random delay before a retry, so that calls that failed together do not come back together. */
const retryDelay = () => 100 + Math.random() * 400

/**
 * The policy of one upstream: a deadline for each call, a circuit breaker, a bounded queue, one retry.
 *
 * The breaker counts whole calls, by what their outcome says about the upstream (`healthAfter`). While it is open
 * everything is refused at once, except one call at a time that probes whether the upstream is back. A probe whose caller
 * disconnected, or that Pinref itself refused, proves nothing, and the circuit stays open.
 * @throws UpstreamFailure `circuit_open`, `busy`, `timeout`; the signal's reason where it aborts; else what the work
 *   throws.
 */
export function createUpstream(options: UpstreamOptions): RunUpstream {
  const { name, concurrency, queue, timeoutMs, retryAfter = mayRetry, probeAfterMs = defaultProbeAfterMs } = options
  const tell = createThrottledLog()
  const inSlot = createSlots(concurrency, queue)
  const retrying = retry(handleWhen(retryAfter), { maxAttempts: 1, backoff: new DelegateBackoff(retryDelay) })
  const breaker: CircuitBreakerPolicy = circuitBreaker(
    handleWhen((error) => {
      const health = healthAfter(error)
      return health === 'bad' || (health === 'unknown' && breaker.state === CircuitState.HalfOpen)
    }),
    { breaker: new CountBreaker(circuit), halfOpenAfter: probeAfterMs },
  )
  breaker.onBreak((reason) => tell(`${name}: most calls fail; the next try is in ${probeAfterMs} ms`, causeOf(reason)))

  /** Calls that were queued or waiting for a retry when the circuit opened are not sent. */
  function refuseIfOpen(signal: AbortSignal): void {
    signal.throwIfAborted()
    if (breaker.state === CircuitState.Open) throw new UpstreamFailure('circuit_open')
  }

  return async (work, signal) => {
    // The library would make everybody wait for the probe.
    if (breaker.state === CircuitState.HalfOpen) throw new UpstreamFailure('circuit_open')
    try {
      return await breaker.execute(() =>
        withinDeadline(timeoutMs, signal, (timed) =>
          inSlot(
            () =>
              retrying.execute(() => {
                refuseIfOpen(timed)
                return work(timed)
              }),
            timed,
          ),
        ),
      )
    } catch (error) {
      if (error instanceof BrokenCircuitError) throw new UpstreamFailure('circuit_open')
      if (isForOperator(error)) tell(`${name}: ${error.kind}`, error)
      throw error
    }
  }
}

const causeOf = (reason: object): unknown => ('error' in reason ? reason.error : reason)
