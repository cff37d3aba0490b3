import { cpus } from 'node:os'
import { newCaller } from '../../load/caller'
import { redisMb } from '../../load/embedded'
import { count, mb, report, timed } from '../../load/report'
import { samplePeaks } from '../../load/sample'
import { setStage } from '../../load/stage'
import { checkLines, checkMonth } from './check'
import { batchClient } from './client'
import { linkAt } from './lines'
import { batchSettings } from './settings'

/**
 * Runs a batch of links, identifiers only, on an app with the embedded Redis. Measures how long the batch takes to
 * send, run, and fetch, and how much memory it needs.
 */
export async function million(): Promise<void> {
  const lines = Number(process.env.LINES ?? 1_000_000)
  const workers = process.env.WEB_CONCURRENCY ?? String(Math.min(cpus().length, 4))
  const stage = await setStage({ settings: batchSettings, store: 'embedded' })
  const { key } = await newCaller()
  await stage.leaveStore()
  const app = await stage.start({ WEB_CONCURRENCY: workers })
  const client = batchClient(() => app.url, key)

  const memory = () => ({ app: app.residentMb(), redis: redisMb(stage.folder) })
  const rest = memory()
  const { peaks, stop } = samplePeaks(memory, 1_000)
  const id = await timed('sent in parts', lines, () => client.send('details=none', lines, linkAt))
  await timed('run', lines, async () => {
    await client.start(id)
    await client.until(id, ({ state }) => state === 'finished')
  })
  const bytes = await timed('fetched as CSV', lines, () => client.file(id, 'csv'))
  const due = await timed('fetched in pages and checked', lines, () => checkLines(client, id, linkAt))
  await checkMonth(client, due)
  stop()
  await stage.end()
  report({
    name: 'batches-million',
    tables: [
      {
        title: `${count(due.ok)} lines, each once and right, and as many in the month`,
        head: ['', 'at rest', 'at most'],
        rows: [
          ['memory of the app', mb(rest.app), mb(peaks.app)],
          ['memory of Redis', mb(rest.redis), mb(peaks.redis)],
        ],
        note: `The CSV has ${mb(bytes / 1_048_576)}.`,
      },
    ],
    figures: { lines, bytes, rest, peaks },
    faults: [],
  })
}
