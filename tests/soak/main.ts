import { setMaxListeners } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { report, say } from '../load/report'
import { type Stage, setStage } from '../load/stage'
import { asShipped } from '../support/busy-machine'
import { readDocumentation } from '../support/documented-answers'
import { visitorAddresses } from './api-callers'
import { newAgent, type SoakContext } from './context'
import { startLoad } from './load'
import { signUpPeople } from './person'
import { sampleLine, tablesOf } from './report'
import { keyKinds, type Measured, type Sample, takeSample } from './sample'
import { Tally } from './tally'
import { trendsOf } from './trend'
import { unexplainedKeys } from './unexplained-keys'

const minutes = Number(process.env.SOAK_MINUTES ?? 60)
/** One per minute in the usual one-hour run. */
const sampleCount = 60
const accounts = 24

/** The settings of the server. */
const settings = {
  ...asShipped,
  TRUSTED_PROXIES: '1',
  // Visitors must be served until the end. They use few addresses, so the number of their keys remains constant.
  FREE_DAILY_QUOTA: '1000000',
  UPSTREAM_DEADLINE_MS: '2000',
}

/** Puts load on the server for `minutes`, samples its resources, and reports. Stops early if the server dies. */
async function soak(stage: Stage, measured: Measured, stopped: AbortController): Promise<void> {
  const { app, redis } = measured
  const tally = new Tally()
  const documentation = await readDocumentation(app.url)
  const world: SoakContext = { url: app.url, tally, documentation, agent: newAgent(), signal: stopped.signal }
  const grant = async (personId: string) => {
    const [accountId] = await redis.hkeys(`{${personId}}:memberships`)
    return redis.hset(`{${accountId}}:profile`, 'plan', 'unlimited')
  }
  const running = await startLoad(world, await signUpPeople(world, accounts, grant), stage.google)

  const samples: Sample[] = []
  const began = performance.now()
  for (let n = 1; n <= sampleCount && !stopped.signal.aborted; n++) {
    const dueMs = (n / sampleCount) * minutes * 60_000
    await sleep(began + dueMs - performance.now(), undefined, { signal: stopped.signal }).catch(() => {})
    if (app.process.exitCode !== null || app.process.signalCode !== null) {
      tally.fault(`the server ended: ${app.process.exitCode ?? app.process.signalCode}`)
      break
    }
    const sample = await takeSample(measured, tally, dueMs / 60_000)
    samples.push(sample)
    say(sampleLine(sample))
  }
  const kinds = await keyKinds(redis).catch(() => ({}))
  const wasStopped = stopped.signal.aborted
  stopped.abort()
  await Promise.all(running)
  world.agent.destroy()

  const last = samples.at(-1)
  if (last) for (const fault of unexplainedKeys(last, accounts)) tally.fault(fault)
  const internal = Object.values(tally.counts).reduce((sum, by) => sum + (by.internal_error ?? 0), 0)
  if (internal > 0) tally.fault(`${internal} calls were answered internal_error`)
  const [logged] =
    /.*(?:unhandled|uncaught|MaxListenersExceeded|out of memory|restarting a worker).*/i.exec(app.output()) ?? []
  if (logged) tally.fault(`in the log: ${logged.slice(0, 400)}`)
  if (wasStopped) tally.fault('it was stopped before its time')
  const trends = trendsOf(samples)
  for (const { name, verdict } of trends) if (verdict === 'GROWS') tally.fault(`it grows: ${name}`)
  report({
    name: 'soak',
    tables: tablesOf(samples, tally.counts, kinds, trends),
    figures: { minutes, samples, counts: tally.counts, keyKinds: kinds, trends },
    faults: tally.faults,
  })
}

if (!(minutes > 0)) throw new Error('SOAK_MINUTES is a number of minutes.')
if (process.platform !== 'linux') throw new Error('The soak reads /proc: it runs on Linux only.')
const stopped = new AbortController()
setMaxListeners(0, stopped.signal)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())
say(`A soak of ${minutes} minutes: ${accounts} accounts, ${visitorAddresses} visitors`)
const stage = await setStage({ settings, store: 'embedded', usesStore: false, google: { latencyMs: 20 } })
try {
  const { folder } = stage
  const app = await stage.start({}, { output: { file: join(folder, 'log') } })
  const redis = new Redis({ path: join(folder, 'redis', 'redis.sock') })
  redis.on('error', () => {})
  await soak(stage, { app, folder, redis }, stopped)
  redis.disconnect()
} finally {
  stopped.abort()
  await stage.end()
}
