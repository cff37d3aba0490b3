import { isOwnLimit } from './failure'
import { type Lookup, sharerOf } from './lookup'
import { lookupOptionsKey } from './lookup-options'

/**
 * Lets callers who request the same key with the same options at the same time share one run of the work, which counts
 * against the first caller. If the run fails because of a limit that concerns only the first caller, the other callers
 * share a new run. (Libraries that share promises have no callers who leave.)
 * @param lookup the caller's own lookup. When this lookup's signal aborts, its caller is rejected with the reason; when
 *   the last caller's signal aborts, the work is aborted too, with the same reason.
 */
export type ShareFlight = <T>(key: string, work: (lookup: Lookup) => Promise<T>, lookup: Lookup) => Promise<T>

interface Flight {
  answer: Promise<unknown>
  /** The first caller; see `sharerOf`. */
  caller: string
  callers: number
  controller: AbortController
}

/** Creates a `ShareFlight` with its own set of flights. All results under one key must have the same type. */
export function createSingleFlight(): ShareFlight {
  const flights = new Map<string, Flight>()

  function start(key: string, work: (lookup: Lookup) => Promise<unknown>, first: Lookup): Flight {
    const controller = new AbortController()
    const answer = work({ ...first, signal: controller.signal })
    const flight: Flight = { answer, caller: sharerOf(first), callers: 0, controller }
    flights.set(key, flight)
    const end = () => forget(key, flight)
    flight.answer.then(end, end)
    return flight
  }

  /** A flight that has ended, or that has no callers left, must not accept another caller. */
  function forget(key: string, flight: Flight): void {
    if (flights.get(key) === flight) flights.delete(key)
  }

  async function share<T>(key: string, work: (lookup: Lookup) => Promise<T>, lookup: Lookup): Promise<T> {
    const { signal, options } = lookup
    signal.throwIfAborted()
    const fullKey = `${key}${lookupOptionsKey(options)}`
    const flight = flights.get(fullKey) ?? start(fullKey, async (shared) => work(shared), lookup)
    flight.callers++
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        flight.callers--
        if (flight.callers === 0) {
          forget(fullKey, flight)
          flight.controller.abort(signal.reason)
        }
        reject(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      const stay = () => signal.removeEventListener('abort', leave)
      flight.answer.then(
        (answer) => {
          stay()
          resolve(answer as T)
        },
        (error: unknown) => {
          stay()
          if (sharerOf(lookup) !== flight.caller && isOwnLimit(error)) resolve(share(key, work, lookup))
          else reject(error)
        },
      )
    })
  }

  return share
}
