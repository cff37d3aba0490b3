import { onTestFinished } from 'vitest'
import {
  holdPasswordTurn,
  passwordQueueLimits,
  trustOwner,
  withPasswordTurns,
} from '@/server/features/sign-in/passwords'

/**
 * Takes places in one of this process's queues, including the only turn, each for another network.
 * @param isOwners whether to use the owners' queue instead of the strangers'.
 * @param count the number of places; by default, all.
 * @returns a function that frees the places. Otherwise, they are freed after the test.
 */
export function fillQueue(isOwners = false, count = passwordQueueLimits.all): () => Promise<void> {
  const over = new AbortController()
  const isOver = new Promise((resolve) => over.signal.addEventListener('abort', resolve))
  const places = Array.from({ length: count }, (_, index) =>
    withPasswordTurns(`full queue ${index}`, over.signal, async () => {
      if (isOwners) trustOwner()
      await holdPasswordTurn()
      await isOver
    }),
  )
  const ended = Promise.allSettled(places)
  const free = async () => {
    over.abort()
    await ended
  }
  onTestFinished(free)
  return free
}
