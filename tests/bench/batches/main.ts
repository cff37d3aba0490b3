import { count, mb, report, say } from '../../load/report'
import { runChaos } from './chaos-run'
import { google } from './google'
import { million } from './million'
import { upstash } from './upstash'

/*
 * `npm run task bench:batches [-- million | chaos | google | upstash]`. `LINES` sets the number of lines, and `SEED` sets
 * which faults occur when. Every line and every count is checked; the first wrong value ends the run.
 */

async function chaos(): Promise<void> {
  const lines = Number(process.env.LINES ?? 100_000)
  const seed = Number(process.env.SEED ?? 1)
  const began = performance.now()
  const sayWhen = (text: string) => say(`${((performance.now() - began) / 1_000).toFixed(0)} s: ${text}`)
  const figures = await runChaos({ lines, cancelled: Math.ceil(lines / 2), seed, awaitsCallbacks: true, say: sayWhen })
  const { seconds, toll, foundBefore, refused, repeated, appMb, redisMb } = figures
  report({
    name: 'batches-chaos',
    tables: [
      {
        title: `Seed ${seed}: ${count(lines)} lines in ${seconds.toFixed(0)} s, every line once and right, every count exact`,
        head: ['', ''],
        rows: [
          ['processes killed', count(toll.processes)],
          ['times the store was killed', count(toll.stores)],
          ['times the store hung', count(toll.pauses)],
          ['lines found before the cancellation, and none after', count(foundBefore)],
          ['calls that the dead endpoint refused', count(refused)],
          ['events that it got more than once', count(repeated)],
          ['memory of the app at most', mb(appMb)],
          ['memory of Redis at most', mb(redisMb)],
        ],
      },
    ],
    figures,
    faults: [],
  })
}

const runs: Record<string, () => Promise<void>> = { million, chaos, google, upstash }
const [name = 'million'] = process.argv.slice(2)
const run = runs[name]
if (!run) throw new Error(`There is no ${name}: ${Object.keys(runs).join(', ')}.`)
await run()
process.exit()
