import { setMaxListeners } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { readDocumentation } from '../support/documented-answers'
import { visitorAddresses } from './api-callers'
import { newAgent, type SoakContext } from './context'
import { startLoad } from './load'
import { signUpPeople } from './person'
import { conclusion, type Report, tableHead, tableRow } from './report'
import { keyKinds, type Sample, takeSample } from './sample'
import { type Stage, setStage } from './stage'
import { Tally } from './tally'
import { trendsOf } from './trend'
import { unexplainedKeys } from './unexplained-keys'

const minutes = Number(process.env.SOAK_MINUTES ?? 60)
/** One per minute in the usual one-hour run. */
const sampleCount = 60
const accounts = 24
/** Puts load on the server for `minutes` and samples its resources. Stops early if the server dies. */
async function soak(stage: Stage, stopped: AbortController): Promise<Report> {
  const { app, redis, simulator } = stage
  const tally = new Tally()
  const documentation = await readDocumentation(app.url)
  const world: SoakContext = { url: app.url, tally, documentation, agent: newAgent(), signal: stopped.signal }
  const grant = (accountId: string) => redis.hset(`{${accountId}}:profile`, 'plan', 'unlimited')
  const running = await startLoad(world, await signUpPeople(world, accounts, grant), simulator)

  const samples: Sample[] = []
  process.stdout.write(tableHead())
  const began = performance.now()
  for (let n = 1; n <= sampleCount && !stopped.signal.aborted; n++) {
    const dueMs = (n / sampleCount) * minutes * 60_000
    await sleep(began + dueMs - performance.now(), undefined, { signal: stopped.signal }).catch(() => {})
    if (app.process.exitCode !== null || app.process.signalCode !== null) {
      tally.fault(`the server ended: ${app.process.exitCode ?? app.process.signalCode}`)
      break
    }
    const sample = await takeSample(stage, tally, dueMs / 60_000)
    samples.push(sample)
    process.stdout.write(tableRow(sample))
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
  return { minutes, samples, counts: tally.counts, keyKinds: kinds, trends: trendsOf(samples), faults: tally.faults }
}

async function main() {
  if (!(minutes > 0)) throw new Error('SOAK_MINUTES is a number of minutes.')
  if (process.platform !== 'linux') throw new Error('The soak reads /proc: it runs on Linux only.')
  const stopped = new AbortController()
  setMaxListeners(0, stopped.signal)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())
  process.stdout.write(`A soak of ${minutes} minutes: ${accounts} accounts, ${visitorAddresses} visitors\n`)
  const stage = await setStage()
  const report = await soak(stage, stopped).finally(() => {
    stopped.abort()
    return stage.close()
  })
  process.stdout.write(conclusion(report))
  mkdirSync('dist/soak', { recursive: true })
  writeFileSync('dist/soak/report.json', `${JSON.stringify(report, null, 2)}\n`)
  process.stdout.write('\nAll of it is in dist/soak/report.json.\n')
  process.exitCode = report.faults.length === 0 && report.trends.every(({ verdict }) => verdict !== 'GROWS') ? 0 : 1
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`)
  process.exitCode = 1
})
