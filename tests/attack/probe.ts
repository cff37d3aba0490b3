import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { median } from '../load/statistics'

/** Calls to `convert` by a caller who is not part of the attack. Times are in milliseconds. */
export interface ProbeFigures {
  calls: number
  p50Ms: number
  longestMs: number
  /** The count of each status; 0 means no response. */
  statuses: Record<number, number>
}

/** The probe's figures before and during an attack. */
export interface ProbedWork<Result> {
  idle: ProbeFigures
  attacked: ProbeFigures
  /** The median call time during the attack, as a multiple of the median before it. */
  ratio: number
  result: Result
}

/** The pause between two calls of the probe. This makes at most 25 calls a second, below the default burst limit. */
const pauseMs = 40
const warmUpMs = 1_000

/** Starts making calls with a key, one at a time, in a separate thread (`probe-worker.mjs`). */
function startProbe(url: string, key: string) {
  const worker = new Worker('./tests/attack/probe-worker.mjs', { workerData: { url, key, pauseMs } })
  return {
    /** Returns the figures for the calls since this function was last called. */
    async figures(): Promise<ProbeFigures> {
      worker.postMessage('figures')
      const [{ took, statuses }] = (await once(worker, 'message')) as [Series]
      return { calls: took.length, p50Ms: median(took), longestMs: Math.max(...took), statuses }
    },
    stop: () => worker.terminate(),
  }
}

/** Calls in order: each call's duration in milliseconds, and the count of each status. */
interface Series {
  took: number[]
  statuses: Record<number, number>
}

/**
 * Makes calls with a key, one at a time, first without the attack and then during it.
 * @param url the server's URL.
 * @param key a key for an account that the attack does not use. The key's quota must allow 25 calls a second.
 * @param attack starts after the server has been measured without it.
 * @param idleMs how long to measure the server without the attack.
 */
export async function probeDuring<Result>(
  url: string,
  key: string,
  attack: () => Promise<Result>,
  idleMs = 5_000,
): Promise<ProbedWork<Result>> {
  const probe = startProbe(url, key)
  try {
    await sleep(warmUpMs)
    await probe.figures()
    await sleep(idleMs)
    const idle = await probe.figures()
    const result = await attack()
    // Leaves time for at least one call to finish.
    await sleep(2 * pauseMs)
    const attacked = await probe.figures()
    return { idle, attacked, ratio: attacked.p50Ms / idle.p50Ms, result }
  } finally {
    await probe.stop()
  }
}

/** Makes calls with a key, one at a time, until some work has ended. */
export async function probe(url: string, key: string, until: Promise<unknown>): Promise<ProbeFigures> {
  const probe = startProbe(url, key)
  try {
    await until
    return await probe.figures()
  } finally {
    await probe.stop()
  }
}
