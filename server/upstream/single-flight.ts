/**
 * Lets callers who ask for the same key at once share one run of the work.
 * @param signal the caller's own: when it aborts, this caller is rejected with its reason; when the last caller's aborts,
 *   so does the work, with the same reason.
 */
export type ShareFlight = <T>(key: string, work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => Promise<T>

interface Flight {
  answer: Promise<unknown>
  callers: number
  controller: AbortController
}

/** A `ShareFlight` with flights of its own. All answers under one key have the same type. */
export function createSingleFlight(): ShareFlight {
  const flights = new Map<string, Flight>()

  function start(key: string, work: (signal: AbortSignal) => Promise<unknown>): Flight {
    const controller = new AbortController()
    const flight: Flight = { answer: work(controller.signal), callers: 0, controller }
    flights.set(key, flight)
    const end = () => forget(key, flight)
    flight.answer.then(end, end)
    return flight
  }

  /** A flight that is over, or that nobody waits for, must not take on another caller. */
  function forget(key: string, flight: Flight): void {
    if (flights.get(key) === flight) flights.delete(key)
  }

  return async <T>(key: string, work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> => {
    signal.throwIfAborted()
    const flight = flights.get(key) ?? start(key, async (shared) => work(shared))
    flight.callers++
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        flight.callers--
        if (flight.callers === 0) {
          forget(key, flight)
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
          reject(error)
        },
      )
    })
  }
}
