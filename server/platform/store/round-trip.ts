import { store } from './store'

/** A round trip to a store in the same region takes less than this, in milliseconds. */
export const nearMs = 20

/** How many round trips are measured before a store counts as far away. The first may include opening a connection. */
const maxMeasured = 5

/**
 * Returns the shortest of a few round trips to the store, in milliseconds, or the first that is short enough. Only
 * distance, or a store that is always slow, makes all of them long.
 * @throws PinrefError `store_unavailable`.
 */
export async function roundTripMs(measure: () => Promise<number> = ping): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  for (let count = 0; count < maxMeasured && shortest >= nearMs; count++) {
    shortest = Math.min(shortest, await measure())
  }
  return shortest
}

async function ping(): Promise<number> {
  const { redis } = await store()
  const before = performance.now()
  await redis.ping()
  return performance.now() - before
}
