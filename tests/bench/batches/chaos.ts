import { setTimeout as sleep } from 'node:timers/promises'
import { redisPid } from '../../load/embedded'
import type { Processes } from './processes'

/** The number of times that processes and stores were killed, and that a store hung. */
export interface ChaosCounts {
  processes: number
  stores: number
  pauses: number
}

/** The time until the next process is killed, and Redis's lifetime: between 0.5 and 1.5 seconds. */
const leastMs = 500
const spreadMs = 1_000
const lookMs = 20

/** One fault in this many hangs the store for longer than any caller waits, instead of killing it. */
const pauseEvery = 15
const firstPause = 2
const pauseMs = 3_000

/** Returns a source of numbers from 0 to 1 that depend only on the seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One kill in this many kills two processes at once. */
const twoEvery = 4

/**
 * Kills one or two of the processes about once a second, if all are running. Independently, kills their shared
 * embedded Redis about a second after each start, or sometimes makes it hang for a while instead.
 */
export function startChaos(processes: Processes, dataDir: string, random: () => number) {
  const toll: ChaosCounts = { processes: 0, stores: 0, pauses: 0 }
  let isOver = false

  async function again(work: () => unknown): Promise<void> {
    while (!isOver) {
      await sleep(leastMs + random() * spreadMs)
      if (!isOver) await work()
    }
  }

  function killProcess(): void {
    toll.processes += processes.kill(random(), random() < 1 / twoEvery ? 2 : 1)
  }

  async function killStore(): Promise<void> {
    const pid = redisPid(dataDir)
    if (pid === null) return
    const turn = toll.stores + toll.pauses
    if (turn % pauseEvery === firstPause) {
      toll.pauses += 1
      process.kill(pid, 'SIGSTOP')
      await sleep(pauseMs)
      process.kill(pid, 'SIGCONT')
    } else {
      toll.stores += 1
      process.kill(pid, 'SIGKILL')
      while (!isOver && [null, pid].includes(redisPid(dataDir))) await sleep(lookMs)
    }
  }

  const working = Promise.all([again(killProcess), again(killStore)])
  return {
    toll,
    /** Stops killing. */
    async stop(): Promise<void> {
      isOver = true
      await working
    },
  }
}
