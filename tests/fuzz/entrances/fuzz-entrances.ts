import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createKeyText, randomBase62 } from '@/server/metering/access/api-key'
import { keyOperations } from '@/server/metering/access/key-limits'
import { changeKey, createKey } from '@/server/metering/access/key-store'
import { withTimeout } from '@/server/platform/runtime/with-timeout'
import { type ProbeFigures, probe } from '../../attack/probe'
import { newAccount } from '../../faults/callers'
import { samplePeaks } from '../../load/sample'
import { setStage } from '../../load/stage'
import { bundleProgram } from '../../support/bundle-program'
import { callWithKey } from '../../support/call-with-key'
import type { App } from '../../support/start-app'
import type { AttackReport, Orders } from './attacker'
import type { World } from './build-request'

export interface FuzzSettings {
  /** How long similar requests are sent before measuring so that V8 compiles the code they use most. */
  warmUpMs: number
  attackMs: number
  /** How many requests to send even if this takes longer; 0 if omitted. */
  leastRequests?: number
  /** How long memory may take to be released. */
  settleMs: number
  seed: number
}

/** The results. Memory is the total of all server processes, in megabytes. */
export interface FuzzFigures {
  seed: number
  /** Another caller's calls: alone, during the attack, and after a restart with the same store. */
  idle: ProbeFigures
  attacked: ProbeFigures
  restarted: ProbeFigures
  /** The ratio of the median call during the attack to the median call alone. */
  ratio: number
  memory: { before: number; peak: number; after: number }
  report: AttackReport
}

/** The number of attacker accounts, and how many lines each has looked up before. */
const accounts = 4
const lines = 5_000

/** The maximum duration of a request: twice the server's longest time limit. */
const deadlineMs = 60_000

/** How long a step may take, apart from the attack itself, before the server counts as dead. */
const patienceMs = 4 * deadlineMs

/**
 * Sends random requests to every operation and MCP method of the production build (run it from the project's folder),
 * alongside another caller's calls, then restarts the server with the same store.
 * This function can run only once per process, because a process cannot change its store.
 * @throws Error if the server stops answering.
 */
export async function fuzzEntrances(settings: FuzzSettings): Promise<FuzzFigures> {
  // Short links and callbacks reach no server.
  const nowhere = { LINK_GATEWAY_URL: 'http://127.0.0.1:9', CALLBACK_GATEWAY_URL: 'http://127.0.0.1:9' }
  const stage = await setStage({ settings: { ...nowhere, TRUSTED_PROXIES: '1', LOG_LEVEL: 'fatal' } })
  let app = await stage.start()
  try {
    const { keys } = await newAccount({ name: 'other', plan: 'unlimited', processes: [0] })
    const call = (until: Promise<unknown>) => probe(app.url, keys[0]?.key ?? '', until)
    const attacked = await inTime('the attack', settings.attackMs, attackApp(app, settings, call))
    await inTime('stopping', 0, app.stop())
    app = await stage.start({}, { port: app.port })
    const restarted = await inTime('calling after the restart', 0, call(sleep(3_000)))
    return { ...attacked, restarted }
  } finally {
    await app.kill()
    await stage.end()
  }
}

const inTime = <T>(what: string, ownMs: number, work: Promise<T>): Promise<T> =>
  withTimeout(work, ownMs + patienceMs, () => new Error(`the server does not answer: ${what} does not end`))

/** @param call makes another caller's calls until a promise settles. */
async function attackApp(
  app: App,
  { warmUpMs, attackMs, leastRequests = 0, settleMs, seed }: FuzzSettings,
  call: (until: Promise<unknown>) => Promise<ProbeFigures>,
): Promise<Omit<FuzzFigures, 'restarted'>> {
  const orders: Orders = {
    url: app.url,
    world: await makeWorld(app.url),
    seed,
    attackMs: 0,
    leastRequests: 0,
    deadlineMs,
  }
  const program = await bundleProgram('tests/fuzz/entrances/attacker.ts')
  // Everything is loaded once before time and memory are measured.
  await attack(program, { ...orders, seed: seed + 1, attackMs: warmUpMs })
  await call(sleep(1_000))
  const before = await lowestMegabytes(app, settleMs, 0)
  const memory = samplePeaks(() => ({ mb: app.residentMb() }), 250)
  try {
    const idle = await call(sleep(3_000))
    const attacking = attack(program, { ...orders, attackMs, leastRequests })
    // This waits for hanging requests too, but does not measure them.
    const attacked = await call(Promise.race([attacking, sleep(attackMs)]))
    const report = await attacking
    const after = await lowestMegabytes(app, settleMs, before + 100)
    const ratio = attacked.p50Ms / idle.p50Ms
    return { seed, idle, attacked, ratio, memory: { before, peak: memory.peaks.mb, after }, report }
  } finally {
    memory.stop()
  }
}

/**
 * Returns the app's lowest memory use while there are no calls: V8 collects all garbage only when a process is mostly
 * idle.
 * @param enough ends the wait early.
 */
async function lowestMegabytes(app: App, waitMs: number, enough: number): Promise<number> {
  const latest = Date.now() + waitMs
  let lowest = app.residentMb()
  while (lowest >= enough && Date.now() < latest) {
    await sleep(1_000)
    lowest = Math.min(lowest, app.residentMb())
  }
  return lowest
}

/** Makes the attacker's accounts, each with keys, a batch whose results can be read, and a watchlist. */
async function makeWorld(url: string): Promise<World> {
  const made = Array.from({ length: accounts }, async (_, n) => {
    const { accountId, keys } = await newAccount({ name: `attacker ${n}`, plan: 'growth', processes: [0] })
    const key = keys[0]?.key ?? ''
    const account = accountId ?? ''
    const operations = [...keyOperations]
    await changeKey(account, keys[0]?.id ?? '', { operations })
    const test = await createKey(account, 'Test', null, { test: true, operations })
    const spare = await createKey(account, 'Spare', null, { test: true })
    const make = (order: object) => callWithKey(url, key, 'batches', { operation: 'convert', ...order })
    const open = String((await make({})).json.id)
    const finished = String((await make({ lines: Array.from({ length: lines }, (_, line) => `${line + 1}`) })).json.id)
    const headers = { 'x-api-key': key }
    const state = () => fetch(`${url}/api/batches/${finished}`, { headers }).then((response) => response.text())
    while (!(await state()).includes('"finished"')) await sleep(200)
    const watchlist = String((await callWithKey(url, key, 'watchlists', { name: 'Watched' })).json.id)
    return { key, testKey: test.key, spare: spare.id, finished, open, watchlist }
  })
  const unknownKeys = Array.from({ length: 20 }, () => createKeyText(randomBase62(16)))
  return { accounts: await Promise.all(made), unknownKeys }
}

/** Runs the attacker in its own process so that it does not slow down the probe. */
async function attack(program: string, orders: Orders): Promise<AttackReport> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(orders)], {
    maxBuffer: 64 * 1024 * 1024,
    timeout: orders.attackMs + 3 * orders.deadlineMs,
  })
  return JSON.parse(stdout)
}
