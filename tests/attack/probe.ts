import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { median } from '../bench/statistics'

/** Calls to `convert` by a caller who is not part of the attack. Times are in milliseconds. */
export interface ProbeFigures {
  calls: number
  p50Ms: number
  longestMs: number
  /** The count of each status; 0: no response. */
  statuses: Record<number, number>
}

/** The probe's figures before and during an attack. */
export interface AttackFigures<Result> {
  idle: ProbeFigures
  attacked: ProbeFigures
  /** The median call time during the attack, as a multiple of the median before it. */
  ratio: number
  result: Result
}

/** The pause between two calls of the probe. At most 25 calls a second stay below the default burst limit. */
const pauseMs = 40
const warmUpMs = 1_000

/** Starts to make calls with a key, one after the other, in their own thread (`probe-worker.mjs`). */
function startProbe(url: string, key: string) {
  const worker = new Worker('./tests/attack/probe-worker.mjs', { workerData: { url, key, pauseMs } })
  return {
    /** Returns the figures of the calls since it was last called. */
    async figures(): Promise<ProbeFigures> {
      worker.postMessage('figures')
      const [{ took, statuses }] = (await once(worker, 'message')) as [Series]
      return { calls: took.length, p50Ms: median(took), longestMs: Math.max(...took), statuses }
    },
    stop: () => worker.terminate(),
  }
}

/** Calls in the order in which they were made: how long each took in milliseconds, and the count of each status. */
interface Series {
  took: number[]
  statuses: Record<number, number>
}

/**
 * Makes calls with a key, one after the other, alone and then for as long as an attack takes.
 * @param url of the server.
 * @param key of an account that the attack does not use. Its quota must allow 25 calls a second.
 * @param attack starts as soon as the server has been measured alone.
 * @param idleMs how long to measure the server alone.
 */
export async function probeDuring<Result>(
  url: string,
  key: string,
  attack: () => Promise<Result>,
  idleMs = 5_000,
): Promise<AttackFigures<Result>> {
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

/** Makes calls with a key until something has ended, one after the other. */
export async function probe(url: string, key: string, until: Promise<unknown>): Promise<ProbeFigures> {
  const probe = startProbe(url, key)
  try {
    await until
    return await probe.figures()
  } finally {
    await probe.stop()
  }
}
