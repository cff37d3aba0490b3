import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../simulator/answer'
import { madeUpIds } from '../simulator/listings'
import type { Ledger } from './ledger'
import type { Stage } from './stage'

/** The faults and their times, in milliseconds since the load began. */
export interface FaultWindow {
  name: string
  from: number
  to: number
}

/** The events that the verdict needs. */
export interface Happened {
  windows: FaultWindow[]
  /** The times at which processes were stopped, and their exit codes. */
  drains: Array<{ process: number; at: number; exitCode: number | null }>
}

/** The processes: undisturbed, killed, and drained. */
export const places = { untouched: 0, killed: 1, drained: 2 } as const

/** The length of a round. A run consists of as many rounds as fit. */
export const roundSeconds = 15

/** Injects one fault after another, in the same order in each round. */
export async function runSchedule(stage: Stage, ledger: Ledger, rounds: number): Promise<Happened> {
  const happened: Happened = { windows: [], drains: [] }
  for (let round = 0; round < rounds; round++) {
    const startMs = ledger.now()
    for (const [atSeconds, name, fault] of faults) {
      await sleep(Math.max(0, startMs + atSeconds * 1_000 - ledger.now()))
      const from = ledger.now()
      await fault(stage, ledger, happened)
      happened.windows.push({ name, from, to: ledger.now() })
    }
    await sleep(Math.max(0, startMs + roundSeconds * 1_000 - ledger.now()))
  }
  return happened
}

type Fault = (stage: Stage, ledger: Ledger, happened: Happened) => Promise<void>

/** In order; seconds since the round began. */
const faults: ReadonlyArray<readonly [atSeconds: number, name: string, fault: Fault]> = [
  [1, 'store paused', pauseStore],
  [3.5, 'store killed', killStore],
  [5.5, 'process killed', killProcess],
  [7.5, 'process drained', drainProcess],
  [10, 'upstream slow', slowUpstream],
  [12, 'upstream garbage', garbageUpstream],
  [13, 'upstream down', upstreamDown],
]

/** Pauses the store for longer than a call would wait. */
async function pauseStore({ redis }: Stage) {
  redis.process.kill('SIGSTOP')
  await sleep(1_500)
  redis.process.kill('SIGCONT')
}

async function killStore({ redis }: Stage) {
  const ended = once(redis.process, 'exit')
  redis.process.kill('SIGKILL')
  await ended
  await sleep(400)
  await redis.restart()
}

async function killProcess(stage: Stage) {
  await stage.processes[places.killed]?.kill()
  await stage.replace(places.killed)
}

/** Drains a process while calls are slow so that some calls are in flight. */
async function drainProcess(stage: Stage, ledger: Ledger, happened: Happened) {
  stage.google.latencyMs = 300
  await sleep(400)
  const at = ledger.now()
  const exitCode = (await stage.processes[places.drained]?.stop()) ?? null
  happened.drains.push({ process: places.drained, at, exitCode })
  stage.google.latencyMs = 5
  await stage.replace(places.drained)
}

/** Makes the upstream slower than callers would wait. */
async function slowUpstream({ google }: Stage) {
  google.script({ delayMs: 10_000 })
  await sleep(1_500)
  google.reset()
}

/** Makes the upstream return malformed responses and, even worse, valid responses for the wrong listing. */
async function garbageUpstream({ google }: Stage) {
  const anotherListing = (natural: Answer): Answer => ({
    ...natural,
    body: natural.body.replace(/ChIJ[\w-]{23}/g, madeUpIds(7n).placeId),
  })
  const anotherType = (natural: Answer): Answer => ({
    ...natural,
    body: natural.body.replace(/"rating":[\d.]+/g, '"rating":"NaN"'),
  })
  google.script({ upstream: 'details', answer: anotherListing, times: 12 })
  google.script({ answer: anotherType, times: 12 })
  for (const transport of ['truncate', 'not_http', 'cut_short', 'gzip_bomb'] as const)
    google.script({ transport, times: 4 })
  google.script({ transport: 'truncate' })
  await sleep(900)
  google.reset()
}

async function upstreamDown({ google }: Stage) {
  google.script({ transport: 'reset' })
  await sleep(900)
  google.reset()
}
