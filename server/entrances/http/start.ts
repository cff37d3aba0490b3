import { setTimeout as sleep } from 'node:timers/promises'
import { setupHints } from '@/server/entrances/trpc/operator/setup-hints'
import { checkSecrets } from '@/server/features/sign-in/check-secrets'
import { printCeiling } from '@/server/places/upstream/cost'
import { announce, createThrottledLog } from '@/server/platform/observability/logger'
import { announceFault } from '@/server/platform/observability/standard-error'
import { startTelemetry } from '@/server/platform/observability/telemetry'
import type { PinrefError } from '@/server/platform/problems/errors'
import { jobQueue, queueKind, stopQueue } from '@/server/platform/queue/queue'
import { recordFirstStart } from '@/server/platform/runtime/accepted-markers'
import { perProcess, stopping } from '@/server/platform/runtime/per-process'
import { env } from '@/server/platform/settings/env'
import { recordOutages } from '@/server/platform/store/service-status'
import { createStateLog, watchStore } from '@/server/platform/store/state-log'
import { store, unpreparedStore } from '@/server/platform/store/store'
import { lastingFault } from '@/server/platform/store/store-advice'
import { createWarningLog, failedProbe, reasonOf, replacedProbe } from '@/server/platform/store/store-state'
import { readVersion, upgrade } from '@/server/platform/store/upgrade'

/*
 * The startup steps, for the node server's programs and for Next.
 */

/** Prepares what Next needs. Exits on an invalid environment, a store that cannot be opened, or a wrong secret. */
export function startRouteFiles(): Promise<void> {
  started.value ??= start()
  return started.value
}

const started = perProcess<Promise<void>>('route files are started')

async function start(): Promise<void> {
  try {
    await prepareStore()
  } catch (error) {
    // Otherwise, Next would start anyway and return a bare 500 for every request.
    announceFault(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
  await startTelemetry()
  startQueueLater()
  printSetup()
}

/**
 * How long startup waits for a store that does not answer. On Vercel, startup does not wait, because a caller is
 * already waiting.
 */
const patienceMs = () => (env().VERCEL ? 0 : 5_000)

/** How often to retry a store that does not answer. */
const tryEveryMs = 500

const startsAnyway = 'Pinref starts anyway, and calls fail until the store can be used.'

/**
 * Checks, before calls are served, that the store has this release's layout, and that its contents were created with
 * the same secrets. If the store does not answer within a few seconds, startup proceeds without it. Calls are then
 * rejected until the store is prepared, and a problem found later ends the process.
 * @param isFirst false if another of this server's processes has already waited and reported the outcome.
 * @throws Error for a store from a later release, another pepper, a damaged secret, or a connection that can never
 *   work.
 */
export function prepareStore(isFirst = true): Promise<void> {
  prepared.value ??= prepare(isFirst)
  return prepared.value
}

/** Shared by all copies of this module: on the node server, both the API and Next call `prepareStore`. */
const prepared = perProcess<Promise<void>>('prepared store')

async function prepare(isFirst: boolean): Promise<void> {
  const opened = await unpreparedStore()
  const { scan, whileHeld, guard, direct, locksKeys } = opened
  recordOutages(opened)
  if (isFirst) recordFirstStart()
  const giveUpAt = Date.now() + (isFirst ? patienceMs() : 0)
  let reason = ''
  let continueWithout = () => {}
  const isAway = new Promise<'away'>((resolve) => {
    continueWithout = () => resolve('away')
  })

  /** Repeats the work until the store answers. */
  async function onceItAnswers(work: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        const isSilent = (error as Partial<PinrefError>).code === 'store_unavailable'
        reason = isSilent ? reasonOf(error, direct.fault()) : (error as Error).message
        const fault = lastingFault(reason)
        if (fault) throw new Error(fault)
        if (!isSilent) throw error
      }
      // Waiting doesn't bring lost data back.
      if (guard.isRefused || Date.now() >= giveUpAt) continueWithout()
      await sleep(tryEveryMs)
    }
  }

  /**
   * A connection to a database other than the configured one would work, so nothing may be written before this check.
   */
  async function checkConnection(): Promise<void> {
    // Upstash has no connections.
    if (!locksKeys) await direct.send(['PING'])
    const fault = lastingFault(direct.fault()?.message ?? '')
    if (fault) throw new Error(fault)
  }

  const ready = whileHeld(async (held) => {
    await onceItAnswers(checkConnection)
    // A store from a later release gets no marker, and a store that is not accepted gets no version.
    await onceItAnswers(async () => void (await readVersion(held)))
    await onceItAnswers(isFirst ? guard.begin : guard.follow)
    await onceItAnswers(() => upgrade({ ...held, scan }))
  })
    .then(() => onceItAnswers(() => checkSecrets(opened)))
    .then(isFirst ? guard.accept : undefined)
  whenReady.value = ready
  const outcome = await Promise.race([ready, isAway])
  if (!isFirst) {
    if (outcome === 'away') ready.catch(exitWith)
    return
  }
  const writeState = createStateLog()
  if (outcome === 'away') {
    writeState(guard.isRefused ? replacedProbe(guard.reason) : failedProbe(reason), startsAnyway)
    ready.then(watchSettings).catch(exitWith)
  } else watchSettings()
  void watchStore(writeState)
}

function exitWith({ message }: Error): never {
  announceFault(message)
  process.exit(1)
}

/** Resolves once the store is prepared. */
const whenReady = perProcess<Promise<void>>('store is ready')

/** Warns the operator, from now on, whenever the store can lose data. */
function watchSettings(): void {
  const logWarnings = createWarningLog()
  void logWarnings()
  if (!env().VERCEL) setInterval(logWarnings, warnEveryMs).unref()
}

/** How often the store's settings are checked. */
const warnEveryMs = 5 * 60_000

/** How long after startup a process begins running jobs. Until then, the process only handles calls. */
const afterMs = 500

const logFailure = createThrottledLog()

/**
 * Lets this process run jobs, beginning shortly after startup, if its store has a job queue. A queue writes to its store
 * even when there are no jobs, so it is closed while the store is rejected.
 */
export function startQueueLater(): void {
  if (queueKind() !== 'bullmq') return
  setTimeout(async () => {
    await whenReady.value?.catch(() => {})
    const { guard } = await store()
    let turn = Promise.resolve()
    const follow = () => {
      turn = turn.then(guard.isRefused ? stopQueue : startQueue).catch((error: unknown) => {
        logFailure('the job queue cannot be started', error)
      })
    }
    guard.onChange(follow)
    follow()
  }, afterMs).unref()
}

/** Lets this process run jobs until `stopQueue`. */
export async function startQueue(): Promise<void> {
  // The libraries take a long time to load.
  const [queue, { runJob }] = await Promise.all([jobQueue(), import('./run-job')])
  if (stopping.value?.aborted) return
  await queue.start?.(runJob)
}

/** Prints to standard output the maximum cost of Google calls and what can still be set up. */
export function printSetup(): void {
  printCeiling()
  for (const hint of setupHints()) announce(hint)
}
