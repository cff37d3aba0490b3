import { cpus } from 'node:os'
import { newCaller } from '../../load/caller'
import { redisMb } from '../../load/embedded'
import { count, mb, report, timed } from '../../load/report'
import { samplePeaks } from '../../load/sample'
import { setStage } from '../../load/stage'
import { appProcesses, processorMs } from '../../support/app-processes'
import { checkLines, checkMonth } from './check'
import { batchClient } from './client'
import { linkAt, partsOf } from './lines'
import { plainLoop } from './loop'
import { batchSettings } from './settings'

/** How long something took, in seconds: by the clock, and of the processor time of the app's processes. */
interface Seconds {
  wall: number
  processor: number
}

/** What the run measured, written to `dist/load/batches-million.json`. */
export interface MillionFigures {
  lines: number
  sent: Seconds
  run: Seconds
  fetched: Seconds
  /** The same lines in a plain loop; its processor time is of this process. */
  loop: Seconds
  /** The size of the CSV. */
  bytes: number
}

/**
 * Runs a batch of links, identifiers only, on an app with the embedded Redis. Measures how long the batch takes to
 * send, run, and fetch, how long the same work takes in a plain loop, and how much memory the app needs.
 */
export async function million(): Promise<void> {
  const lines = Number(process.env.LINES ?? 1_000_000)
  const workers = process.env.WEB_CONCURRENCY ?? String(Math.min(cpus().length, 4))
  const stage = await setStage({ settings: batchSettings, store: 'embedded' })
  const { key } = await newCaller()
  await stage.leaveStore()
  const parts = [...partsOf(lines, linkAt)]
  const own = () => process.cpuUsage().user + process.cpuUsage().system
  const loop = await step(
    'plain loop',
    () => plainLoop(parts),
    () => own() / 1e6,
  )
  const app = await stage.start({ WEB_CONCURRENCY: workers })
  const client = batchClient(() => app.url, key)

  const usedByApp = () => {
    const { primary, workers, site } = appProcesses(app.process.pid)
    return [...workers, ...site].reduce((sum, { pid }) => sum + processorMs(pid), processorMs(primary?.pid)) / 1_000
  }
  async function step<T>(name: string, work: () => T | Promise<T>, used = usedByApp) {
    const before = used()
    const { done, seconds } = await timed(name, lines, work)
    return { done, seconds: { wall: seconds, processor: used() - before } }
  }
  const memory = () => ({ app: app.residentMb(), redis: redisMb(stage.folder) })
  const rest = memory()
  const { peaks, stop } = samplePeaks(memory, 1_000)
  const { done: id, seconds: sent } = await step('sent in parts', () => client.send('details=none', parts))
  const { seconds: run } = await step('run', async () => {
    await client.start(id)
    await client.until(id, ({ state }) => state === 'finished')
  })
  const { done: file, seconds: fetched } = await step('fetched as CSV', () => client.file(id, 'csv'))
  const { done: due } = await step('fetched in pages and checked', () => checkLines(client, id, linkAt))
  await checkMonth(client, due)
  stop()
  await stage.end()
  const whole = sumOf(sent, run, fetched)
  const figures: MillionFigures = { lines, sent, run, fetched, loop: loop.seconds, bytes: file.bytes }
  const row = (name: string, { wall, processor }: Seconds) => [
    ...[name, wall.toFixed(1), (wall / loop.seconds.wall).toFixed(2)],
    ...[processor.toFixed(1), (processor / loop.seconds.processor).toFixed(2)],
  ]
  report({
    name: 'batches-million',
    tables: [
      {
        title: `${count(lines)} lines in seconds, and as multiples of a plain loop`,
        head: ['', 'wall', '/ loop', 'processor', '/ loop'],
        rows: [
          row('sent in parts', sent),
          row('run', run),
          row('fetched as CSV', fetched),
          row('all three', whole),
          row('plain loop', loop.seconds),
        ],
        note: 'The processor time is of all of the app’s processes, without Redis.',
      },
      {
        title: `${count(due.ok)} lines, each once and right, and as many in the month`,
        head: ['', 'at rest', 'at most'],
        rows: [
          ['memory of the app', mb(rest.app), mb(peaks.app)],
          ['memory of Redis', mb(rest.redis), mb(peaks.redis)],
        ],
        note: `The CSV has ${mb(file.bytes / 1_048_576)}.`,
      },
    ],
    figures: Object.assign(figures, { rest, peaks }),
    faults: file.digest === loop.done ? [] : ['The CSV is not the one that the plain loop writes.'],
  })
}

function sumOf(...all: readonly Seconds[]): Seconds {
  const sum = (of: keyof Seconds) => all.reduce((total, one) => total + one[of], 0)
  return { wall: sum('wall'), processor: sum('processor') }
}
