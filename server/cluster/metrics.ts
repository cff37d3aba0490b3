import type { ChildProcess } from 'node:child_process'
import type { MetricData } from '@opentelemetry/sdk-metrics'
import type { ProcessKind } from '@/server/observability/instruments'
import { createMetricTotals } from '@/server/observability/metric-totals'
import { telemetry } from '@/server/observability/telemetry'
import type { ToPrimary, ToWorker } from './messages'

/*
 * The metrics of all processes, which the primary collects for one scrape: it asks each process for what is new.
 */

/** How long the primary waits for a process. One that hangs must not hold up the metrics of the others. */
const answerTimeoutMs = 1_000

/** A process that the primary asks. */
interface Metered {
  kind: ProcessKind
  /** Ends the round for this process; undefined if it was not asked or has answered. */
  answered?: (() => void) | undefined
}

const totals = createMetricTotals()
const metered = new Map<ChildProcess, Metered>()

/** How many processes of each kind have answered in the last round, and how many have not. */
let round: Array<{ kind: ProcessKind; isSilent: boolean; count: number }> = []

/** Has the primary collect the metrics of a child process from now on. */
export function meterChild(child: ChildProcess, kind: ProcessKind): void {
  const one: Metered = { kind }
  metered.set(child, one)
  child.on('message', (message: ToPrimary) => {
    if (typeof message !== 'object') return
    totals.add(message.metrics, one.answered !== undefined)
    one.answered?.()
  })
  child.once('exit', () => {
    metered.delete(child)
    one.answered?.()
  })
}

/** Collects the metrics of all processes of this server. */
export async function collectMetrics(): Promise<MetricData[]> {
  totals.dropGauges()
  const asked = [...metered]
  const answers = await Promise.all(asked.map(([child, one]) => ask(child, one)))
  round = countRound(asked.map(([, { kind }], index) => ({ kind, isSilent: !answers[index] })))
  totals.add((await telemetry.value?.collect()) ?? [], true)
  return totals.all()
}

/** Returns the processes of the last round, the primary included. */
export const processesOfRound = () => [{ kind: 'primary' as const, isSilent: false, count: 1 }, ...round]

/** @returns whether the process answered in time. */
function ask(child: ChildProcess, one: Metered): Promise<boolean> {
  return new Promise((resolve) => {
    function end(hasAnswered: boolean) {
      clearTimeout(timer)
      one.answered = undefined
      resolve(hasAnswered)
    }
    const timer = setTimeout(end, answerTimeoutMs, false)
    one.answered = () => end(true)
    // A process that is ending sends what is left by itself.
    if (child.connected) child.send('send metrics' satisfies ToWorker, () => {})
    else end(false)
  })
}

function countRound(answers: Array<{ kind: ProcessKind; isSilent: boolean }>): typeof round {
  return (['worker', 'pages'] as const).flatMap((kind) =>
    [false, true].map((isSilent) => ({
      ...{ kind, isSilent },
      count: answers.filter((answer) => answer.kind === kind && answer.isSilent === isSilent).length,
    })),
  )
}

/** Answers the primary when it asks this process for its metrics. */
export function answerWithMetrics(): void {
  process.on('message', (message: ToWorker) => {
    if (message === 'send metrics') void sendMetrics()
  })
}

/** Sends the primary what is new; also before this process ends, so that nothing is lost. */
export async function sendMetrics(): Promise<void> {
  const metrics = await telemetry.value?.collect()
  if (!metrics || !process.connected) return
  await new Promise<void>((resolve) => {
    process.send?.({ metrics } satisfies ToPrimary, undefined, undefined, () => resolve())
  })
}
