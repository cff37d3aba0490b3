import { tooManyAtOnce } from './turns'

/** The places taken in this process, by holder, each with the function that ends its work. The oldest come first. */
export type Places = Map<string, Set<() => void>>

/** How many places there are for one kind of long work. */
export interface PlaceLimits {
  /** In this process. */
  all: number
  /** For each holder. */
  each: number
  /**
   * If all places are taken, a holder with at least this many more places than the caller loses its oldest one to the
   * caller.
   */
  margin: number
}

/**
 * Takes one of a fixed number of places for long work, per process and per holder. Never waits for a place.
 * @param drop ends the work early, because another holder gets its place.
 * @param what the purpose of the places, for the error message.
 * @returns a function that releases the place. Calling the function again does nothing.
 * @throws PinrefError `too_many_requests`.
 */
export function takePlace(
  places: { value: Places | undefined },
  holder: string,
  { all, each, margin }: PlaceLimits,
  drop: () => void,
  what?: string,
): () => void {
  places.value ??= new Map()
  const taken = places.value
  const own = taken.get(holder)?.size ?? 0
  if (own >= each) throw tooManyAtOnce(what)
  if (sum(taken) >= all) {
    const [largest, [oldest]] = [...taken].reduce((most, one) => (one[1].size > most[1].size ? one : most))
    if (oldest === undefined || (taken.get(largest)?.size ?? 0) < own + margin) throw tooManyAtOnce(what)
    release(taken, largest, oldest)
    oldest()
  }
  // A holder may pass the same function for several places.
  const place = () => drop()
  taken.set(holder, (taken.get(holder) ?? new Set()).add(place))
  return () => release(taken, holder, place)
}

const sum = (taken: Places): number => [...taken.values()].reduce((count, { size }) => count + size, 0)

function release(taken: Places, holder: string, place: () => void): void {
  const own = taken.get(holder)
  if (own?.delete(place) && own.size === 0) taken.delete(holder)
}
