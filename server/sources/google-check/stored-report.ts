import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from '@/server/env'
import { logError } from '@/server/observability/log-error'
import { fingerprint } from '@/server/runtime/fingerprint'
import { store } from '@/server/store/store'
import { type CheckReport, reportSchema } from './check-report'

/**
 * The report of the last check is kept in the store, which all servers read, and in `DATA_DIR`, for people to read and for
 * use with a new store. On Vercel there is no such folder.
 */
const key = 'google:check'

/** Returns the file where people find it; null on Vercel. */
export const reportFile = () => (env().VERCEL ? null : join(env().DATA_DIR, 'google.json'))

/** Stores the report of a check. If the file cannot be written, that is only logged. @throws PinrefError `store_unavailable`. */
export async function storeReport(report: CheckReport): Promise<void> {
  const { redis } = await store()
  await redis.set(key, JSON.stringify(report))
  const path = reportFile()
  if (path !== null) await write(path, report).catch((error) => logError('google.json was not written', { error }))
}

async function write(path: string, report: CheckReport): Promise<void> {
  await mkdir(env().DATA_DIR, { recursive: true })
  const aside = `${path}.${process.pid}`
  await writeFile(aside, `${JSON.stringify(report, null, 2)}\n`)
  await rename(aside, path)
}

/**
 * Returns the report of the last check if that was made with this API key; null otherwise.
 * @throws PinrefError `store_unavailable`.
 */
export async function readReport(apiKey: string): Promise<CheckReport | null> {
  const { redis } = await store()
  const stored = (await redis.get<unknown>(key)) ?? (await readWritten())
  const report = reportSchema.safeParse(stored).data
  return report?.key === fingerprint(apiKey) ? report : null
}

async function readWritten(): Promise<unknown> {
  const path = reportFile()
  try {
    return path === null ? null : JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return null
  }
}
