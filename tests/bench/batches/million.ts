import { cpus } from 'node:os'
import { residentMb } from '../../support/app-processes'
import { removeFolder } from '../../support/remove-folder'
import { startApp } from '../../support/start-app'
import { leaveStore, newCaller } from './account'
import { checkLines, checkMonth } from './check'
import { batchClient } from './client'
import { newDataFolder, redisMb } from './embedded'
import { count, mb, say, timed } from './figures'
import { linkAt } from './lines'

/**
 * Runs a batch of links, identifiers only, on an app with the embedded Redis. Measures how long the batch takes to
 * send, run, and fetch, and how much memory it needs.
 */
export async function million(): Promise<void> {
  const lines = Number(process.env.LINES ?? 1_000_000)
  const { dataDir, env } = newDataFolder()
  Object.assign(process.env, env)
  const { key } = await newCaller()
  await leaveStore()
  const workers = process.env.WEB_CONCURRENCY ?? String(Math.min(cpus().length, 4))
  const app = await startApp('node', { ...env, WEB_CONCURRENCY: workers })
  const client = batchClient(() => app.url, key)

  const memory = () => ({ app: residentMb(app.process.pid), redis: redisMb(dataDir) })
  const rest = memory()
  const peak = { ...rest }
  const watch = setInterval(() => {
    const now = memory()
    peak.app = Math.max(peak.app, now.app)
    peak.redis = Math.max(peak.redis, now.redis)
  }, 1_000)

  const id = await timed('sent in parts', lines, () => client.send('details=none', lines, linkAt))
  await timed('run', lines, async () => {
    await client.start(id)
    await client.until(id, ({ state }) => state === 'finished')
  })
  const bytes = await timed('fetched as CSV', lines, () => client.file(id, 'csv'))
  const due = await timed('fetched in pages and checked', lines, () => checkLines(client, id, linkAt))
  await checkMonth(client, due)
  clearInterval(watch)

  say(`CSV: ${mb(bytes / 1_048_576)}`)
  say(`memory: app ${mb(rest.app)} at rest, ${mb(peak.app)} at most; Redis ${mb(rest.redis)}, ${mb(peak.redis)}`)
  say(`${count(due.ok)} lines, each once and right, and as many in the month`)
  await app.stop()
  removeFolder(dataDir)
}
