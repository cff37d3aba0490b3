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

/** Runs work on an upstream under its policy. The work gets a signal that ends when it is no longer wanted. */
export type RunUpstream = <T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => Promise<T>

export interface UpstreamOptions {
  /** What the log calls it. */
  name: string
  /** How many works may run at once. */
  concurrency: number
  /** How many may wait for that; one more is refused at once. */
  queue: number
  /** How long one work may take, waiting and retry included. */
  timeoutMs: number
  /** Which errors the work is run once more after; `mayRetry` where it is not given. */
  retryAfter?: (error: unknown) => boolean
  /** How long the circuit stays open before one work may try; 2 s where it is not given. */
  probeAfterMs?: number
}

/** The circuit opens when more than half of the last 20 works have failed, once there were 6. */
const circuit = { threshold: 0.5, size: 20, minimumNumberOfCalls: 6 }
const defaultProbeAfterMs = 2_000

/** A retry waits so long, at random, so that works that failed together do not come back together. */
const retryDelay = () => 100 + Math.random() * 400

/**
 * The policy of one upstream: a deadline for each work, a circuit breaker, a bounded queue, one retry.
 *
 * The breaker counts whole works, by what their outcome says of the upstream (`healthAfter`). Once it is open, everything
 * is refused at once, but for one work at a time that tries whether the upstream is back; a try that was left or refused by
 * ourselves proves nothing, and the circuit stays open.
 * @throws UpstreamFailure `circuit_open`, `busy`, `timeout`; the signal's reason where it aborts; else what the work throws.
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

  /** What waited in the queue or for its retry while the circuit opened does not try any more. */
  function refuseIfOpen(signal: AbortSignal): void {
    signal.throwIfAborted()
    if (breaker.state === CircuitState.Open) throw new UpstreamFailure('circuit_open')
  }

  return async (work, signal) => {
    // The library lets everybody wait for the one that tries.
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
