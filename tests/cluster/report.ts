import type { Failover } from './failover'
import type { Figures, Row } from './figures'
import type { Verdict } from './verdict'

/** The simulation's results. */
export interface Report {
  accounts: number
  calls: number
  seconds: number
  /** The maximum number of calls in flight at once. */
  maxUnderWay: number
  /** The time from the kill until the replica took over as the master, and until the last call failed. */
  tookOverAfterMs: number
  outageMs: number
  failover: Omit<Failover, 'wasHeld'>
  /** Accounts on the node that failed. */
  held: number
  rows: Row[]
  verdict: Verdict
}

const heading = ['', 'calls', '200', '429', '500', 'p50 ms', 'p99 ms', 'max ms']

/** Returns the figures as tables, followed by the problems. */
export function reportText(report: Report): string {
  const { accounts, held, calls, seconds, verdict, rows } = report
  return [
    `\n${calls} calls of ${accounts} accounts in ${seconds.toFixed(0)} s, at most ${report.maxUnderWay} under way at once.\n`,
    `The replica had taken over ${report.tookOverAfterMs.toFixed(0)} ms after its master was killed; the last call failed after ${report.outageMs.toFixed(0)} ms.\n`,
    table(`The ${held} accounts on the node that failed (seconds from then)`, rows, ({ failing }) => failing),
    table(`The ${accounts - held} accounts on the other nodes`, rows, ({ others }) => others),
    '\nQuotas\n',
    `  accounts that used theirs up: ${verdict.usedUp}\n`,
    `  calls answered 200 whose count died with the master: ${verdict.lost}${verdict.lost > 0 ? `, all in its last ${verdict.lostWithinMs.toFixed(0)} ms` : ''}\n`,
    `  calls answered 200 beyond a quota: ${verdict.beyond}, at most ${verdict.maxBeyond} of one account\n`,
    ...(verdict.faults.length > 0
      ? [`\nWRONG: ${verdict.faults.length}\n`, ...verdict.faults.slice(0, 20).map((fault) => `  ${fault}\n`)]
      : ['\nNothing else: as many calls are counted as were answered 200, the same ones, and none beyond a quota.\n']),
  ].join('')
}

function table(title: string, rows: readonly Row[], figuresOf: (row: Row) => Figures): string {
  const cells = rows.map((row) => {
    const { calls, ok, refused, failed, p50Ms, p99Ms, maxMs } = figuresOf(row)
    const times = [p50Ms, p99Ms, maxMs].map((ms) => (Number.isNaN(ms) ? '-' : ms.toFixed(1)))
    return [row.name, ...[calls, ok, refused, failed].map(String), ...times]
  })
  const line = ([name = '', ...figures]: string[]) =>
    `  ${name.padEnd(24)}${figures.map((figure) => figure.padStart(9)).join('')}\n`
  return [`\n${title}\n`, line(heading), ...cells.map(line)].join('')
}
