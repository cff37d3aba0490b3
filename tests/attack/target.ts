import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll } from 'vitest'
import type { PlanId } from '@/server/metering/access/limits'
import { type Caller, newAccount } from '../faults/callers'
import { samplePeaks } from '../load/sample'
import { type Stage, type StageOptions, setStage } from '../load/stage'
import type { App } from '../support/start-app'
import { type ProbedWork, probeDuring } from './probe'

/** The resident memory of all the server's processes, around some work. */
interface WatchedWork<Result> {
  beforeMb: number
  peakMb: number
  afterMb: number
  result: Result
}

/** The production build with its own Redis. This process is connected to the same store. */
export interface Target {
  readonly stage: Stage
  /** The running server and its address. */
  readonly app: App
  readonly url: string
  /** Makes an account with two keys. */
  account(name: string, plan: PlanId): Promise<Caller>
  /** Runs an attack while an account that has no part in it makes calls. */
  probe<Result>(attack: () => Promise<Result>): Promise<ProbedWork<Result>>
  /** Measures the server's memory before, during, and after some work. */
  watch<Result>(work: () => Promise<Result>): Promise<WatchedWork<Result>>
  /** Does both, and prints the figures. */
  attack<Result>(attack: () => Promise<Result>): Promise<ProbedWork<Result> & WatchedWork<Result>>
  /**
   * Opens 300 connections a few times, because a new server needs more memory for its first connections, no matter who
   * makes them.
   */
  warmUp(): Promise<void>
  /** Stops the server and starts it again on the same store, at another address. */
  restart(): Promise<void>
}

/** How long memory may take to be released after an attack. */
const settleMs = 2_000

/**
 * Starts the production build (run it from the project's folder) for a test file, and stops it after the file's tests.
 * It trusts one proxy, so `X-Forwarded-For` is the caller's network.
 */
export function targetForTests({ settings, ...options }: StageOptions = {}): Target {
  let stage: Stage
  let app: App
  let key = ''
  beforeAll(async () => {
    const own = { TRUSTED_PROXIES: '1', LOG_LEVEL: 'fatal' }
    stage = await setStage({ ...options, settings: { ...own, ...settings } })
    app = await stage.start()
    key = (await target.account('probe', 'unlimited')).keys[0]?.key ?? ''
  })
  afterAll(() => stage.end())

  const target: Target = {
    get stage() {
      return stage
    },
    get app() {
      return app
    },
    get url() {
      return app.url
    },
    account: (name, plan) => newAccount({ name, plan, processes: [0] }),
    probe: (attack) => probeDuring(app.url, key, attack),
    async attack(attack) {
      const { result: probed, ...memory } = await target.watch(() => target.probe(attack))
      const figures = { ...memory, ...probed }
      console.log(JSON.stringify(figures))
      return figures
    },
    async watch(work) {
      const beforeMb = app.residentMb()
      const { peaks, stop } = samplePeaks(() => ({ mb: app.residentMb() }), 250)
      const result = await work()
      stop()
      await sleep(settleMs)
      return { beforeMb, peakMb: peaks.mb, afterMb: app.residentMb(), result }
    },
    async warmUp() {
      const call = () =>
        fetch(`${app.url}/api/convert`, { method: 'POST', body: '{"cid":"1"}' }).then((answer) => answer.text())
      for (let turn = 0; turn < 10; turn++) await Promise.all(Array.from({ length: 300 }, call))
    },
    async restart() {
      await app.stop()
      app = await stage.start()
    },
  }
  return target
}
