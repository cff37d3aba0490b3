import { mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeAccounts, zipf } from './accounts'
import { readCounted } from './counted'
import { failOver } from './failover'
import { outageMs, rowsOf } from './figures'
import { type Load, perSecond, startLoad } from './load'
import { type Report, reportText } from './report'
import { type Stage, setStage } from './stage'
import { type Verdict, verdictOn } from './verdict'

/*
 * Runs four servers on Redis Cluster, makes calls from ten thousand accounts, and kills a master under load. Checks
 * whether every quota is exact, and measures the effect on callers.
 */

const count = Number(process.env.SIMULATE_CALLS ?? 200_000)
const accountCount = 10_000
const durationMs = (count / perSecond) * 1_000

/** The maximum time to refund calls that may have been counted while the master was down. */
const settleMs = 45_000
/** How long the store keeps the ids of counted calls. */
const idsLastMs = 300_000

const say = (text: string) => process.stdout.write(text)

async function simulate(stage: Stage): Promise<Report> {
  const chances = zipf(accountCount)
  say(`Making ${accountCount} accounts\n`)
  const accounts = await makeAccounts(chances, count)
  say(`${count} calls, ${perSecond} a second\n`)
  const urls = stage.apps.map(({ url }) => url)
  const load = startLoad(urls, accounts, chances, count)
  const progress = setInterval(() => say(progressOf(load)), 10_000)
  const [failover] = await Promise.all([failOver(stage.cluster, accounts, load, durationMs), load.done]).finally(() =>
    clearInterval(progress),
  )
  const seconds = load.now() / 1_000

  const judged = async () => verdictOn(accounts, load.calls, await readCounted(stage.cluster, accounts), failover)
  const verdict = await settled(judged, load)
  if (load.now() > idsLastMs) verdict.faults.push('it took so long that the ids of the first calls may be gone')
  const [logged] = /.*(?:unhandled|uncaught|MaxListenersExceeded|out of memory).*/i.exec(logsOf(stage)) ?? []
  if (logged) verdict.faults.push(`in a log: ${logged.slice(0, 400)}`)
  const { wasHeld, ...when } = failover
  return {
    accounts: accounts.length,
    calls: load.calls.length,
    seconds,
    maxUnderWay: load.most(),
    tookOverAfterMs: failover.tookOverMs - failover.killedMs,
    outageMs: outageMs(load.calls, failover),
    failover: when,
    held: wasHeld.filter(Boolean).length,
    rows: rowsOf(load.calls, failover),
    verdict,
  }
}

/** Waits for the final verdict, because failed calls are refunded in the background for a while. */
async function settled(judged: () => Promise<Verdict>, load: Load): Promise<Verdict> {
  const until = load.now() + settleMs
  for (;;) {
    const verdict = await judged()
    if (verdict.faults.length === 0 || load.now() > until) return verdict
    await sleep(1_000)
  }
}

function progressOf({ calls, now }: Load): string {
  const outcomes: Record<string, number> = {}
  for (const { outcome } of calls) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  const pairs = Object.entries(outcomes).map(([outcome, times]) => `${outcome} ${times}`)
  return `  ${(now() / 1_000).toFixed(0)} s: ${calls.length} answered, ${pairs.join(', ')}\n`
}

const logsOf = ({ apps }: Stage) => apps.map((app) => app.output()).join('\n')

async function main() {
  if (!(count >= 1_000)) throw new Error('SIMULATE_CALLS is a number of calls, at least 1,000.')
  say('Starting a Redis Cluster of six nodes, and four servers\n')
  const stage = await setStage()
  const report = await simulate(stage).finally(() => stage.close())
  say(reportText(report))
  mkdirSync('dist/cluster', { recursive: true })
  writeFileSync('dist/cluster/report.json', `${JSON.stringify(report, null, 2)}\n`)
  say('\nAll of it is in dist/cluster/report.json.\n')
  process.exitCode = report.verdict.faults.length === 0 ? 0 : 1
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`)
  process.exitCode = 1
})
