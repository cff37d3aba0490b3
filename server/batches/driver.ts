import { env } from '@/server/env'
import { PinrefError } from '@/server/errors'
import { perProcess } from '@/server/runtime/per-process'
import { store } from '@/server/store/store'

/** A piece of work on a batch. It may come twice, late, or for nothing: whatever it does is a script that knows. */
export interface Step {
  /** `begin`: prepares a batch and has its lanes run. `lane`: works on lines. `wake`: looks whether a batch that waits may go on. */
  kind: 'begin' | 'lane' | 'wake'
  accountId: string
  /** The id of the batch. */
  batch: string
  /** The run of the batch that it belongs to; in any other it does nothing. */
  run: number
  /** Which lane, from 0; 0 for what is not a lane. */
  lane: number
  /** When it was queued first, epoch milliseconds. */
  madeMs: number
}

/** When the same step is to come again, in seconds; null: it is done. */
export type Again = number | null

/**
 * Does a step.
 * @param stopping aborts when the process is to end: the step is broken off soon, and comes again.
 * @param failures how often it has failed in a row.
 * @throws whatever it fails with: it is to come again.
 */
export type RunStep = (step: Step, stopping: AbortSignal, failures: number) => Promise<Again>

/** An existing queue, which keeps steps and has some process do each. */
export interface Driver {
  /** Puts steps into the queue; one that is in it already stays as it is. @throws PinrefError `store_unavailable`. */
  enqueue(steps: readonly Step[], delaySeconds?: number): Promise<void>
  /** How often a batch that waits looks whether it may go on. */
  wakeSeconds: number
  /** How long a lane is worked on before others get their turn. */
  turnMs: number
  /** Does steps in this process from now on; left out where they come as requests. */
  start?(run: RunStep): Promise<void>
  /** Lets go of what is under way, and closes what it has opened. */
  stop(): Promise<void>
}

const chosen = perProcess<Promise<Driver>>('batches driver')

/** Which queue there is, by the store; null where nothing could do the work. */
export function driverKind(): 'bullmq' | 'qstash' | null {
  const { UPSTASH_REDIS_REST_URL, VERCEL, QSTASH_TOKEN } = env()
  if (!UPSTASH_REDIS_REST_URL && !VERCEL) return 'bullmq'
  return QSTASH_TOKEN ? 'qstash' : null
}

/**
 * The queue of this process, opened at the first call.
 * @throws PinrefError `route_not_found` where this server has none.
 */
export function driver(): Promise<Driver> {
  chosen.value ??= open().catch((error: unknown) => {
    chosen.value = undefined
    throw error
  })
  return chosen.value
}

/** Closes the queue, if it was opened. */
export async function stopDriver(): Promise<void> {
  const opened = await chosen.value?.catch(() => undefined)
  await opened?.stop()
  chosen.value = undefined
}

// The library takes long to load, so it is loaded at the first batch.
async function open(): Promise<Driver> {
  // An embedded Redis is started with it.
  await store()
  switch (driverKind()) {
    case 'bullmq':
      return (await import('./bullmq-driver')).createBullmqDriver()
    case 'qstash':
      return (await import('./qstash-driver')).createQstashDriver()
    case null:
      throw new PinrefError('route_not_found', 'This server runs no batches: QSTASH_TOKEN is not set.')
  }
}
