import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { logError } from '@/server/platform/observability/logger'
import { afterResponse } from '@/server/platform/runtime/after-answer'
import { fingerprint } from '@/server/platform/runtime/local-secret'
import { makeFolder } from '@/server/platform/runtime/make-folder'
import { env } from '@/server/platform/settings/env'
import { store } from '@/server/platform/store/store'
import { allCapabilities, type Capability, type CheckOutcome, outcomes } from './capabilities'

const capabilityResult = z.object({
  capability: z.enum(allCapabilities),
  outcome: z.enum(Object.keys(outcomes) as CheckOutcome[]),
  /** For the operator; null if there is nothing to add. */
  reason: z.string().nullable(),
})

export type CapabilityResult = z.infer<typeof capabilityResult>

/** The results of checking all capabilities. */
const reportSchema = z.object({
  /** Epoch seconds. */
  checkedSeconds: z.number().int(),
  /** A fingerprint of the API key that was used, because the report does not apply to other keys. */
  key: z.string(),
  results: z.array(capabilityResult),
})

export type CheckReport = z.infer<typeof reportSchema>

/**
 * The last check's report is in the store, which all servers read, and in `DATA_DIR`, where people can read it and
 * where it serves as a fallback for a new store. Vercel has no such folder.
 */
const key = 'google:check'

/** Returns the path of the human-readable file; null on Vercel. */
export const reportFile = () => (env().VERCEL ? null : join(env().DATA_DIR, 'google.json'))

/**
 * Stores a check's report. If the file cannot be written, only logs the error.
 * @throws PinrefError `store_unavailable`.
 */
export async function storeReport(report: CheckReport): Promise<void> {
  const { redis } = await store()
  await redis.set(key, JSON.stringify(report))
  const path = reportFile()
  if (path !== null) await write(path, report).catch((error) => logError('google.json could not be written', { error }))
}

async function write(path: string, report: CheckReport): Promise<void> {
  makeFolder(env().DATA_DIR)
  const aside = `${path}.${process.pid}`
  await writeFile(aside, `${JSON.stringify(report, null, 2)}\n`)
  await rename(aside, path)
}

/**
 * Returns the report of the last check if it used this API key; null otherwise.
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

/** Returns a capability's outcome in the last check; undefined if it was not checked. */
export type OutcomeOf = (capability: Capability) => CheckOutcome | undefined

const refreshMs = 60_000

/**
 * Creates an `OutcomeOf` that never waits: it reads the outcomes of the last check in the background, at most once a
 * minute, so a process's first lookups have no outcomes.
 */
export function createOutcomeOf(read: () => Promise<CheckReport | null>): OutcomeOf {
  let latest: ReadonlyMap<Capability, CheckOutcome> = new Map()
  let readAtMs = Number.NEGATIVE_INFINITY

  async function refresh(): Promise<void> {
    const report = await read()
    latest = new Map(report?.results.map(({ capability, outcome }) => [capability, outcome]))
  }

  return (capability) => {
    if (Date.now() - readAtMs >= refreshMs) {
      readAtMs = Date.now()
      // If the store does not respond, the previous outcomes are retained.
      afterResponse(refresh().catch(() => {}))
    }
    return latest.get(capability)
  }
}

/** Whether a check has shown that a capability does not work, or finds the wrong listing. */
export const hasFailed = (outcome: CheckOutcome | undefined): boolean => outcome === 'refused' || outcome === 'wrong'

/**
 * Sorts items by capability outcome: items with working capabilities first, and items with failed ones last. Otherwise,
 * keeps the order.
 */
export function sortByOutcome<Item extends { capability: Capability }>(
  items: readonly Item[],
  outcomeOf: OutcomeOf,
): Item[] {
  const rank = ({ capability }: Item) =>
    outcomeOf(capability) === 'works' ? 0 : hasFailed(outcomeOf(capability)) ? 2 : 1
  return [...items].sort((one, other) => rank(one) - rank(other))
}
