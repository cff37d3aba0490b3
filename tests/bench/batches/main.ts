import { runChaos } from './chaos-run'
import { count, mb, say } from './figures'
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
  say(`seed ${seed}: ${count(lines)} lines in ${seconds.toFixed(0)} s`)
  say(`killed ${toll.processes} times a process, ${toll.stores} times the store, which hung ${toll.pauses} times`)
  say(`the batch that was cancelled had found ${count(foundBefore)} lines, and nothing more came`)
  say(
    `the dead endpoint refused ${refused} calls and was told of everything later, of ${repeated} events more than once`,
  )
  say(`memory at most: app ${mb(appMb)}, Redis ${mb(redisMb)}`)
  say('every line once and right, every count and the month exact')
}

const runs: Record<string, () => Promise<void>> = { million, chaos, google, upstash }
const [name = 'million'] = process.argv.slice(2)
const run = runs[name]
if (!run) throw new Error(`There is no ${name}: ${Object.keys(runs).join(', ')}.`)
await run()
process.exit(0)
